import { defineConfig, devices } from "@playwright/test";

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
  projects: [
    {
      name: "desktop",
      // What looks the same everywhere but for its width: there is least room for it on a phone.
      grepInvert: /@phone-only/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
    // Only what looks different on a phone, and in dark mode. The desktop project covers the rest.
    {
      name: "phone",
      grep: /@phone/,
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 390, height: 844 },
        // Nobody looks at the pixels, and a phone has seven times as many to draw.
        deviceScaleFactor: 1,
        colorScheme: "dark",
      },
    },
  ],
});
