// For everybody, and against nobody: keyboard, screen readers, sizes, colours, and the page's policy.

import { createRequire } from "node:module";
import { mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStack } from "../../stack/stack.mjs";
import { EASY, ENDLESS, REPEATED, UNSOLVABLE } from "./boards";
import { eventually, launchBrowser, Session } from "./browser";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PICTURES =
  process.env.TAQUIN_PICTURES ?? fileURLToPath(new URL("../../../../build/web/pictures", import.meta.url));

let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;
beforeAll(async () => {
  stack = await startStack({ serverFlags: ["--tables", "none"] });
  browser = await launchBrowser();
  await mkdir(PICTURES, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

describe("by keyboard alone", () => {
  test("a board is arranged, solved, stepped through and a search cancelled", async () => {
    const session = await (await Session.open(browser, stack.url)).connected();
    const { keyboard } = session.page;
    const tabTo = async (name: string | RegExp) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await keyboard.press("Tab");
        const focused = await session.focused();
        if (typeof name === "string" ? focused === name : name.test(focused)) return;
      }
      throw new Error(`Tab does not come to ${name}.`);
    };

    await keyboard.press("Tab");
    expect(await session.focused()).toBe("a Skip to the answer");
    await keyboard.press("Enter");
    await eventually(
      () => session.page.evaluate(() => document.activeElement?.id),
      (id) => expect(id).toBe("answer"),
    );
    await session.page.reload();
    await session.connected();

    await tabTo(/^select Example/);
    await keyboard.type("8-puzzle, a");
    expect(await session.editorTiles()).toEqual([2, 3, 4, 1, 5, 0, 7, 6, 8]);

    await tabTo("gridcell tile 2, row 1, column 1");
    await keyboard.press("ArrowRight");
    expect(await session.focused()).toBe("gridcell tile 3, row 1, column 2");
    await keyboard.press("Enter");
    expect(await session.page.locator("#editor-status").textContent()).toBe("Picked up tile 3");
    await keyboard.press("Escape");
    expect(await session.page.locator("#editor-status").textContent()).toBe("Put tile 3 back");
    await keyboard.press("Enter");
    await keyboard.press("ArrowDown");
    await keyboard.press("Control+End");
    await keyboard.press(" ");
    expect(await session.page.locator("#editor-status").textContent()).toBe("Swapped tile 3 and tile 8");
    expect(await session.editorTiles()).toEqual([2, 8, 4, 1, 5, 0, 7, 6, 3]);
    expect(await session.focused()).toBe("gridcell tile 3, row 3, column 3");
    await keyboard.press("Home");
    expect(await session.focused()).toBe("gridcell tile 7, row 3, column 1");
    await keyboard.press("ArrowLeft");
    expect(await session.focused()).toBe("gridcell tile 7, row 3, column 1");

    await tabTo(/^textarea Type or paste/);
    await keyboard.press("Control+A");
    await keyboard.type(EASY);
    await tabTo("button Solve");
    await keyboard.press("Enter");
    await session.stateIs(/^Optimal: 19 moves$/);

    await tabTo(/^input Step/);
    await keyboard.press("End");
    expect(await session.playerTiles()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0]);
    await tabTo("button Previous");
    await keyboard.press(" ");
    expect(await session.page.locator("#player-step").textContent()).toContain("Step 18 of 19");

    await session.page.locator("#board-text").focus();
    await keyboard.press("Control+A");
    await keyboard.type(ENDLESS);
    await tabTo(/^select Algorithm/);
    await keyboard.type("IDA");
    await tabTo(/^input Time limit/);
    await keyboard.press("Enter"); // In any field of the form.
    await session.stateIs(/^Searching/);
    await tabTo("button Cancel");
    await keyboard.press("Enter");
    await session.stateIs(/^Cancelled/);
    // Focus goes on, although the button is out of use now.
    expect(await session.focused()).toBe("button Solve");
    await session.close();
  });

  test("Tab reaches everything that can be used, each with a name and a ring around it", async () => {
    const session = await (await Session.open(browser, stack.url)).connected();
    await session.board.fill(EASY);
    await session.solve(/^Optimal/);
    const usable = session.page.locator(
      ":is(a[href], input, select, textarea, button, summary, [tabindex='0']):not(:disabled):visible",
    );
    await session.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await session.page.evaluate(() => document.body.focus());
    const presses = (await usable.count()) + 5;
    for (let press = 0; press < presses; press += 1) {
      await session.page.keyboard.press("Tab");
      const name = await session.focused();
      if (name === "nothing") continue;
      expect(name).toMatch(/\S \S/);
      const outline = await session.page.evaluate(
        () => getComputedStyle(document.activeElement as Element).outlineStyle,
      );
      expect(outline, name).not.toBe("none");
      // A mark on the element itself: its place changes as the page goes on drawing.
      await session.page.evaluate(() => document.activeElement?.setAttribute("data-reached", ""));
    }
    expect(await session.page.locator("[data-reached]").count()).toBe(await usable.count());
    await session.close();
  });
});

const STATES: Record<string, (session: Session) => Promise<void>> = {
  first: async () => {},
  solved: async (session) => {
    await session.page.getByLabel("Compare with a second search").check();
    await session.board.fill(EASY);
    await session.solve(/^Optimal/);
    await session.stateIs(/^Optimal/, 1);
    await session.button("Next").click();
  },
  refused: async (session) => {
    await session.board.fill(REPEATED);
    await session.solve(/refuses/);
    await session.page.getByRole("alert").waitFor();
  },
  unsolvable: async (session) => {
    await session.board.fill(UNSOLVABLE);
    await session.button("Spiral").waitFor();
    await session.solve(/^Unsolvable/);
  },
};

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  describe.each([
    ["narrow", { width: 320, height: 640 }],
    ["wide", { width: 1280, height: 900 }],
  ])("and %s", (size, viewport) => {
    test.each(Object.keys(STATES))(
      "the page when %s has no fault that axe knows, and nothing to scroll sideways",
      async (name) => {
        // The page's policy would keep axe out.
        const session = await (
          await Session.open(browser, stack.url, { colorScheme, viewport, bypassCSP: true })
        ).connected();
        await STATES[name]?.(session);
        await session.page.screenshot({
          path: `${PICTURES}/${name}-${size}-${colorScheme}.png`,
          fullPage: true,
        });
        await session.page.evaluate(await readFile(AXE, "utf8"));
        const { violations, passes } = await session.page.evaluate(() =>
          (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
        );
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
        ).toEqual([]);
        expect(passes.map(({ id }) => id)).toEqual(
          expect.arrayContaining(["color-contrast", "label", "aria-required-children"]),
        );
        expect(await session.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          viewport.width,
        );
        await session.close();
      },
    );
  });
});

test("a large board fits a narrow page", async () => {
  const session = await (
    await Session.open(browser, stack.url, { viewport: { width: 320, height: 640 } })
  ).connected();
  const tiles = Array.from({ length: 1024 }, (_, cell) => (cell + 1) % 1024);
  await session.board.fill(tiles.join(" "));
  await session.solve(/^Optimal: 0 moves$/);
  expect(await session.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await session.close();
});

describe("the page's policy", () => {
  test("stands in the page and in its headers", async () => {
    const answer = await fetch(stack.url);
    const header = answer.headers.get("content-security-policy") ?? "";
    const meta = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(await answer.text());
    const inPage = (meta?.[1] ?? "").replaceAll("&#39;", "'");
    for (const policy of [header, inPage]) {
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    }
    expect(header).toContain("frame-ancestors 'none'");
  });

  test("keeps out code that somebody put into the page, and the page needs none", async () => {
    const session = await Session.open(browser, stack.url);
    await session.connected();
    const ran = await session.page.evaluate(async () => {
      const attempts: Record<string, () => void> = {
        inline: () => {
          const script = document.createElement("script");
          script.append("window.intruder = true");
          document.head.append(script);
        },
        attribute: () => {
          const image = document.createElement("img");
          image.setAttribute("onerror", "window.intruder = true");
          image.setAttribute("src", "/nowhere.png");
          document.body.append(image);
        },
        markup: () => {
          document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.intruder = true'>");
        },
        elsewhere: () => {
          const script = document.createElement("script");
          script.setAttribute("src", "http://localhost:1/code.js");
          document.head.append(script);
        },
      };
      const refused: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => refused.push(event.violatedDirective));
      const threw: string[] = [];
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          attempt();
        } catch {
          threw.push(name);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { intruder: "intruder" in window, refused, threw };
    });
    expect(ran.intruder).toBe(false);
    expect(ran.threw.length + ran.refused.length).toBeGreaterThanOrEqual(4);
    await session.close();
  });

  test("text from the board and from the server is never markup", async () => {
    const session = await (await Session.open(browser, stack.url)).connected();
    await session.board.fill("<img src=x onerror=alert(1)> 1 / 2 3");
    expect(await session.page.locator("#board-faults li").first().textContent()).toContain("<img");
    expect(await session.page.locator("main img").count()).toBe(0);
    await session.close();
  });
});
