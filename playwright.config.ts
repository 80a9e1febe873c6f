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
  workers: 2,
  retries: 0,
  // Only who fails waits that long. What takes a second here takes ten on a machine that does much else.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: { launchOptions: launch, trace: "off" },
  projects: [
    { name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } } },
    // What a phone shows in another way; the rest is told by the desktop.
    {
      name: "phone",
      grep: /@phone/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
    },
  ],
});
