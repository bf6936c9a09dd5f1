// One server, and a page newly opened for each test.

import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { startStack } from "../../stack/stack.mjs";
import { launchBrowser, Session } from "./browser";

export interface Opened {
  readonly session: Session;
  // Instead of the page that is open.
  reopen(options?: BrowserContextOptions): Promise<void>;
  // How many calls of that rpc the server has seen end with that code.
  ended(method: string, code: string): number;
}

// For all tests of the file. A page that has complained by the end of a test fails it.
export function openForEachTest(): Opened {
  let stack: Awaited<ReturnType<typeof startStack>>;
  let browser: Browser;
  let session: Session;

  const open = async (options: BrowserContextOptions = {}) => {
    session = await (await Session.open(browser, stack.url, options)).connected();
  };
  beforeAll(async () => {
    stack = await startStack({ serverFlags: ["--tables", "none"] });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });
  beforeEach(() => open());
  afterEach(async () => {
    const { complaints } = session;
    await session.close();
    expect(complaints).toEqual([]);
  });

  return {
    get session() {
      return session;
    },
    async reopen(options) {
      await session.close();
      await open(options);
    },
    ended(method, code) {
      const record = `"method":"${method}","code":"${code}"`;
      return stack
        .serverLog()
        .split("\n")
        .filter((line) => line.includes(record)).length;
    },
  };
}
