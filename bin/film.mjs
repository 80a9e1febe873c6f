/* Records the demo film for the landing page. Runs only on demand, because the film is checked in. */
import { spawnSync } from "node:child_process";
import { findBrowser } from "./browser.mjs";
import { build, environment, install, refuse, run } from "./setup.mjs";

if (spawnSync("ffmpeg", ["-version"]).status !== 0)
  refuse("Recording needs ffmpeg. Install it and try again.");
install();
await build();
const env = { ...environment, CHROME_PATH: await findBrowser() };
process.exit(await run("node", ["test/film/record.ts"], { env }));
