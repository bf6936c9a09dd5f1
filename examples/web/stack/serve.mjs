// Runs the whole: taquind, Envoy and the built page, until a signal.
// usage: node stack/serve.mjs [PORT]     (of the page; without it, any that is free)

import { startStack } from "./stack.mjs";

const stack = await startStack({ pagePort: Number(process.argv[2] ?? 0) });
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await stack.stop();
    process.exit(0);
  });
}
console.log(`The page is at ${stack.url}, taquind at localhost:${stack.serverPort}; Ctrl-C ends both.`);
