/*
 * Sets up what everything else needs: the packages, the pinned Node, and the build. Has to work on any Node
 * since 20 and without packages, because it runs before there are any.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const BIN = join(ROOT, "node_modules", ".bin");
const WINDOWS = process.platform === "win32";
const OLDEST_NODE = 20;

/** Makes everything run on the pinned Node. */
export const environment = { ...process.env, PATH: BIN + delimiter + process.env.PATH };

/**
 * The same, with modules compiled once. Compiling took a third of each test process's start, and a tenth of the
 * server's.
 */
export const compiled = { ...environment, NODE_COMPILE_CACHE: join(ROOT, ".cache/compiled") };

/**
 * How Node runs the server. Requests waiting for their commit outlive the young generation at its default
 * size, and copying them took a fifth of a busy server's time. One helper thread compiles PostgreSQL's code:
 * four made a start half as expensive again, and each held on to its memory. Only hot code gets optimized: by
 * default that was a hundred functions at every start, which took a third of the start's work and 30 MB that
 * an idle process kept. Old objects are collected once they've grown by 120%, not to four times as much: a file
 * of a million rows left 170 MB behind that nobody needed. At 60%, pages that aren't cached, and campaigns, were a
 * tenth slower.
 */
export const SERVER_FLAGS = [
  "--max-semi-space-size=32",
  "--heap-growing-percent=120",
  "--v8-pool-size=1",
  "--wasm-tiering-budget=100000000",
];

/**
 * What glibc frees in pieces of a megabyte or more goes back to the system. Left alone, it raises its own limit with
 * the first large piece, and kept 25 MB of an idle process, 50 MB after a first start.
 */
export const SERVER_MEMORY = { MALLOC_MMAP_THRESHOLD_: "1048576", MALLOC_TRIM_THRESHOLD_: "1048576" };

/** Exits with one sentence. */
export function refuse(message) {
  console.error(message);
  process.exit(1);
}

function readJson(file) {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8"));
}

/** The names of the packages that the one in `folder` needs to run. */
export function packagesOf(folder) {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

function isFresh(stamp, hash) {
  const path = join(ROOT, stamp);
  return existsSync(path) && readFileSync(path, "utf8") === hash;
}

const EVERYTHING = "node_modules/.installed";
const TO_START = "node_modules/.installed-to-start";

/**
 * Installs the lock file's packages unless they're already there, with npm running on the pinned Node. A start needs
 * no tools for development, which are a third of them.
 */
export function install({ isStart = false } = {}) {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    refuse(`Fanfare needs Node ${OLDEST_NODE} or newer to start; this is ${process.versions.node}.`);
  }
  const hash = hashOf(["package.json", "package-lock.json"]);
  if (!isFresh(EVERYTHING, hash) && !(isStart && isFresh(TO_START, hash))) {
    console.log("Installing packages …");
    // What's about to be removed or replaced isn't to be taken for installed.
    for (const stamp of [EVERYTHING, TO_START]) rmSync(join(ROOT, stamp), { force: true });
    const pinned = readJson("package.json").dependencies.node;
    // An older Node makes npm silently skip packages that need a newer one, so npm runs on the pinned Node
    // too. `install` rather than `ci`, because the lock file may lack other platforms' binaries and `ci`
    // treats that as an error.
    const command = [
      "exec",
      "--yes",
      `--package=node@${pinned}`,
      "--",
      "npm",
      "install",
      "--no-save",
      "--no-audit",
      "--no-fund",
      ...(isStart ? ["--omit=dev"] : []),
    ];
    const result = spawnSync("npm", command, {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      shell: WINDOWS,
    });
    if (result.status !== 0) refuse("npm couldn't install the packages. Can it reach its registry?");
    writeFileSync(join(ROOT, isStart ? TO_START : EVERYTHING), hash);
  }
  const runtime = spawnSync("node", ["--version"], { env: environment, encoding: "utf8", shell: WINDOWS });
  if (!runtime.stdout?.startsWith("v24.")) {
    refuse(
      "The Node 24 that Fanfare brings along doesn't run on this machine. Install Node 24 and try again.",
    );
  }
}

/** Every file in `folder` that goes into the build. */
function sources(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|^mutants\.mjs$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();
}

/** Builds browser and server unless nothing has changed since the last build. */
export async function build() {
  const hash = hashOf([
    ...sources("src"),
    ...sources("public"),
    "index.html",
    "vite.config.ts",
    "package-lock.json",
  ]);
  if (isFresh("dist/.built", hash)) return;
  console.log("Building …");
  const results = await Promise.all([
    // In sequence: the first build empties the folder that the others add to.
    run("vite", ["build", "--logLevel", "warn"])
      .then((status) => status || run("vite", ["build", "--mode", "page", "--logLevel", "warn"]))
      .then((status) => status || run("vite", ["build", "--mode", "site", "--logLevel", "warn"])),
    run("vite", ["build", "--ssr", "--logLevel", "warn"]),
  ]);
  if (results.some((status) => status !== 0)) refuse("The build failed.");
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  writeFileSync(join(ROOT, "dist/.built"), hash);
}

/**
 * Runs one of the project's programs and returns its exit code. Ctrl-C reaches the program too, so we wait
 * for it to finish.
 */
export function run(program, args, options = {}) {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: environment,
    stdio: "inherit",
    shell: WINDOWS,
    ...options,
  });
  const pass = (signal) => child.kill(signal);
  const ignore = () => {};
  process.on("SIGINT", ignore);
  process.on("SIGTERM", pass);
  return new Promise((done) => {
    child.on("exit", (status, signal) => {
      process.off("SIGINT", ignore);
      process.off("SIGTERM", pass);
      done(status ?? (signal ? 1 : 0));
    });
    child.on("error", (error) => {
      console.error(error.message);
      done(1);
    });
  });
}
