// Shows a failed call.

import { make } from "./element";
import type { Fault } from "./fault";
import * as quantity from "./quantity";

// An alert that says what failed, whose turn it is, and every field that is wrong.
export function faultView(name: string, fault: Fault): HTMLElement {
  const title = make("h3", {}, name === "" ? fault.headline : `${name}: ${fault.headline}`);
  const view = make("div", { class: "fault", role: "alert" }, title);
  if (fault.violations.length > 0) {
    const items = fault.violations.flatMap(({ field, description }) => [
      make("dt", {}, make("code", {}, field)),
      make("dd", {}, description),
    ]);
    view.append(make("dl", {}, ...items));
  } else if (fault.message !== "") {
    view.append(make("p", {}, fault.message));
  }
  if (fault.retryAfterMs !== undefined) {
    view.append(make("p", {}, `Try again in ${quantity.seconds(fault.retryAfterMs / 1000)}.`));
  }
  view.append(make("p", { class: "code" }, make("code", {}, fault.code)));
  return view;
}
