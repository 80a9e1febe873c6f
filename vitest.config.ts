import { globSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { SERVER_FLAGS } from "./bin/setup.mjs";
import { projectNamedIn } from "./bin/test-projects.mjs";

/** Tests in `src` whose first line names a project. */
const namedFor = (project: string) =>
  globSync("src/**/*.test.{ts,tsx}", { cwd: import.meta.dirname }).filter(
    (file) => projectNamedIn(join(import.meta.dirname, file)) === project,
  );

/** Tests that need no database. */
const UNIT = [
  "src/{lib,languages,browser,kit}/**/*.test.{ts,tsx}",
  "src/features/**/{ui,page}/**/*.test.{ts,tsx}",
  "src/features/**/{rules,*-rules}.test.ts",
  "test/architecture/*.test.ts",
  ...namedFor("unit"),
];

/**
 * The same tests run on a real PostgreSQL, where several connections show what a single one hides, and, apart
 * from some, on the embedded database.
 */
const server = {
  include: ["src/**/*.test.{ts,tsx}"],
  exclude: UNIT,
  globalSetup: ["test/harness/setup.ts"],
  setupFiles: ["test/harness/fast-password-hash.ts", "test/harness/coverage-setup.ts"],
  // Files share nothing but loaded modules. Loading them took a third of the time.
  isolate: false,
  // What a request leaves behind outlives the young generation at its default size, and is copied again and again.
  execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=16"],
  // A busy machine takes ten times as long for everything.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    // Where a worker waits for PostgreSQL, a third one uses the time.
    maxWorkers: 3,
    projects: [
      {
        test: { name: "unit", include: UNIT, isolate: false, testTimeout: 120_000, hookTimeout: 120_000 },
      },
      {
        test: {
          name: "server",
          ...server,
          exclude: [...UNIT, ...namedFor("server-postgres")],
          // As in `SERVER_FLAGS`: to optimize the embedded PostgreSQL's code takes longer than it saves.
          execArgv: [...server.execArgv, "--wasm-tiering-budget=100000000"],
        },
      },
      { test: { name: "server-postgres", ...server } },
      {
        test: {
          name: "nodes",
          include: ["test/nodes/**/*.test.ts"],
          globalSetup: ["test/nodes/set-up.ts"],
          // Files share nothing but loaded modules.
          isolate: false,
          // Tests open embedded databases, too.
          execArgv: [...SERVER_FLAGS],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
