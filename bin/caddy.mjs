import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./setup.mjs";
import { findProgram, isProgram } from "./system-packages.mjs";

const FOLDER = join(ROOT, ".cache/caddy");
const UNPACKED = join(FOLDER, "usr/bin/caddy");

/** Unpacks Debian's package without installing it, because that would start a web server. */
async function unpackPackage() {
  if (spawnSync("apt-get", ["--version"]).status !== 0) return;
  console.log("Downloading caddy …");
  mkdirSync(FOLDER, { recursive: true });
  const quiet = { stdio: "ignore", cwd: FOLDER };
  if (process.getuid?.() === 0) await run("apt-get", ["update", "-qq"], quiet);
  await run("apt-get", ["download", "-qq", "caddy"], quiet);
  const file = readdirSync(FOLDER).find((name) => name.endsWith(".deb"));
  if (file) await run("dpkg-deb", ["--extract", file, FOLDER], quiet);
}

/** The Caddy that one test and one figure drive: one that's installed, or Debian's. Undefined if there's none. */
export async function findCaddy() {
  const found = [process.env.CADDY_PATH, findProgram(["caddy"]), UNPACKED].find(isProgram);
  if (found) return found;
  await unpackPackage();
  if (isProgram(UNPACKED)) return UNPACKED;
  console.log("There’s no Caddy here, so domains aren’t tried behind one. Install it, or set CADDY_PATH.");
  return undefined;
}
