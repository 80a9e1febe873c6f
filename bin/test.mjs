/* Everything: checks, unit, server on both databases, several nodes, and journeys in a browser. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./browser.mjs";
import { check } from "./check.mjs";
import { build, environment, install, ROOT, run } from "./setup.mjs";

const REPORTS = join(ROOT, ".cache/reports");

/** A runner that ends badly without naming a failed test has still failed. */
function counted(passed, failed, status) {
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed };
}

function readReport(name) {
  try {
    return JSON.parse(readFileSync(join(REPORTS, `${name}.json`), "utf8"));
  } catch {
    return {};
  }
}

async function vitest(projects) {
  const [report] = projects;
  const args = [
    "run",
    ...projects.map((project) => `--project=${project}`),
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=.cache/reports/${report}.json`,
  ];
  const status = await run("vitest", args);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return counted(numPassedTests, numFailedTests, status);
}

async function journeys(browser) {
  const env = {
    ...environment,
    CHROME_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, "journeys.json"),
  };
  const status = await run("playwright", ["test", "--reporter=dot,json"], { env });
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport("journeys").stats ?? {};
  return counted(expected, unexpected + flaky, status);
}

// Fetched beside everything else: the journeys come last.
const browser = findBrowser();
install();
await build();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const results = [await check()];
results.push(await vitest(["unit", "server", "server-postgres"]));
// Processes that are killed and waited for, and a browser, have the machine to themselves.
results.push(await vitest(["nodes"]));
results.push(await journeys(await browser));
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
