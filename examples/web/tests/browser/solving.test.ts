// What people do with a board: solve it, watch, cancel, compare, and step through the path.

import { beforeEach, describe, expect, test } from "vitest";
import { EASY, ENDLESS, FARTHEST, UNSOLVABLE } from "./boards";
import { eventually, type Session } from "./browser";
import { openForEachTest } from "./fixture";

const GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0];

const opened = openForEachTest();
const { ended } = opened;
let session: Session;
beforeEach(() => {
  session = opened.session;
});

const startEndless = async (algorithm: string, heuristic?: string) => {
  await session.board.fill(ENDLESS);
  await session.choose(algorithm, heuristic);
  await session.solve(/^Searching/);
};

describe("solving", () => {
  test("offers what the server does", async () => {
    expect(await session.lane(0).getByLabel("Algorithm").locator("option").allTextContents()).toEqual([
      ...["Automatic", "Breadth-first", "Depth-first (proves nothing)", "Iterative deepening"],
      ...[
        "Greedy best-first (proves nothing)",
        "A*",
        "IDA*",
        "Bidirectional",
        "Beam (proves nothing)",
        "Anytime",
        "A*, then IDA*",
      ],
    ]);
    await session.choose("Breadth-first");
    expect(await session.lane(0).getByRole("combobox", { name: "Heuristic" }).isVisible()).toBe(false);
    await session.choose("IDA*");
    expect(
      await session.lane(0).getByRole("combobox", { name: "Heuristic" }).locator("option").allTextContents(),
    ).toContain("Linear conflict");
  });

  test("solves a board and shows the path", async () => {
    await session.board.fill(EASY);
    await session.solve(/^Optimal: 19 moves$/);
    expect(await session.figure("Lower bound").textContent()).toBe("19");
    expect(await session.figure("Best path").textContent()).toBe("19 moves");
    expect(await session.figure("Gap").textContent()).toBe("0 %");
    expect(await session.page.locator("#announcements").textContent()).toBe("Optimal: 19 moves.");
    expect(await session.playerTiles()).toEqual([2, 3, 4, 1, 5, 0, 7, 6, 8]);
    await session.button("Last").click();
    expect(await session.playerTiles()).toEqual(GOAL);
    expect(await session.page.locator("#player-step").textContent()).toMatch(/^Step 19 of 19: blank/);
  });

  test("solves a board that is solved", async () => {
    await session.board.fill("1 2 3 / 4 5 6 / 7 8 _");
    await session.solve(/^Optimal: 0 moves$/);
    expect(await session.page.locator("#player-step").textContent()).toBe("Step 0 of 0");
    await session.button("Play").click();
    expect(await session.playerTiles()).toEqual(GOAL);
  });

  test("solves for another goal, and for one's own", async () => {
    await session.board.fill(UNSOLVABLE);
    await session.page.getByLabel("Goal", { exact: true }).selectOption({ label: "A board of your own" });
    await session.page.getByLabel("Goal board").fill("1 2 3 / 4 5 6 / 8 _ 7");
    await session.solve(/^Optimal: 1 move$/);
    await session.button("Last").click();
    expect(await session.playerTiles()).toEqual([1, 2, 3, 4, 5, 6, 8, 0, 7]);
  });

  test("tells of a board that cannot be solved, and for which goal it can", async () => {
    await session.board.fill(UNSOLVABLE);
    await session.page.getByText("Cannot be solved. The goal 1 2 3").waitFor();
    await session.solve(/^Unsolvable\. The goal/);
    expect(await session.page.locator("#player").isVisible()).toBe(false);
    expect(await session.page.locator("#chart").isVisible()).toBe(false);
    await session.button("Spiral").click();
    await session.page.getByText("Can be solved, in").waitFor();
    await session.solve(/^Optimal: \d+ moves$/);
  });

  test("names the limit that came first", async () => {
    await session.board.fill(ENDLESS);
    await session.choose("IDA*", "Manhattan");
    await session.page.getByLabel("Time limit, seconds").fill("0.5");
    await session.solve(/^No path found: the time limit came first$/);
  });

  test("the gap asked for is enough", async () => {
    await session.board.fill(ENDLESS);
    await session.choose("Anytime");
    await session.page.getByLabel("Stop at a gap of, %").fill("50");
    await session.solve(/^A path of \d+ moves, at least \d+ needed$/);
  });

  test("scrambles into a board that can be solved", async () => {
    await session.button("Scramble").click();
    await session.page.getByText("Can be solved, in").waitFor();
    expect((await session.editorTiles()).sort()).toEqual([...GOAL].sort());
    await session.solve(/^Optimal/);
  });

  test("takes a board of the largest size", async () => {
    const tiles = Array.from({ length: 1024 }, (_, cell) => (cell + 1) % 1024);
    [tiles[1022], tiles[1023]] = [0, 1023];
    await session.board.fill(tiles.join(" "));
    await session.solve(/^Optimal: 1 move$/);
    await session.button("Next").click();
    expect((await session.playerTiles()).at(-1)).toBe(0);
  });
});

describe("watching", () => {
  test("bound, best and gap move while the search runs, and cancelling keeps the best path", async () => {
    await session.board.fill(ENDLESS);
    await session.choose("Anytime");
    // Every state that the page shows, as somebody who watches would see them.
    await session.page.evaluate(() => {
      const seen: string[][] = [];
      (window as unknown as { seen: string[][] }).seen = seen;
      const table = document.querySelector("#figures-table") as HTMLTableElement;
      new MutationObserver(() => {
        const figures = [1, 2, 3].map((row) => table.tBodies[0]?.rows[row]?.cells[1]?.textContent ?? "");
        if (seen.at(-1)?.join() !== figures.join()) seen.push(figures);
      }).observe(table, { subtree: true, childList: true, characterData: true });
    });
    await session.solve(/^Searching: best so far/);
    const seen = () => session.page.evaluate(() => (window as unknown as { seen: string[][] }).seen);
    const distinct = (states: string[][], column: number) =>
      new Set(states.map((state) => state[column]).filter((value) => value !== "–" && value !== "0")).size;
    const states = await eventually(seen, (found) => {
      expect(distinct(found, 1)).toBeGreaterThan(1);
      expect(distinct(found, 2)).toBeGreaterThan(1);
    });
    const numbers = (column: number) =>
      states.filter((state) => state[1] !== "–").map((state) => parseFloat(state[column] ?? ""));
    expect(numbers(0)).toEqual([...numbers(0)].sort((a, b) => a - b));
    expect(numbers(1)).toEqual([...numbers(1)].sort((a, b) => b - a));
    expect(await session.page.locator("#chart polyline.best").count()).toBe(1);
    expect(await session.page.locator("#chart polyline.bound").count()).toBe(1);

    const cancelled = ended("Solve", "Canceled");
    await session.button("Cancel").click();
    await session.stateIs(/^Cancelled; the best so far has \d+ moves$/);
    await eventually(
      async () => ended("Solve", "Canceled"),
      (count) => expect(count).toBe(cancelled + 1),
    );
    expect(await session.button("Cancel").isDisabled()).toBe(true);
    await session.button("Last").click();
    expect(await session.playerTiles()).toEqual([...Array(25).keys()].map((cell) => (cell + 1) % 25));
  });

  test("a better path waits until the reader of another is done", async () => {
    await startEndless("Anytime");
    await session.button("Next").click();
    const before = await session.page.locator("#player-moves").textContent();
    await session.button("Show it").click();
    expect(await session.page.locator("#player-moves").textContent()).not.toBe(before);
    expect(await session.focused()).toBe("input Step");
  });

  test("Escape cancels", async () => {
    await startEndless("IDA*", "Manhattan");
    await session.page.keyboard.press("Escape");
    await session.stateIs(/^Cancelled, without a path$/);
  });

  test("leaving the page cancels", async () => {
    await startEndless("IDA*", "Manhattan");
    const cancelled = ended("Solve", "Canceled");
    await session.page.goto("about:blank");
    await eventually(
      async () => ended("Solve", "Canceled"),
      (count) => expect(count).toBe(cancelled + 1),
    );
  });

  test("compares two searches side by side", async () => {
    const { page } = session;
    await session.board.fill(FARTHEST);
    await page.getByLabel("Compare with a second search").check();
    await session.choose("Breadth-first");
    await session.choose("IDA*", "Manhattan", 1);
    await session.solve(/^Optimal: 31 moves$/);
    await session.stateIs(/^Optimal: 31 moves$/, 1);
    expect(await page.locator("#figures-table thead").innerText()).toMatch(/First search\s+Second search/);
    expect(await session.figure("Algorithm", 0).textContent()).toBe("Breadth-first");
    expect(await session.figure("Algorithm", 1).textContent()).toBe("IDA*");
    expect(await session.figure("Heuristic", 1).textContent()).toBe("Manhattan");
    expect(await page.locator("#announcements").textContent()).toBe(
      "First search: Optimal: 31 moves. Second search: Optimal: 31 moves.",
    );
    for (const name of ["First search", "Second search"]) {
      await page.getByRole("radio", { name }).check();
      await session.button("Last").click();
      expect(await session.playerTiles()).toEqual(GOAL);
    }
    await page.getByLabel("Compare with a second search").uncheck();
    await session.solve(/^Optimal: 31 moves$/);
    expect(await page.locator("#figures-table thead th").count()).toBe(1);
  });

  test("one cancel ends both searches", async () => {
    await session.board.fill(ENDLESS);
    await session.page.getByLabel("Compare with a second search").check();
    await session.choose("IDA*", "Manhattan");
    await session.choose("IDA*", "Linear conflict", 1);
    await session.solve(/^Searching/);
    await session.stateIs(/^Searching/, 1);
    const cancelled = ended("Solve", "Canceled");
    await session.button("Cancel").click();
    await session.stateIs(/^Cancelled/);
    await session.stateIs(/^Cancelled/, 1);
    await eventually(
      async () => ended("Solve", "Canceled"),
      (count) => expect(count).toBe(cancelled + 2),
    );
  });
});

describe("the path", () => {
  beforeEach(async () => {
    await session.board.fill(EASY);
    await session.solve(/^Optimal: 19 moves$/);
  });
  const step = () => session.page.locator("#player-step").textContent();

  test("goes step by step", async () => {
    const start = await session.playerTiles();
    await session.button("Next").click();
    expect(await step()).toMatch(/^Step 1 of 19: blank (up|down|left|right), tile \d moves/);
    const moved = await session.page.locator("#player-board .moved").textContent();
    expect(await step()).toContain(`tile ${moved} `);
    await session.button("Next").click();
    expect(await step()).toContain("Step 2 of 19");
    await session.button("Previous").click();
    await session.button("Previous").click();
    expect(await step()).toBe("Step 0 of 19");
    await session.button("Previous").click();
    expect(await session.playerTiles()).toEqual(start);
    await session.button("Last").click();
    await session.button("Next").click();
    expect(await step()).toContain("Step 19 of 19");
    await session.button("First").click();
    expect(await session.playerTiles()).toEqual(start);
  });

  test("goes by the slider", async () => {
    const slider = session.page.getByRole("slider", { name: "Step" });
    await slider.focus();
    await session.page.keyboard.press("ArrowRight");
    expect(await step()).toContain("Step 1 of 19");
    expect(await slider.getAttribute("aria-valuetext")).toBe("Step 1 of 19");
    await session.page.keyboard.press("End");
    expect(await session.playerTiles()).toEqual(GOAL);
  });

  test("plays, pauses, and plays again from the start", async () => {
    await session.page.getByLabel("Moves a second").selectOption("16");
    await session.button("Play").click();
    await eventually(step, (text) => expect(text).toContain("Step 19 of 19"));
    await session.button("Play").waitFor();
    await session.page.getByLabel("Moves a second").selectOption("1");
    await session.button("Play").click();
    expect(await step()).toBe("Step 0 of 19");
    await eventually(step, (text) => expect(text).toContain("Step 1 of 19"));
    await session.button("Pause").click();
    await session.button("Play").waitFor();
  });

  test("is there to copy", async () => {
    await session.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await session.button("Copy").click();
    await session.page.getByText("Copied.").waitFor();
    const copied = await session.page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^([ULDR]\d*)+$/);
    const moves = [...copied.matchAll(/[ULDR](\d*)/g)].reduce(
      (sum, [, times]) => sum + Number(times || 1),
      0,
    );
    expect(moves).toBe(19);
  });
});
