import { refuse } from "./setup.mjs";
import { findProgram, installPackage, isProgram } from "./system-packages.mjs";

// Headless, Chromium needs only two thirds of the time.
const SHELL = "chromium-headless-shell";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The Chromium that the tests drive: Debian's package where we may install it, otherwise one that's already
 * installed.
 */
export async function findBrowser() {
  return (
    [process.env.CHROME_PATH].find(isProgram) ||
    findProgram([SHELL]) ||
    (await installPackage(SHELL)) ||
    findProgram(NAMES) ||
    MAC.find(isProgram) ||
    (await installPackage("chromium")) ||
    refuse("The tests need a browser: install Chromium or Chrome, or set CHROME_PATH to one.")
  );
}
