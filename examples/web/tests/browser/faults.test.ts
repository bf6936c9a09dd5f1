// Servers that are strict, full, or gone.

import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStack } from "../../stack/stack.mjs";
import { EASY, ENDLESS } from "./boards";
import { launchBrowser, Session } from "./browser";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

type Stack = Awaited<ReturnType<typeof startStack>>;

async function withStack(serverFlags: string[], use: (stack: Stack) => Promise<void>): Promise<void> {
  const stack = await startStack({ serverFlags: ["--tables", "none", ...serverFlags] });
  try {
    await use(stack);
  } finally {
    await stack.stop();
  }
}

async function startEndless(session: Session, state: RegExp): Promise<void> {
  await session.board.fill(ENDLESS);
  await session.choose("IDA*", "Manhattan");
  await session.solve(state);
}

describe("a full server", () => {
  test("tells the place in its queue, and when to try again", async () => {
    const flags = [
      "--workers",
      "1",
      "--max-active",
      "1",
      "--max-queued",
      "1",
      "--max-queued-per-caller",
      "1",
    ];
    await withStack(flags, async ({ url }) => {
      const sessions: Session[] = [];
      for (const state of [
        /^Searching/,
        /^Waiting for a worker, 0 ahead$/,
        /^The server has too much to do$/,
      ]) {
        const session = await (await Session.open(browser, url)).connected();
        sessions.push(session);
        await startEndless(session, state);
      }
      const alert = await sessions[2]?.page.getByRole("alert").innerText();
      expect(alert).toContain("RESOURCE_EXHAUSTED");
      expect(alert).toMatch(/Try again in [\d.]+ m?s\./);
      // The one who waits takes the place of the one who leaves.
      await sessions[0]?.button("Cancel").click();
      await sessions[1]?.stateIs(/^Searching/);
      for (const session of sessions) await session.close();
    });
  });
});

describe("a server with tokens", () => {
  test("wants one, and takes it", async () => {
    const directory = await mkdtemp(join(tmpdir(), "taquin-web-tokens-"));
    const tokens = join(directory, "tokens");
    await writeFile(tokens, `alice ${createHash("sha256").update("open sesame").digest("hex")}\n`);
    await withStack(["--tokens", tokens], async ({ url }) => {
      const session = await Session.open(browser, url);
      await session.page.getByText("The server wants a token").waitFor();
      expect(await session.button("Solve").isDisabled()).toBe(true);
      await session.page.getByText("Connection", { exact: true }).click();
      await session.page.getByLabel("Token, where the server wants one").fill("open sesame");
      await session.button("Try again").click();
      await session.connected();
      await session.board.fill(EASY);
      await session.solve(/^Optimal: 19 moves$/);
      await session.page.getByLabel("Token, where the server wants one").fill("wrong");
      await session.solve(/^The server wants a token$/);
      expect(await session.page.getByRole("alert").innerText()).toContain("UNAUTHENTICATED");
      await session.close();
    });
    await rm(directory, { recursive: true });
  });
});

describe("a server that is gone", () => {
  test("during a search: what it had found stays, and another search asks again", async () => {
    await withStack([], async (stack) => {
      const session = await (await Session.open(browser, stack.url)).connected();
      await session.board.fill(ENDLESS);
      await session.choose("Anytime");
      await session.solve(/^Searching: best so far/);
      await stack.killServer();
      await session.stateIs(/^The server cannot be reached$/);
      expect(await session.page.getByRole("alert").innerText()).toContain("UNAVAILABLE");
      await session.button("Last").click();
      expect((await session.playerTiles()).at(-1)).toBe(0);
      await stack.restartServer();
      await session.board.fill(EASY);
      await session.choose("Automatic");
      // Envoy may still take it for gone at the first call.
      await expect
        .poll(
          async () => {
            await session.button("Solve").click();
            await session.stateIs(/^(Optimal|The server cannot)/);
            return await session.figure("State").textContent();
          },
          { timeout: 30_000 },
        )
        .toBe("Optimal: 19 moves");
      await session.close();
    });
  });

  test("before the page is opened: it says so, and connects when asked again", async () => {
    await withStack([], async (stack) => {
      await stack.killServer();
      const session = await Session.open(browser, stack.url);
      await session.page.getByText("The server cannot be reached").waitFor();
      await stack.restartServer();
      await expect
        .poll(
          async () => {
            const again = session.button("Try again");
            if (await again.isVisible()) await again.click();
            return await session.page.locator("#server").textContent();
          },
          { timeout: 30_000 },
        )
        .toMatch(/^Connected/);
      await session.close();
    });
  });

  test("and its proxy too: a search fails with words", async () => {
    await withStack([], async (stack) => {
      const session = await (await Session.open(browser, stack.url)).connected();
      await startEndless(session, /^Searching/);
      await stack.stopEnvoy();
      await session.stateIs(/^The (server cannot be reached|call failed)$/);
      await session.solve(/^The (server cannot be reached|server has a defect|call failed)$/);
      expect(await session.page.getByRole("alert").count()).toBe(1);
      await session.close();
    });
  });
});
