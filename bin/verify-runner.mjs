/*
 * Proves that a failing run looks like one: tiny suites that each fail in one way (`test/runs`) go through
 * the same counting.
 */
import { join } from "node:path";
import { runPlaywright, runVitest } from "./run-tests.mjs";
import { ROOT } from "./setup.mjs";

const FOLDER = join(ROOT, "test/runs");

const vitest = (suite, ...files) =>
  runVitest({
    name: `proof-${suite}-${files.length}`,
    args: ["--root", FOLDER, "--project", suite],
    files: files.map((file) => join(FOLDER, file)),
    isEnough: (projects) => projects.has(suite),
    quiet: true,
  });

const playwright = (name, filter, ...files) =>
  runPlaywright({
    name: `proof-${name}`,
    args: ["--config", join(FOLDER, "playwright.config.ts"), filter],
    files: files.map((file) => join(FOLDER, file)),
    quiet: true,
  });

const isRed = ({ failed }) => failed > 0;
const isGreen = ({ passed, failed }) => passed === 1 && failed === 0;

const PROOFS = [
  ["a run in which all is well is green", isGreen, () => vitest("fine", "fine.test.ts")],
  ["a test that fails is counted", isRed, () => vitest("fails", "fails.test.ts")],
  ["a test that throws after its end is counted", isRed, () => vitest("throws-late", "throws-late.test.ts")],
  ["a set-up that fails is counted", isRed, () => vitest("failing-set-up", "fine.test.ts")],
  ["a tear-down that fails is counted", isRed, () => vitest("failing-tear-down", "fine.test.ts")],
  ["a runner that is killed before its report is counted", isRed, () => vitest("killed", "killed.test.ts")],
  ["a file that can't be loaded is counted", isRed, () => vitest("unloadable", "fine.test.ts")],
  ["a file that is not run is counted", isRed, () => vitest("fine", "fine.test.ts", "killed.test.ts")],
  ["journeys in which all is well are green", isGreen, () => playwright("fine", "/fine", "fine.spec.ts")],
  [
    "a journey that can't be loaded is counted",
    isRed,
    () => playwright("unloadable", ".spec", "fine.spec.ts"),
  ],
  [
    "a journey that is not run is counted",
    isRed,
    () => playwright("left-out", "/fine", "fine.spec.ts", "unloadable.spec.ts"),
  ],
];

/** Runs all proofs and returns how many passed and failed. */
export async function verifyRunner() {
  // Each of them listens for signals to pass on.
  process.setMaxListeners(PROOFS.length + process.getMaxListeners());
  const outcomes = await Promise.all(
    PROOFS.map(async ([sentence, isRight, runSuite]) => {
      const counted = await runSuite();
      const ok = isRight(counted);
      console.log(`${ok ? "ok" : "FAILED"}  ${sentence}${ok ? "" : `: ${JSON.stringify(counted)}`}`);
      return ok;
    }),
  );
  const problems = PROOFS.filter((_, index) => !outcomes[index]).map(([sentence]) => `runner: ${sentence}`);
  return { passed: PROOFS.length - problems.length, failed: problems.length, problems };
}
