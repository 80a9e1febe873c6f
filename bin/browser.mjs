import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { refuse, run } from "./setup.mjs";

// Without a window Chromium needs two thirds of the time.
const SHELL = "chromium-headless-shell";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Debian's package, where we may install it; undefined when that did not work. */
async function installPackage(name) {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return;
  console.log(`Installing ${name} …`);
  const quiet = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  await run("apt-get", ["update", "-qq"], quiet);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], quiet);
  return find([name]);
}

/** The Chromium that the tests drive: Debian's package where we may install it, or else an installed one. */
export async function findBrowser() {
  return (
    [process.env.CHROME_PATH].find(isProgram) ||
    find([SHELL]) ||
    (await installPackage(SHELL)) ||
    find(NAMES) ||
    MAC.find(isProgram) ||
    (await installPackage("chromium")) ||
    refuse("The tests need a browser: install Chromium or Chrome, or set CHROME_PATH to one.")
  );
}
