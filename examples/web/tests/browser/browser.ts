// A headless Chromium with the page open, and the little language in which the tests speak of it.

import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

const CHROMIUM = process.env.TAQUIN_CHROMIUM ?? "/usr/bin/chromium";

export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM))
    throw new Error(`No browser at ${CHROMIUM}: install chromium, or set TAQUIN_CHROMIUM.`);
  return await chromium.launch({
    executablePath: CHROMIUM,
    // Chromium's sandbox does not run as root; shared memory may be small in a container.
    args: ["--disable-dev-shm-usage", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
}

export class Session {
  // What the page complained of: errors, and what its policy refused.
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("console", (message) => {
      // A call that fails is told of by the browser, too; the page says it to people.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
        this.complaints.push(message.text());
      }
    });
  }

  // Opens the page and waits until it has heard from the server.
  static async open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Session> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const session = new Session(await context.newPage());
    await session.page.goto(url);
    return session;
  }

  async connected(): Promise<this> {
    await this.page.getByText("Connected to taquind").waitFor();
    return this;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  get board() {
    return this.page.getByRole("textbox", { name: "Type or paste a board" });
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  // The figure of that name, of the first search or the second.
  figure(name: string, lane = 0) {
    return this.page
      .locator("#figures-table tbody tr", { has: this.page.getByRole("rowheader", { name, exact: true }) })
      .locator("td")
      .nth(lane);
  }

  // The settings of the first search or the second.
  lane(index: number) {
    return this.page.locator("#lanes fieldset").nth(index);
  }

  async choose(algorithm: string, heuristic?: string, lane = 0): Promise<void> {
    const settings = this.lane(lane);
    await settings.getByRole("combobox", { name: "Algorithm" }).selectOption({ label: algorithm });
    if (heuristic)
      await settings.getByRole("combobox", { name: "Heuristic" }).selectOption({ label: heuristic });
  }

  // Solves and waits until the state of the search says that.
  async solve(state: RegExp, lane = 0): Promise<void> {
    await this.button("Solve").click();
    await this.stateIs(state, lane);
  }

  async stateIs(state: RegExp, lane = 0): Promise<void> {
    await eventually(
      () => this.figure("State", lane).textContent(),
      (text) => expect(text).toMatch(state),
    );
  }

  // The tiles of the editor, row by row, the blank as 0.
  async editorTiles(): Promise<number[]> {
    const texts = await this.page.locator("#editor [role=gridcell]").allTextContents();
    return texts.map((text) => Number(text || "0"));
  }

  async playerTiles(): Promise<number[]> {
    const texts = await this.page.locator("#player-board .cell").allTextContents();
    return texts.map((text) => Number(text || "0"));
  }

  // What a screen reader would tell of the focused element: its role and name.
  async focused(): Promise<string> {
    return await this.page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return "nothing";
      const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? "";
      return `${element.getAttribute("role") ?? element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? (label || element.textContent)}`.trim();
    });
  }
}

// Tries again until the look passes its check, or says why it does not after the time.
export async function eventually<T>(
  look: () => Promise<T>,
  check: (seen: T) => void,
  timeoutMs = 30_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    try {
      check(seen);
      return seen;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
