/*
 * `npm run film`: plays the demo in a real browser and writes film, captions, and poster to `public/static`.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { FILM_SCENES } from "#src/features/public/site/film/scenes.ts";
import { FilmRecorder } from "./recorder.ts";
import { SCENES } from "./scenes.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const OUT = join(ROOT, "public/static");

const dataFolder = await mkdtemp(join(tmpdir(), "fanfare-film-"));
const demo = spawn("node", [join(ROOT, "dist/server/demo.js"), "--data", dataFolder], {
  env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error" },
  stdio: ["ignore", "pipe", "inherit"],
});
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH,
  args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
});
try {
  const url = await addressOf(demo.stdout);
  const camera = new FilmRecorder(join(OUT, "demo.mp4"));
  for (const [index, { key, caption }] of FILM_SCENES.entries()) {
    process.stdout.write(`${key} … `);
    await camera.scene(caption, () => SCENES[key]({ camera, browser, url }));
    if (index === 0) await sharp(camera.last).webp({ quality: 80 }).toFile(join(OUT, "demo.webp"));
  }
  await camera.end();
  await writeFile(join(OUT, "demo.vtt"), captionsOf(camera));
  process.stdout.write("done\n");
} finally {
  await browser.close();
  demo.kill("SIGTERM");
  await new Promise((ended) => demo.once("exit", ended));
  await rm(dataFolder, { recursive: true, force: true });
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let printed = "";
  for await (const chunk of output) {
    printed += String(chunk);
    const address = /http:\/\/localhost:\d+/.exec(printed)?.[0];
    if (address && printed.includes("Ctrl-C")) return address;
  }
  throw new Error(`The demo didn't start: ${printed}`);
}

function captionsOf({ cues }: FilmRecorder): string {
  const blocks = cues.map(({ from, to, caption }) => `${clock(from)} --> ${clock(to)}\n${caption}\n`);
  return `WEBVTT\n\n${blocks.join("\n")}`;
}

/** 71.5 as `00:01:11.500`. */
function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23);
}
