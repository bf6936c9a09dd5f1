// How people put a board together, and what they read when something is wrong.

import { beforeEach, describe, expect, test } from "vitest";
import { EASY, REPEATED } from "./boards";
import { eventually, type Session } from "./browser";
import { openForEachTest } from "./fixture";

const GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0];

const opened = openForEachTest();
const { ended } = opened;
let session: Session;
beforeEach(() => {
  session = opened.session;
});

describe("arranging the board", () => {
  const cell = (index: number) => session.page.locator("#editor [role=gridcell]").nth(index);
  const middle = async (index: number) => {
    const box = await cell(index).boundingBox();
    if (!box) throw new Error("The cell is not on the page.");
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  beforeEach(async () => {
    await session.board.fill("1 2 3 / 4 5 6 / 7 8 _");
  });

  test("dragging a tile onto another swaps the two", async () => {
    const { mouse } = session.page;
    await mouse.move(...(await middle(0)));
    await mouse.down();
    await mouse.move(...(await middle(4)), { steps: 5 });
    expect(await cell(4).getAttribute("class")).toContain("target");
    await mouse.up();
    expect(await session.editorTiles()).toEqual([5, 2, 3, 4, 1, 6, 7, 8, 0]);
    expect(await session.board.inputValue()).toBe("5 2 3\n4 1 6\n7 8 _");
    await session.page.getByText("Cannot be solved.").waitFor();
  });

  test("dragging by touch does the same", async () => {
    await opened.reopen({ hasTouch: true, viewport: { width: 390, height: 800 } });
    session = opened.session;
    await session.board.fill("1 2 3 / 4 5 6 / 7 8 _");
    await cell(0).scrollIntoViewIfNeeded();
    const devtools = await session.page.context().newCDPSession(session.page);
    const [x, y] = await middle(7);
    const [toX, toY] = await middle(8);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...at: [number, number][]) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y]) => ({ x, y })) });
    await touch("touchStart", [x, y]);
    await touch("touchMove", [(x + toX) / 2, (y + toY) / 2]);
    await touch("touchMove", [toX, toY]);
    await touch("touchEnd");
    await eventually(
      () => session.editorTiles(),
      (tiles) => expect(tiles).toEqual([1, 2, 3, 4, 5, 6, 7, 0, 8]),
    );
  });

  test("a drag that ends elsewhere, or with Escape, changes nothing", async () => {
    const { mouse, keyboard } = session.page;
    await mouse.move(...(await middle(0)));
    await mouse.down();
    await mouse.move(900, 500, { steps: 3 });
    await mouse.up();
    expect(await session.editorTiles()).toEqual(GOAL);
    await mouse.move(...(await middle(0)));
    await mouse.down();
    await mouse.move(...(await middle(4)), { steps: 3 });
    await keyboard.press("Escape");
    await mouse.up();
    expect(await session.editorTiles()).toEqual(GOAL);
    expect(await session.page.locator("#editor .target, #editor .dragged").count()).toBe(0);
  });

  test("an example brings its goal", async () => {
    await session.page.getByLabel("Example").selectOption({ label: "15-puzzle, Korf’s first: 57 moves" });
    expect(
      await session.page.getByLabel("Goal", { exact: true }).locator("option:checked").textContent(),
    ).toBe("Blank first");
    expect(await session.editorTiles()).toEqual([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3]);
    await session.board.fill(EASY);
    expect(await session.page.getByLabel("Example").inputValue()).toBe("");
  });

  test("every example is a board that the server takes", async () => {
    const labels = await session.page.getByLabel("Example").locator("option").allTextContents();
    for (const label of labels.slice(1)) {
      await session.page.getByLabel("Example").selectOption({ label });
      const solvable = label.includes("cannot") ? "Cannot be solved." : "Can be solved, in";
      await session.page.getByText(solvable).waitFor();
    }
  });
});

describe("what is wrong", () => {
  test("with the text stands below it, and nothing is sent", async () => {
    const solves = ended("Solve", "OK") + ended("Solve", "InvalidArgument");
    await session.board.fill("1 2 3 / 4 five 6 / 7 8");
    const faults = await session.page.locator("#board-faults li").allTextContents();
    expect(faults).toHaveLength(2);
    expect(await session.board.getAttribute("aria-invalid")).toBe("true");
    await session.button("Solve").click();
    expect(await session.focused()).toContain("Type or paste a board");
    expect(ended("Solve", "OK") + ended("Solve", "InvalidArgument")).toBe(solves);
    await session.board.fill(EASY);
    expect(await session.page.locator("#board-faults li").count()).toBe(0);
    expect(await session.board.getAttribute("aria-invalid")).toBeNull();
  });

  test("with the board is the server's to say: every field at once", async () => {
    await session.board.fill(REPEATED);
    await session.page.locator("#board-faults").getByText("start.tiles repeated: 7 at index 7").waitFor();
    expect(await session.board.getAttribute("aria-invalid")).toBe("true");
    await session.solve(/^The server refuses the request$/);
    const alert = session.page.getByRole("alert");
    expect(await alert.innerText()).toMatch(
      /start\.tiles\s+repeated: 7[^\n]*\s+start\.tiles\s+missing: 8\s+INVALID_ARGUMENT/,
    );
    await session.board.fill(EASY);
    await session.solve(/^Optimal/);
    expect(await alert.count()).toBe(0);
  });

  test("with a setting stands beside that setting", async () => {
    const weight = session.lane(0).getByLabel("Weight on the heuristic");
    const limit = session.page.getByLabel("Time limit, seconds");
    await session.choose("A*");
    await weight.fill("2000");
    await limit.fill("-1");
    await session.solve(/^The server refuses the request$/);
    expect(await session.page.getByRole("alert").locator("dt").allTextContents()).toEqual(
      expect.arrayContaining(["heuristic_weight", "limits.time"]),
    );
    expect(await weight.getAttribute("aria-invalid")).toBe("true");
    expect(await limit.getAttribute("aria-invalid")).toBe("true");
    expect(await session.page.getByLabel("Stop at a gap of, %").getAttribute("aria-invalid")).toBeNull();
    expect(await session.page.locator("#lane-0-faults").textContent()).toContain("heuristic_weight");
    await limit.fill("");
    await session.button("Solve").click();
    await session.page.getByText("The time limit is not a number.").waitFor();
    await limit.fill("60");
    await weight.fill("1.5");
    await session.solve(/^(Optimal|A path)/);
    expect(await weight.getAttribute("aria-invalid")).toBeNull();
  });

  test("the same with both searches is said once, with one of them by its name", async () => {
    await session.page.getByLabel("Compare with a second search").check();
    await session.board.fill(REPEATED);
    await session.solve(/refuses/, 1);
    await eventually(
      () => session.page.getByRole("alert").allInnerTexts(),
      (alerts) => expect(alerts).toHaveLength(1),
    );
    await session.board.fill(EASY);
    await session.choose("Beam (proves nothing)", undefined, 1);
    await session.lane(1).getByLabel("Beam width").fill("-5");
    await session.solve(/refuses/, 1);
    await session.stateIs(/^Optimal/, 0);
    expect(await session.page.getByRole("alert").innerText()).toMatch(/^Second search: The server refuses/);
    expect(await session.page.locator("#lane-1-faults").textContent()).toContain("beam_width");
  });
});
