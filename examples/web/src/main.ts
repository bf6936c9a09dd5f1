// Joins the form, the server and the answer.

import { BoardCheck } from "./board-check";
import { Chart } from "./chart";
import { byId, make, setText } from "./element";
import { describeFault } from "./fault";
import { faultView } from "./fault-view";
import { FiguresTable } from "./figures";
import { PathPlayer } from "./path-player";
import { type Asked, Question } from "./question";
import { describeSearch, Search } from "./search";
import { createSolverClient } from "./solver-client";

const CAPABILITIES_TIMEOUT_MS = 10_000;
const SPARE_MS = 60_000; // For the queue, beyond the search's own limit.
const QUIET_MS = 3_000; // Between two spoken reports of a running search.

const baseUrl = new URL(import.meta.env.VITE_TAQUIN_URL || "/", location.href).href;
const token = byId<HTMLInputElement>("token");
const client = createSolverClient(baseUrl, () => token.value.trim());

const form = byId<HTMLFormElement>("question");
const solve = byId<HTMLButtonElement>("solve");
const cancel = byId<HTMLButtonElement>("cancel");
const faults = byId("faults");
const announcements = byId("announcements");
const playerChoice = byId("player-choice");

const figures = new FiguresTable(byId("figures-table"));
const chart = new Chart(byId("chart"), byId("chart-title"));
const player = new PathPlayer();
// The form has a board before there is anything to check it.
let check: BoardCheck | undefined;
const question = new Question(() => void check?.ask(question.start, question.goal));
check = new BoardCheck(
  client,
  byId("check"),
  (fault) => question.showViolations(fault?.violations ?? []),
  (layout) => question.chooseLayout(layout),
);

interface Running {
  name: string;
  search: Search;
}
let searches: Running[] = [];
let shown: Running | undefined; // Whose path the player has: the first to have one, or the one chosen.

async function connect(): Promise<void> {
  const server = byId("server");
  setText(server, "Connecting …");
  try {
    const capabilities = await client.getCapabilities({}, { timeoutMs: CAPABILITIES_TIMEOUT_MS });
    question.offer(capabilities);
    setText(
      server,
      `Connected to taquind ${capabilities.version}, ${capabilities.workerThreads} worker threads.`,
    );
    solve.disabled = false;
    void check?.ask(question.start, question.goal);
  } catch (reason) {
    const { headline, message } = describeFault(reason);
    const again = make("button", { type: "button" }, "Try again");
    again.addEventListener("click", () => void connect());
    server.replaceChildren(`${headline}: ${message} `, again);
  }
}

async function run(asked: Asked[]): Promise<void> {
  searches = asked.map(({ name, request }) => ({ name, search: new Search(request) }));
  shown = undefined;
  player.hide();
  faults.replaceChildren();
  setText(announcements, "");
  byId("empty").hidden = true;
  byId("figures").hidden = false;
  question.showViolations([], asked[0]?.name);
  offerPaths();
  figures.begin(searches);
  const answer = byId("answer");
  if (answer.getBoundingClientRect().top > innerHeight) answer.scrollIntoView();
  solve.disabled = true;
  cancel.disabled = false;
  const timeouts = asked.map(({ timeLimitMs }) => Math.max(timeLimitMs, 0) + SPARE_MS);
  await Promise.all(searches.map(({ search }, lane) => search.run(client, timeouts[lane] ?? SPARE_MS, draw)));
  // Focus must not fall off the page with the button that had it.
  const hadFocus = document.activeElement === cancel;
  solve.disabled = false;
  cancel.disabled = true;
  if (hadFocus) solve.focus();
  showFaults();
  draw();
}

// One drawing for all events of a frame, however many come.
let drawing = false;
function draw(): void {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    figures.draw();
    chart.draw(searches);
    announce();
    setText(byId("state"), describeAll());
    showPath();
  });
}

let lastAnnounced = 0;
function announce(): void {
  const isOver = searches.every(({ search }) => search.isOver);
  const now = performance.now();
  if (!isOver && now - lastAnnounced < QUIET_MS) return;
  lastAnnounced = now;
  setText(announcements, describeAll());
}

function describeAll(): string {
  const one = ({ name, search }: Running) =>
    `${searches.length > 1 ? `${name}: ` : ""}${describeSearch(search)}.`;
  return searches.map(one).join(" ");
}

function showFaults(): void {
  const failed = searches.flatMap(({ name, search: { fault } }) => (fault ? [{ name, fault }] : []));
  for (const { name, fault } of failed) question.showViolations(fault.violations, name);
  // Two searches of one board mostly fail alike; that is said once.
  const [first, second] = failed.map(({ fault }) => JSON.stringify(fault));
  if (first === second) failed.splice(1);
  const named = searches.length > 1 && first !== second;
  faults.append(...failed.map(({ name, fault }) => faultView(named ? name : "", fault)));
}

function offerPaths(): void {
  playerChoice.hidden = searches.length < 2;
  const choices = searches.map((running) => {
    const radio = make("input", { type: "radio", name: "path-of", disabled: "" });
    radio.addEventListener("change", () => {
      shown = running;
      player.hide();
      showPath();
    });
    return make("label", {}, radio, ` ${running.name}`);
  });
  playerChoice.replaceChildren(...playerChoice.querySelectorAll("legend"), ...choices);
}

function showPath(): void {
  shown ??= searches.find(({ search }) => search.best !== undefined);
  playerChoice.querySelectorAll("input").forEach((radio, lane) => {
    radio.disabled = searches[lane]?.search.best === undefined;
    radio.checked = searches[lane] === shown;
  });
  const { best, request } = shown?.search ?? {};
  if (best && request?.start) player.offer(request.start, best.moves);
}

function cancelAll(): void {
  for (const { search } of searches) search.cancel();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (solve.disabled) return;
  const asked = question.read();
  if (asked) void run(asked);
});
cancel.addEventListener("click", cancelAll);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") cancelAll();
});
window.addEventListener("pagehide", cancelAll);

solve.disabled = true;
void connect();
