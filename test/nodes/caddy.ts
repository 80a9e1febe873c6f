import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { waitUntil } from "./wait-until.ts";

const START_MS_MAX = 60_000;
/** A free port may be taken by the time Caddy wants it. */
const STARTS_MAX = 5;

export interface Opened {
  status: number;
  text: string;
}

const CADDYFILE = resolve(import.meta.dirname, "../../deploy/Caddyfile");

/** The instance's own host, and where owners' domains lead. */
export const TARGET = "links.fanfare.com";

/** Debian's Caddy in front of a node, with the Caddyfile that `deploy/compose.yaml` gives to its own. */
export interface Caddy {
  /** Its response at `host`. Fails if it has no certificate for that. */
  open(host: string, path?: string): Promise<Opened>;
  stop(): Promise<void>;
}

export async function startCaddy(program: string, node: { port: number }): Promise<Caddy> {
  for (let start = 1; start < STARTS_MAX; start++) {
    const caddy = await tryStart(program, node).catch(() => undefined);
    if (caddy) return caddy;
  }
  return tryStart(program, node);
}

async function tryStart(program: string, node: { port: number }): Promise<Caddy> {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-caddy-"));
  const [http, https] = [await freePort(), await freePort()];
  const file = join(folder, "Caddyfile");
  const written = readFileSync(CADDYFILE, "utf8").replaceAll("fanfare:3000", `localhost:${node.port}`);
  // The ports are free ones, and certificates come from its internal issuer.
  const ours = `{\nadmin off\nlocal_certs\nskip_install_trust\nhttp_port ${http}\nhttps_port ${https}\n`;
  await writeFile(file, written.replace(/^\{\n/, ours));
  const env = {
    ...process.env,
    DOMAIN: TARGET,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const child = spawn(program, ["run", "--config", file, "--adapter", "caddyfile"], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  const refused = ended.then(() => Promise.reject(new Error("Caddy didn't start.")));
  await Promise.race([waitUntil("Caddy listens", START_MS_MAX, () => isListening(https)), refused]);
  refused.catch(() => undefined);
  return {
    open: (host, path = "/") => open(host, path, https),
    async stop() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

function open(host: string, path: string, port: number): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const to = { host: "127.0.0.1", port, path, servername: host, headers: { host }, agent: false };
    request({ ...to, rejectUnauthorized: false }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    })
      .on("error", reject)
      .end();
  });
}
