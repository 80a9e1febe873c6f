import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SERVER_FLAGS } from "../../bin/setup.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const ONE_HASH = pathToFileURL(join(ROOT, "test/harness/fast-password-hash.ts")).href;
const MAIN = [...SERVER_FLAGS, "--import", ONE_HASH, join(ROOT, "dist/server/main.js")];

/** Starts the built server like `npm start` does, on a free port, except that it hashes each password once. */
export async function startServer(
  dataFolder: string,
  env: Record<string, string> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(join(ROOT, "node_modules/.bin/node"), MAIN, {
    env: {
      ...process.env,
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataFolder,
      DATABASE_URL: "",
      LOG_LEVEL: "error",
      // A dialog that comes on its own would be in the way of other journeys.
      REFERRAL_POPUP: "off",
      // Nobody answers there, whatever the network.
      DNS_SERVERS: "127.0.0.1:9",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await parseAddress(child);
  return {
    url,
    async stop() {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function parseAddress(child: ChildProcess): Promise<string> {
  return new Promise((found, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /runs at (\S+)/.exec(printed)?.[1];
      if (address && printed.includes("Ctrl-C")) found(address);
    });
    child.once("exit", (status) => reject(new Error(`The server ended with ${status}: ${printed}`)));
  });
}
