import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FONTS_PATH } from "#src/features/pages/profiles/page/fonts.ts";
import { readProjectFile, runtimeOf } from "#test/harness/packaging.ts";
import { USER } from "../../bin/image.mjs";
import { publish, signUp } from "./creator.ts";
import { CAN_ENTER, enter, makeImage, volume } from "./image.ts";
import { type NodeProcess, type NodeSettings, runToEnd, startNode } from "./node-process.ts";
import { expectStartRefusal } from "./start-refusal.ts";
import { removeFolders } from "./stores.ts";

const IMAGE_BYTES_MAX = 400_000_000;
/** How long `docker stop` waits. */
const STOP_MS_MAX = 10_000;
const BROWSER = {
  "user-agent": "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36",
};

const { entrypoint, env, healthCheck, workdir } = runtimeOf(readProjectFile("Dockerfile"));
let image = "";

/** Runs the container's entry point as a container runtime does. */
function container(data: string, more: Record<string, string> = {}): NodeSettings {
  return {
    launcher: enter(image, data),
    command: entrypoint.map((part) => (part.startsWith("dist/") ? join(workdir, part) : part)),
    data: env.DATA_DIR ?? "",
    env: { ...env, TMPDIR: "/tmp", NODE_COMPILE_CACHE: "", ...more },
  };
}

function isHealthy(node: NodeProcess, data: string): boolean {
  const [program = "", ...args] = [...enter(image, data), ...healthCheck];
  return spawnSync(program, args, { env: { PATH: process.env.PATH, PORT: String(node.port) } }).status === 0;
}

beforeAll(async () => {
  image = await makeImage();
});
afterAll(removeFolders);

describe("the container’s image", () => {
  it("has at most 400 MB, and nothing of the checkout but what runs", () => {
    const entries = readdirSync(image, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.reduce((sum, file) => sum + lstatSync(file).size, 0)).toBeLessThan(IMAGE_BYTES_MAX);
    expect(readdirSync(join(image, "app")).sort()).toEqual([
      "LICENSE",
      "dist",
      "migrations",
      "node_modules",
      "package.json",
    ]);
    expect(
      files.filter((file) => /\/(?:\.env|\.git|secret|data-)|\.(?:tsx?|map|pem|key)$/.test(file)),
    ).toEqual([]);
  });

  it("has every package that’s left out of the bundle", () => {
    const external = /external: \[([^\]]+)\]/.exec(readProjectFile("vite.config.ts"))?.[1] ?? "";
    const bundledApart = [...external.matchAll(/"((?:@[^/"]+\/)?[^/"]+)[^"]*"/g)].map(
      ([, name = ""]) => name,
    );
    const { dependencies } = JSON.parse(readProjectFile("package.json"));
    const read = Object.keys(dependencies).filter((name) =>
      /^@(?:expo-google-fonts|fontsource|ip-loc)/.test(name),
    );
    expect(bundledApart.length).toBeGreaterThan(2);
    const installed = readdirSync(join(image, "app/node_modules"), { recursive: true, encoding: "utf8" });
    expect([...bundledApart, ...read].filter((name) => !installed.includes(name))).toEqual([]);
  });
});

describe.runIf(CAN_ENTER)("a container, where only its data folder can be written to", () => {
  let data = "";
  let node: NodeProcess;
  beforeAll(async () => {
    data = await volume();
    node = await startNode(container(data));
  });
  afterAll(async () => void (await node?.end("SIGKILL")));

  it("runs as a user without rights, and its health check says when it’s ready", () => {
    const status = readFileSync(`/proc/${node.pid}/status`, "utf8");
    expect(status).toContain(`Uid:\t${USER}\t${USER}\t${USER}\t${USER}\n`);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(isHealthy(node, data)).toBe(true);
    expect(isHealthy({ ...node, port: 9 }, data)).toBe(false);
  });

  it("serves pages with their fonts, files and pictures, and is the same after a kill", async () => {
    const { username, linkIds } = await publish(await signUp(node.url), "Mia 你好 🎉");
    expect((await node.end("SIGKILL")).signal).toBe("SIGKILL");
    node = await startNode(container(data));
    const page = await (await fetch(`${node.url}/${username}`, { headers: BROWSER })).text();
    expect(page).toContain("Link 1");
    const picture = /property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? "";
    const drawn = await fetch(node.url + new URL(picture, node.url).pathname);
    expect([drawn.status, drawn.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const font = await fetch(`${node.url}${FONTS_PATH}outfit-latin.woff2`);
    expect(font.status).toBe(200);
    expect(
      (await fetch(`${node.url}/go/${linkIds[0]}`, { headers: BROWSER, redirect: "manual" })).status,
    ).toBe(302);
  });

  it("stops in order within the ten seconds that a runtime waits", async () => {
    const begun = performance.now();
    const { code, stderr } = await node.end("SIGTERM");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(performance.now() - begun).toBeLessThan(STOP_MS_MAX);
  });

  it("says whose its data folder has to be if it’s someone else’s", async () => {
    const end = await runToEnd(container(await volume(0)));
    expectStartRefusal(
      end,
      new RegExp(`^The data folder /data can't be written to by user ${USER} \\(EACCES\\)`),
    );
  });

  it("ends with a sentence if its database’s host isn’t there, so that the runtime starts it again", async () => {
    const DATABASE_URL = "postgres://fanfare:word@postgres.invalid/fanfare";
    const end = await runToEnd(container(await volume(), { DATABASE_URL }));
    expectStartRefusal(end, /^The database of DATABASE_URL can't be reached/);
  });
});
