import { defineConfig } from "@playwright/test";

const launch = {
  executablePath: process.env.CHROME_PATH,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
};

export default defineConfig({
  testDir: "test/journeys",
  globalSetup: "./test/journeys/first-start.ts",
  outputDir: ".cache/journeys",
  // Half of a journey is waiting: for a paint, a debounce, a poll. A third worker uses what two leave.
  workers: 3,
  retries: 0,
  // Only failures wait this long. One second here can be ten on a busy machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // While things fade, there are two dialogs at once, and colors aren't final.
  use: { launchOptions: launch, trace: "off", contextOptions: { reducedMotion: "reduce" } },
});
