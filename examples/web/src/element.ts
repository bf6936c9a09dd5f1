// Finding and making elements, typed.

// The element of that id, which the page has.
export function byId<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page lacks #${id}.`);
  return found as unknown as T;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Sets the text only where it differs: a live region would speak it again.
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setOptions(select: HTMLSelectElement, options: [value: string, name: string][]): void {
  const chosen = select.value;
  select.replaceChildren(...options.map(([value, name]) => make("option", { value }, name)));
  if (options.some(([value]) => value === chosen)) select.value = chosen;
}

// Shows messages in a list that a control is described by, and marks the control.
export function setFaults(list: Element, messages: string[], ...controls: Element[]): void {
  if ([...list.children].map((item) => item.textContent).join("\n") !== messages.join("\n")) {
    list.replaceChildren(...messages.map((message) => make("li", {}, message)));
  }
  for (const control of controls) {
    if (messages.length > 0) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }
}
