import { defineConfig } from "vitest/config";

/** Suites that each fail in one way. `bin/verify-runner.mjs` runs them. */
const suite = (name: string, files: string[], globalSetup = ["set-up.ts"]) => ({
  test: { name, include: files, globalSetup, pool: "forks" as const },
});

export default defineConfig({
  test: {
    // One of the suites kills its parent, which has to be its own runner.
    pool: "forks",
    projects: [
      suite("fine", ["fine.test.ts"]),
      suite("fails", ["fails.test.ts"]),
      suite("throws-late", ["throws-late.test.ts"]),
      suite("killed", ["killed.test.ts"]),
      suite("unloadable", ["fine.test.ts", "unloadable.test.ts"]),
      suite("failing-tear-down", ["fine.test.ts"], ["failing-tear-down.ts"]),
      suite("failing-set-up", ["fine.test.ts"], ["set-up.ts", "failing-set-up.ts"]),
    ],
  },
});
