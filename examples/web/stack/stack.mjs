// Everything that the page needs, on free ports of this machine: taquind, Envoy in
// front of it, and the built page.

import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { preview } from "vite";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const REPOSITORY = join(ROOT, "../..");
const SERVER = process.env.TAQUIN_SERVER_PROGRAM ?? join(REPOSITORY, "build/release/bin/taquind");
const ENVOY = process.env.TAQUIN_ENVOY_PROGRAM ?? "envoy";
const START_MS = 60_000;

/** A program that this one started; its output is kept to tell why it failed. */
class Program {
  output = "";
  /** @type {string | undefined} */
  #ended;

  /**
   * @param {string} command
   * @param {string[]} args
   */
  constructor(command, args) {
    this.name = command;
    this.process = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => (this.output += text));
    }
    this.done = new Promise((resolve) => {
      this.process.on("error", (error) => resolve((this.#ended = error.message)));
      this.process.on("exit", (code, signal) => resolve((this.#ended = `ended with ${code ?? signal}`)));
    });
  }

  /**
   * Resolves to what `find` returns, once that is something.
   * @template T
   * @param {() => Promise<T | undefined>} find
   * @param {string} what
   * @returns {Promise<T>}
   */
  async until(find, what) {
    const end = Date.now() + START_MS;
    for (;;) {
      const found = await find();
      if (found !== undefined) return found;
      if (this.#ended !== undefined || Date.now() > end) {
        throw new Error(`${this.name}: no ${what}${this.#ended ? `, ${this.#ended}` : ""}\n${this.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = "SIGTERM") {
    this.process.kill("SIGCONT");
    this.process.kill(signal);
    await this.done;
  }
}

/**
 * @param {string} directory where the port file goes
 * @param {{ port?: number, flags?: string[] }} [options]
 */
async function startServer(directory, { port = 0, flags = [] } = {}) {
  const portFile = join(directory, "taquind-port");
  await rm(portFile, { force: true });
  const server = new Program(SERVER, ["--port", String(port), "--port-file", portFile, ...flags]);
  const text = await server.until(() => textOf(portFile), "port");
  return { server, port: Number(text) };
}

/**
 * The fleet's own configuration, but for addresses: the listener for browsers alone, on
 * loopback, before one taquind.
 * @param {number} serverPort
 * @param {string} descriptor file of the proto's descriptors
 */
async function envoyConfig(serverPort, descriptor) {
  const text = await readFile(join(REPOSITORY, "deploy/envoy/envoy.yaml"), "utf8");
  const config = parse(
    text.replace(/proto_descriptor: .*/, `proto_descriptor: ${JSON.stringify(descriptor)}`),
  );
  const loopback = (/** @type {number} */ port) => ({
    socket_address: { address: "127.0.0.1", port_value: port },
  });
  /** @param {{ name: string }} named */
  const isNeeded = ({ name }) => name === "web" || name === "taquind";
  const { listeners, clusters } = config.static_resources;
  const [listener] = listeners.filter(isNeeded);
  const [cluster] = clusters.filter(isNeeded);
  listener.address = loopback(0);
  // One server has no other to leave its calls to when it is slow.
  delete cluster.health_checks;
  delete cluster.outlier_detection;
  cluster.load_assignment.endpoints = [{ lb_endpoints: [{ endpoint: { address: loopback(serverPort) } }] }];
  return {
    ...config,
    admin: { address: loopback(0) },
    static_resources: { listeners: [listener], clusters: [cluster] },
  };
}

/**
 * @param {string} directory where its files go
 * @param {number} serverPort
 */
async function startEnvoy(directory, serverPort) {
  const adminFile = join(directory, "envoy-admin");
  const configFile = join(directory, "envoy.json");
  const descriptor = join(directory, "taquin.pb");
  const buf = join(ROOT, "node_modules/.bin/buf");
  await promisify(execFile)(buf, ["build", join(REPOSITORY, "proto"), "--output", descriptor]);
  await writeFile(configFile, JSON.stringify(await envoyConfig(serverPort, descriptor)));
  const envoy = new Program(ENVOY, [
    ...["--config-path", configFile, "--admin-address-path", adminFile],
    ...["--disable-hot-restart", "--concurrency", "1", "--log-level", "warn"],
  ]);
  const admin = await envoy.until(() => textOf(adminFile), "address of its admin listener");
  const listener = await envoy.until(async () => {
    const answer = await fetch(`http://${admin}/listeners?format=json`).catch(() => undefined);
    const { listener_statuses: statuses = [] } = answer?.ok ? await answer.json() : {};
    return statuses[0]?.local_address?.socket_address?.port_value;
  }, "listener");
  return { envoy, port: /** @type {number} */ (listener) };
}

/**
 * @param {number} envoyPort
 * @param {number} port 0: any that is free
 */
async function startPage(envoyPort, port = 0) {
  process.env.TAQUIN_ENVOY = `http://127.0.0.1:${envoyPort}`;
  const page = await preview({
    root: ROOT,
    preview: { host: "127.0.0.1", port, strictPort: port !== 0 },
    logLevel: "warn",
  });
  const address = page.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("The page has no port.");
  return { page, url: `http://127.0.0.1:${address.port}/` };
}

/**
 * Starts everything; the page has to be built. Stop it with `stop()`.
 * @param {{ pagePort?: number, serverFlags?: string[] }} [options]
 */
export async function startStack({ pagePort = 0, serverFlags = [] } = {}) {
  const directory = await mkdtemp(join(tmpdir(), "taquin-web-"));
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [() => rm(directory, { recursive: true, force: true })];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    let running = await startServer(directory, { flags: serverFlags });
    stops.push(() => running.server.stop());
    const { envoy, port: envoyPort } = await startEnvoy(directory, running.port);
    stops.push(() => envoy.stop());
    const { page, url } = await startPage(envoyPort, pagePort);
    stops.push(() => page.close());
    return {
      url,
      serverPort: running.port,
      /** The server's log so far. */
      serverLog: () => running.server.output,
      /** Has the server vanish without a word. */
      killServer: () => running.server.stop("SIGKILL"),
      /** Stops Envoy: nothing answers behind the page any more. */
      stopEnvoy: () => envoy.stop(),
      /** Brings it back, where it was. */
      restartServer: async () => {
        running = await startServer(directory, { port: running.port, flags: serverFlags });
      },
      stop,
    };
  } catch (reason) {
    await stop();
    throw reason;
  }
}

/** @param {string} file */
async function textOf(file) {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.trim() === "" ? undefined : text.trim();
}
