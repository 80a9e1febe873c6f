/*
 * Runs everything: checks, unit tests, the server on both databases, several nodes, and journeys in a
 * browser.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./browser.mjs";
import { findCaddy } from "./caddy.mjs";
import { check } from "./check.mjs";
import { runPlaywright, runVitest } from "./run-tests.mjs";
import { build, install, ROOT } from "./setup.mjs";
import { projectNamedIn } from "./test-projects.mjs";
import { makeTestTmpdir } from "./test-tmpdir.mjs";
import { verifyRunner } from "./verify-runner.mjs";

/** Every test file, wherever it is, except those that fail on purpose. */
function testFiles() {
  return ["src", "test", "bench", "bin"]
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(ROOT, "test/runs")));
}

// Download in the background, since what needs them runs last. One at a time, because apt allows no more.
const browser = findBrowser();
const caddy = browser.then(findCaddy, findCaddy);
install();
const [checked] = await Promise.all([check(), build()]);
rmSync(join(ROOT, ".cache/reports"), { recursive: true, force: true });
const files = testFiles();
const isJourney = (file) => file.includes(".spec.");
const isForNodes = (file) => file.startsWith(join(ROOT, "test/nodes")) && !isJourney(file);
const isOnOneDatabase = (file) => projectNamedIn(file) === "server-postgres";
const scratch = { TMPDIR: makeTestTmpdir() };
const servers = runVitest({
  name: "server",
  args: ["--project=unit", "--project=server", "--project=server-postgres"],
  files: files.filter((file) => !isJourney(file) && !isForNodes(file)),
  env: scratch,
  isEnough: (projects, file) =>
    projects.has("unit") ||
    (projects.has("server-postgres") && (projects.has("server") || isOnOneDatabase(file))),
});
// Killed processes are mostly waited for, until they start or take over, so all others run meanwhile.
const nodes = caddy.then((path) =>
  runVitest({
    name: "nodes",
    args: ["--project=nodes"],
    env: { ...scratch, CADDY_PATH: path ?? "" },
    files: files.filter(isForNodes),
    isEnough: (projects) => projects.has("nodes"),
  }),
);
const journeys = servers.then(async () =>
  runPlaywright({
    name: "journeys",
    args: [],
    files: files.filter(isJourney),
    env: { ...scratch, CHROME_PATH: await browser },
  }),
);
const results = [checked, ...(await Promise.all([verifyRunner(), servers, nodes, journeys]))];
for (const problem of results.flatMap(({ problems = [] }) => problems)) console.log(problem);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
