import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { SETTINGS } from "#src/node/config.ts";
import { instanceSettings } from "#src/node/slices.ts";
import { readProjectFile as read, runtimeOf, stagesOf } from "#test/harness/packaging.ts";
import { USER } from "../../bin/image.mjs";
import { SERVER_FLAGS, SERVER_MEMORY } from "../../bin/setup.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const settings = new Set([...Object.keys(SETTINGS), ...instanceSettings.map(({ variable }) => variable)]);
/** What else the environment tells Node and the system's library. */
const NOT_OURS = new Set(["NODE_ENV", ...Object.keys(SERVER_MEMORY)]);
const unknownIn = (names: string[]) => names.filter((name) => !settings.has(name) && !NOT_OURS.has(name));

const HEALTH = "/health/ready";
const DATA = "/data";

describe("the Dockerfile", () => {
  const dockerfile = read("Dockerfile");
  const [build = [], ...others] = stagesOf(dockerfile);
  const runtime = runtimeOf(dockerfile);

  it("builds with the Node that the project pins, and keeps what it built with out of the image", () => {
    const { node } = JSON.parse(read("package.json")).dependencies;
    expect(build[0]?.text).toBe(`node:${node}-bookworm-slim AS build`);
    expect(others.map(([from]) => from?.text)).toEqual(["scratch"]);
  });

  it("copies what’s there and what .dockerignore lets through, which is all that the build reads", () => {
    const lines = read(".dockerignore")
      .split("\n")
      .filter((line) => /^[*!]/.test(line));
    expect(lines[0]).toBe("*");
    const allowed = lines.slice(1).flatMap((line) => globSync(line.slice(1), { cwd: ROOT }));
    expect(lines.slice(1).filter((line) => globSync(line.slice(1), { cwd: ROOT }).length === 0)).toEqual([]);
    const copied = build
      .filter(({ name }) => name === "COPY")
      .flatMap(({ text }) => text.split(" ").slice(0, -1));
    const missing = copied.filter((path) => path !== "." && !allowed.includes(path.split("/")[0] ?? ""));
    expect(missing).toEqual([]);
    // What `build` and `assemble` name, and what vite reads by itself.
    for (const name of [
      "src",
      "public",
      "index.html",
      "vite.config.ts",
      "migrations",
      "LICENSE",
      "tsconfig.json",
    ])
      expect(allowed).toContain(name);
    for (const name of [".env", "data", ".git", "node_modules", "dist", "test"])
      expect(allowed).not.toContain(name);
  });

  it("runs the server as npm start does, as a user with a number, with settings that exist", () => {
    expect(runtime.entrypoint).toEqual(["/usr/local/bin/node", ...SERVER_FLAGS, "dist/server/main.js"]);
    expect(runtime.env).toMatchObject(SERVER_MEMORY);
    expect(unknownIn(Object.keys(runtime.env))).toEqual([]);
    expect(runtime.user).toBe(`${USER}:${USER}`);
    expect([runtime.volume, runtime.env.DATA_DIR]).toEqual([DATA, DATA]);
    expect([runtime.port, runtime.env.PORT]).toEqual([SETTINGS.PORT.default, SETTINGS.PORT.default]);
    expect(dockerfile).toContain(`COPY --from=build --chown=${USER}:${USER} ${DATA} ${DATA}\n`);
    expect(runtime.healthCheck.at(-1)).toContain(HEALTH);
  });

  it("bakes no secret in", () => {
    expect(dockerfile).not.toMatch(/^ARG|SECRET|PASSWORD|DATABASE_URL|SMTP_URL|_KEY/m);
  });
});

describe("the compose file", () => {
  const compose = parse(read("deploy/compose.yaml"), { merge: true });
  const { fanfare, second, postgres, caddy } = compose.services;

  it("gives both nodes settings that exist, the volume of the image, and nothing that can be written to else", () => {
    for (const node of [fanfare, second]) {
      expect(unknownIn(Object.keys(node.environment))).toEqual([]);
      expect(node).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        tmpfs: ["/tmp:mode=1777"],
        init: true,
      });
      expect(node.environment).toMatchObject({ DATA_DIR: DATA, PORT: SETTINGS.PORT.default });
      expect(node.volumes).toEqual([`data:${DATA}`]);
      expect(node.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
      expect(Number.parseInt(node.stop_grace_period, 10)).toBeGreaterThan(4);
    }
    expect(existsSync(resolve(ROOT, "deploy", fanfare.build, "Dockerfile"))).toBe(true);
  });

  it("declares each volume, mounts files that exist, and opens only the proxy’s ports", () => {
    const services = Object.values<{ volumes: string[]; ports?: string[] }>(compose.services);
    const sources = services.flatMap(({ volumes }) => volumes.map((volume) => volume.split(":")[0] ?? ""));
    const [files, volumes] = [
      sources.filter((one) => one.startsWith(".")),
      sources.filter((one) => !one.startsWith(".")),
    ];
    expect(files.filter((file) => !existsSync(resolve(ROOT, "deploy", file)))).toEqual([]);
    expect([...new Set(volumes)].sort()).toEqual(Object.keys(compose.volumes).sort());
    expect(services.filter(({ ports }) => ports)).toEqual([caddy]);
    // Below it, each major version has a folder of its own, and a volume at `data` would stay empty.
    expect(postgres.volumes).toEqual(["postgres:/var/lib/postgresql"]);
  });

  it("starts with no secret of its own: what has to be set says so", () => {
    const text = read("deploy/compose.yaml");
    for (const [, name = "", rest = ""] of text.matchAll(/\$\{(\w+)([^}]*)\}/g))
      expect(rest).toBe(name === "NODES" ? ":-fanfare:3000" : `:?Set ${name} in deploy/.env`);
    expect(text).toMatch(/SECRET: \$\{SECRET:/);
    expect(caddy.environment.NODES).toContain(`fanfare:${SETTINGS.PORT.default}`);
  });
});

describe("the systemd unit", () => {
  const unit = read("deploy/fanfare@.service");
  const lines = unit.split("\n").filter((line) => line.includes("=") && !line.startsWith("#"));
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));

  it("runs the server as npm start does, on the instance’s port, with settings that exist", () => {
    const program = "/opt/fanfare/app/dist/server/main.js --port %i";
    expect(valuesOf("ExecStart")).toEqual([
      `/opt/fanfare/usr/local/bin/node ${SERVER_FLAGS.join(" ")} ${program}`,
    ]);
    const env = Object.fromEntries(
      valuesOf("Environment").flatMap((line) => line.split(" ").map((pair) => pair.split("="))),
    );
    expect(env).toMatchObject({ ...SERVER_MEMORY, DATA_DIR: `/var/lib/${valuesOf("StateDirectory")[0]}` });
    expect(unknownIn(Object.keys(env))).toEqual([]);
    // V8 compiles what it runs.
    expect(valuesOf("MemoryDenyWriteExecute")).toEqual([]);
  });

  it.runIf(spawnSync("systemd-analyze", ["--version"]).status === 0)(
    "is one that systemd accepts and finds safe",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "fanfare-unit-"));
      const program = join(folder, "opt/usr/local/bin/node");
      mkdirSync(join(program, ".."), { recursive: true });
      writeFileSync(program, "", { mode: 0o755 });
      const file = join(folder, "fanfare@3000.service");
      writeFileSync(file, unit.replaceAll("/opt/fanfare", join(folder, "opt")));
      const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
      expect([verified.status, verified.stderr]).toEqual([0, ""]);
      // Out of 100; 20 is what systemd calls OK.
      const rated = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", file], {
        encoding: "utf8",
      });
      expect(rated.status, rated.stdout).toBe(0);
      rmSync(folder, { recursive: true, force: true });
    },
  );
});

it("what the documents tell to type names files that exist", () => {
  const pages = ["container", "compose", "systemd", "upgrading"]
    .map((name) => read(`docs/operations/${name}.md`))
    .join("\n");
  const named = [
    ...pages.matchAll(/\b((?:deploy|bin)\/[\w.@-]+\.(?:yaml|mjs|service)|deploy\/Caddyfile)/g),
  ].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([]);
  expect(readFileSync(resolve(ROOT, "docs/operations/domains.md"), "utf8")).toContain("deploy/Caddyfile");
});
