// The figures of one search, or of two side by side, in a table that keeps up with them.

import { Algorithm, Heuristic } from "./gen/taquin/v1/solve_pb";
import { make, setText } from "./element";
import { algorithmName, heuristicName } from "./names";
import * as quantity from "./quantity";
import { describeSearch, type Search } from "./search";

const NONE = "–";

const FIGURES: { name: string; of: (search: Search) => string }[] = [
  { name: "State", of: describeSearch },
  { name: "Lower bound", of: (search) => quantity.count(search.lowerBound) },
  {
    name: "Best path",
    of: (search) => (search.bestLength === undefined ? NONE : `${quantity.count(search.bestLength)} moves`),
  },
  { name: "Gap", of: (search) => (search.gap === undefined ? NONE : quantity.percent(search.gap)) },
  { name: "Search time", of: (search) => quantity.seconds(search.seconds) },
  { name: "Expanded", of: (search) => quantity.count(search.expanded) },
  { name: "Generated", of: (search) => quantity.count(search.generated) },
  { name: "Rate", of: (search) => `${quantity.count(Math.round(search.expansionsPerSecond))}/s` },
  { name: "Memory", of: (search) => quantity.bytes(search.memoryBytes) },
  {
    name: "Algorithm",
    of: (search) => (search.algorithm === Algorithm.UNSPECIFIED ? NONE : algorithmName(search.algorithm)),
  },
  {
    name: "Heuristic",
    of: (search) => (search.heuristic === Heuristic.UNSPECIFIED ? NONE : heuristicName(search.heuristic)),
  },
  { name: "Table", of: (search) => search.result?.stats?.table || NONE },
];

export class FiguresTable {
  #searches: { name: string; search: Search }[] = [];

  constructor(private readonly table: HTMLTableElement) {}

  // Begins anew with a column for each search.
  begin(searches: { name: string; search: Search }[]): void {
    this.#searches = searches;
    const heads = searches.map(({ name }, index) =>
      make("th", { scope: "col", class: `lane-${index}` }, name),
    );
    this.table.tHead?.replaceChildren(make("tr", {}, make("td"), ...heads));
    this.table.tBodies[0]?.replaceChildren(
      ...FIGURES.map(({ name }) =>
        make("tr", {}, make("th", { scope: "row" }, name), ...searches.map(() => make("td"))),
      ),
    );
    this.draw();
  }

  draw(): void {
    FIGURES.forEach(({ of }, row) => {
      const cells = this.table.tBodies[0]?.rows[row]?.cells;
      this.#searches.forEach(({ search }, column) => {
        const cell = cells?.[column + 1];
        if (cell) setText(cell, of(search));
      });
    });
  }
}
