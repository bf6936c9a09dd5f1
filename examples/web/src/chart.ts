// How bound and best path came together, as a picture.

import type { Search } from "./search";
import { setText } from "./element";
import * as quantity from "./quantity";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 220;
const LEFT = 40;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;

export class Chart {
  constructor(
    private readonly svg: SVGElement,
    private readonly title: Element,
  ) {
    svg.setAttribute("height", String(HEIGHT));
  }

  draw(searches: { name: string; search: Search }[]): void {
    // A board that is refused, or cannot be solved, has nothing to show.
    const figure = this.svg.closest("figure");
    if (figure) figure.hidden = !searches.some(({ search }) => search.history.some(hasLength));
    const width = this.svg.clientWidth; // A unit is a pixel, so that its text keeps its size.
    const moments = searches.flatMap(({ search }) => search.history);
    const lengths = moments.flatMap(({ lowerBound, bestLength }) => [lowerBound, bestLength ?? lowerBound]);
    const latest = Math.max(...searches.map(({ search }) => search.seconds), 0.001);
    const [least, most] = padded(Math.min(...lengths, Infinity), Math.max(...lengths, -Infinity));
    const x = (seconds: number) => LEFT + (seconds / latest) * (width - LEFT - RIGHT);
    const y = (length: number) => TOP + ((most - length) / (most - least)) * (HEIGHT - TOP - BOTTOM);

    const parts: SVGElement[] = [];
    for (const length of ticks(least, most)) {
      parts.push(
        svgElement("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(length), y2: y(length) }),
      );
      parts.push(svgElement("text", { x: LEFT - 6, y: y(length) + 4, "text-anchor": "end" }, String(length)));
    }
    parts.push(svgElement("text", { x: LEFT, y: HEIGHT - 8 }, "0 s"));
    parts.push(
      svgElement("text", { x: width - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, quantity.seconds(latest)),
    );
    searches.forEach(({ search }, index) => {
      for (const [kind, of] of [
        ["bound", (moment: Moment) => moment.lowerBound],
        ["best", (moment: Moment) => moment.bestLength],
      ] as const) {
        const points = steps(search, of).map(
          ([seconds, length]) => `${x(seconds).toFixed(1)},${y(length).toFixed(1)}`,
        );
        if (points.length > 0) {
          parts.push(svgElement("polyline", { class: `${kind} lane-${index}`, points: points.join(" ") }));
        }
      }
    });
    this.svg.replaceChildren(this.title, ...parts);
    setText(this.title, searches.map(({ name, search }) => `${name}: ${inWords(search)}`).join(" "));
  }
}

type Moment = Search["history"][number];

function hasLength({ lowerBound, bestLength }: Moment): boolean {
  return lowerBound > 0 || bestLength !== undefined;
}

// The corners of a line that keeps its height until the next moment, and goes on until now.
function steps(search: Search, of: (moment: Moment) => number | undefined): [number, number][] {
  const points: [number, number][] = [];
  for (const moment of search.history) {
    const length = of(moment);
    if (length === undefined) continue;
    const last = points.at(-1);
    if (last) points.push([moment.seconds, last[1]]);
    points.push([moment.seconds, length]);
  }
  const last = points.at(-1);
  if (last) points.push([search.seconds, last[1]]);
  return points;
}

function inWords(search: Search): string {
  const first = search.history[0];
  if (first === undefined) return "nothing yet.";
  const best = search.history.find(({ bestLength }) => bestLength !== undefined)?.bestLength;
  const paths = best === undefined ? "no path" : `the best path from ${best} to ${search.bestLength} moves`;
  return `the lower bound went from ${first.lowerBound} to ${search.lowerBound}, ${paths}, in ${quantity.seconds(search.seconds)}.`;
}

function padded(least: number, most: number): [number, number] {
  if (!Number.isFinite(least)) return [0, 1];
  const margin = Math.max(1, (most - least) * 0.05);
  return [Math.max(0, least - margin), most + margin];
}

// Round numbers, four or so.
function ticks(least: number, most: number): number[] {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? power;
  const found: number[] = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most; tick += step) found.push(tick);
  return found;
}

function svgElement(tag: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}
