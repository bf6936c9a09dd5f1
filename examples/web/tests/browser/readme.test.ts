// What README.md shows, as it stands there: the commands that serve the page by its own tools,
// in a copy of this example, and the lines that use the client.

import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startStack } from "../../stack/stack.mjs";
import { EASY } from "./boards";
import { eventually, launchBrowser, Session } from "./browser";

const EXAMPLE = fileURLToPath(new URL("../..", import.meta.url));
const BUILT = ["node_modules", "dist", join("src", "gen")];
const INSTALL_MS = 600_000;

function shown(pattern: RegExp, readme: string): string[] {
  const found = pattern.exec(readme);
  if (!found) throw new Error(`README.md shows nothing like ${pattern}`);
  return found.slice(1);
}

let stack: Awaited<ReturnType<typeof startStack>>;
let browser: Browser;
let checkout: string;
let example: string;
let printed: string;
// The page's, by the commands shown.
let url: string;
let stopCommands = async () => {};

beforeAll(async () => {
  const readme = await readFile(join(EXAMPLE, "README.md"), "utf8");
  const [commands = ""] = shown(/```sh\n(npm [^`]*)```/, readme);
  const [program = "", output = ""] = shown(/```typescript\n(.*?)```.*?prints `(.*?)`/s, readme);
  printed = output;

  checkout = await mkdtemp(join(tmpdir(), "taquin-readme-"));
  example = join(checkout, "examples/web");
  await cp(join(EXAMPLE, "../../proto"), join(checkout, "proto"), { recursive: true });
  await cp(EXAMPLE, example, {
    recursive: true,
    filter: (path) => !BUILT.includes(relative(EXAMPLE, path)),
  });
  await writeFile(join(example, "src/readme.ts"), program);
  await writeFile(
    join(example, "readme.html"),
    '<!doctype html><script type="module" src="/src/readme.ts"></script>',
  );

  stack = await startStack({ serverFlags: ["--tables", "none"] });
  browser = await launchBrowser();
  // Without what this program is told by the one that runs it. Envoy's address is among the rest.
  const { NODE_ENV: _, VITEST: __, FORCE_COLOR: ___, ...environment } = process.env;
  const shell = spawn("bash", ["-ec", commands], {
    cwd: example,
    detached: true,
    env: { ...environment, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => shell.on("close", () => resolve()));
  stopCommands = async () => {
    if (shell.exitCode === null && shell.pid) process.kill(-shell.pid, "SIGTERM");
    await ended;
  };
  let log = "";
  url = await new Promise<string>((resolve, reject) => {
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        const address = /Local: +(http:\S+)/.exec(log)?.[1];
        if (address) resolve(address);
      });
    }
    void ended.then(() => reject(new Error(log)));
  });
}, INSTALL_MS);

afterAll(async () => {
  await stopCommands();
  await browser?.close();
  await stack?.stop();
  if (checkout) await rm(checkout, { recursive: true, force: true });
});

test("the commands shown serve the page", async () => {
  const session = await (await Session.open(browser, url)).connected();
  await session.board.fill(EASY);
  await session.solve(/^Optimal: 19 moves$/);
  await session.close();
});

test("the lines shown print what is shown", async () => {
  const page = await browser.newPage();
  const lines: string[] = [];
  page.on("console", (message) => lines.push(message.text()));
  page.on("pageerror", (error) => lines.push(String(error)));
  await page.goto(new URL("readme.html", url).href);
  await eventually(
    async () => lines,
    (seen) => expect(seen).toContain(printed),
  );
  await page.close();
});

test("the lines shown are of the types that they use", async () => {
  await promisify(execFile)("node_modules/.bin/tsc", [], { cwd: example });
}, 240_000);
