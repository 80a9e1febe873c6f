/*
 * Runs a test runner and counts what it did, so that no run looks better than it was. The exit code alone
 * can't be trusted: a package that hooks into process exit can turn any code into 0.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { compiled, ROOT, run } from "./setup.mjs";

/**
 * `name` is the report's name. `files` are the test files on disk, as absolute paths. `isEnough` takes the
 * projects that ran a file, and the file, and tells whether those were all it needed.
 */
export async function runVitest({ name, args, files, isEnough, env, quiet }) {
  const path = freshReport(name);
  const status = await run(
    "vitest",
    ["run", "--reporter=dot", `--reporter=${ROOT}/bin/vitest-reporter.mjs`, ...args],
    {
      env: { ...compiled, ...env, FANFARE_REPORT: path },
      ...output(quiet),
    },
  );
  return count({ name, status, files, isEnough, report: readReport(path) });
}

export async function runPlaywright({ name, args, files, env, quiet }) {
  const path = freshReport(name);
  const status = await run("playwright", ["test", "--reporter=dot,json", ...args], {
    env: { ...compiled, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    ...output(quiet),
  });
  const json = readReport(path);
  const report = json && {
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky,
    failures: json.suites.flatMap(failuresIn),
    errors: json.errors.map(({ message }) => message),
    files: json.suites.map(({ file }) => ({ file: resolve(json.config.rootDir, file), project: name })),
  };
  return count({ name, status, files, report, isEnough: (projects) => projects.size > 0 });
}

/** The failed journeys of one suite in Playwright's report, and of those inside. */
function failuresIn({ file, specs = [], suites = [] }) {
  const messages = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      return `${file} > ${title}: ${String(errors[0]?.message ?? "no message").slice(0, 500)}`;
    });
  return [...messages, ...suites.flatMap(failuresIn)];
}

/** `problems` names all that failed: a log's end has to tell, where its beginning is cut off. */
function count({ name, status, files, isEnough, report }) {
  if (!report)
    return { passed: 0, failed: 1, problems: [`${name} ended with ${status} and wrote no report`] };
  const projectsOf = (path) => report.files.filter(({ file }) => file === path).map(({ project }) => project);
  const missing = files.filter((file) => !isEnough(new Set(projectsOf(file)), file));
  const problems = [
    ...report.errors.map((error) => `${name} had an error outside of its tests: ${error}`),
    ...missing.map((file) => `${name} did not run ${file}`),
  ];
  if (status !== 0 && report.failed + problems.length === 0) problems.push(`${name} ended with ${status}`);
  return {
    passed: report.passed,
    failed: report.failed + problems.length,
    problems: [...report.failures, ...problems],
  };
}

function output(quiet) {
  return quiet ? { stdio: "ignore" } : {};
}

function freshReport(name) {
  const path = join(ROOT, ".cache/reports", `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
