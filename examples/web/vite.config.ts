import type { Plugin, ProxyOptions } from "vite";
import { defineConfig } from "vitest/config";

// Where Envoy's gRPC-Web listener is; the page's own server passes calls on to it, so
// that page and calls have one origin.
const envoy = process.env.TAQUIN_ENVOY ?? "http://127.0.0.1:8080";
const proxy: Record<string, ProxyOptions> = {
  "/taquin.v1.SolverService/": {
    target: envoy,
    configure: (server) => {
      // A call that one end gives up ends at the other, too: a search is cancelled so, and
      // the page learns that the server is gone.
      server.on("proxyReq", (toEnvoy, _, toPage) => toPage.on("close", () => toEnvoy.destroy()));
      server.on("proxyRes", (fromEnvoy, _, toPage) => fromEnvoy.on("error", () => toPage.destroy()));
    },
  },
};

// Scripts, styles and calls from here alone, no inline code, and no text made into markup.
const connectSources = [
  "'self'",
  ...(process.env.VITE_TAQUIN_URL ? [new URL(process.env.VITE_TAQUIN_URL).origin] : []),
];
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  `connect-src ${connectSources.join(" ")}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

// The built page carries its policy, wherever it is served from. Vite's own page for
// development needs inline code, so it goes without.
const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: policy.join("; ") },
      injectTo: "head-prepend",
    },
  ],
};

export default defineConfig({
  plugins: [contentSecurityPolicy],
  server: { proxy },
  preview: {
    proxy,
    headers: {
      // What only a header can say.
      "Content-Security-Policy": [...policy, "frame-ancestors 'none'"].join("; "),
      "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    // Each file of browser tests runs programs of its own.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
