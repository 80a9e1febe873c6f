import { defineConfig } from "vitest/config";
import { POSTGRES_ONLY } from "./bin/postgres-only.mjs";
import { SERVER_FLAGS } from "./bin/setup.mjs";

/** Tests that need no database. */
const UNIT = [
  "src/lib/**/*.test.ts",
  "src/languages/*.test.ts",
  "src/browser/**/*.test.ts",
  "src/kit/**/*.test.{ts,tsx}",
  "src/platform/{crypto,geo,http,outbound,pictures,push}/*.test.ts",
  "src/platform/mail/mail.test.ts",
  "src/platform/db/folder-lock.test.ts",
  "src/features/*/*/rules.test.ts",
  "src/features/*/*/ui/**/*.test.{ts,tsx}",
  "src/features/*/*/page/**/*.test.{ts,tsx}",
  "src/features/identity/accounts/passwords.test.ts",
  "src/features/insights/clicks/{token-bucket,user-agent}.test.ts",
  "src/features/insights/analytics/{referrers,grain-plan}.test.ts",
  "src/features/audience/imports/{csv-rows,encodings,layout}.test.ts",
  "src/features/email/sending-accounts/{quoted-printable,reply-patterns}.test.ts",
  "src/features/email/inbound/{bounce-mail,auto-reply-rules,webhook-adapters}.test.ts",
  "src/features/pages/media/file-signatures.test.ts",
  "src/features/pages/media/pictures.test.ts",
  "src/features/public/public-page/{compress,render,page-weight}.test.ts",
  "src/features/public/site/{docs,legal/legal}.test.tsx",
  "src/features/email/templates/{zip-names,imported,render,renderer}.test.ts",
  "src/node/{network-urls,config,dashboard,first-load}.test.ts",
  "test/architecture/*.test.ts",
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
      { test: { name: "unit", include: UNIT, isolate: false, testTimeout: 120_000 } },
      {
        test: {
          name: "server",
          ...server,
          exclude: [...UNIT, ...POSTGRES_ONLY],
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
