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
    // Pages live for a second or two. By default, optimizing their code took a tenth of the browser's work, and
    // paid off on few.
    "--js-flags=--invocation-count-for-maglev=4000 --invocation-count-for-turbofan=30000 --single-threaded-gc",
  ],
};

export default defineConfig({
  testDir: "test/journeys",
  globalSetup: "./test/journeys/global-setup.ts",
  outputDir: ".cache/journeys",
  // Half of a journey is waiting: for a paint, a debounce, a poll. Three workers left a seventh of the processor.
  workers: 4,
  retries: 0,
  // Only failures wait this long. One second here can be ten on a busy machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    launchOptions: launch,
    trace: "off",
    // While things fade, there are two dialogs at once, and colors aren't final.
    contextOptions: { reducedMotion: "reduce" },
    // On a first visit, the worker fetches the page and its files once more. `pwa.spec.ts` has it.
    serviceWorkers: "block",
  },
});
