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
  outputDir: ".cache/journeys",
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: { launchOptions: launch, trace: "off" },
  projects: [
    { name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } } },
    // The others bring the phones that they are about, or both widths.
    {
      name: "phone",
      // Colours are the same on every width.
      grepInvert: /\bdark\b/,
      testIgnore:
        /accessible|any-font|installed|link-flow|link-options|page-settings|public-states|typing|visitor-page/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
    },
  ],
});
