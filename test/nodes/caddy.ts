import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "./wait-until.ts";

const START_MS_MAX = 60_000;
/** A free port may be taken by the time Caddy wants it. */
const STARTS_MAX = 5;

export interface Opened {
  status: number;
  text: string;
}

/**
 * Debian's Caddy in front of a node, as in docs/operations/domains.md, with certificates from its internal
 * issuer.
 */
export interface Caddy {
  /** Its response at `host`. Fails if it has no certificate for that. */
  open(host: string): Promise<Opened>;
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
  await writeFile(
    file,
    `{
      admin off
      local_certs
      skip_install_trust
      http_port ${http}
      https_port ${https}
      on_demand_tls {
        ask http://localhost:${node.port}/api/v1/domains/ask
      }
    }
    https:// {
      tls {
        on_demand
      }
      reverse_proxy localhost:${node.port}
    }`,
  );
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, ["run", "--config", file, "--adapter", "caddyfile"], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  const refused = ended.then(() => Promise.reject(new Error("Caddy didn't start.")));
  await Promise.race([waitUntil("Caddy listens", START_MS_MAX, () => isListening(https)), refused]);
  refused.catch(() => undefined);
  return {
    open: (host) => open(host, https),
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

function open(host: string, port: number): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const to = { host: "127.0.0.1", port, servername: host, headers: { host }, agent: false };
    request({ ...to, rejectUnauthorized: false }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    })
      .on("error", reject)
      .end();
  });
}
