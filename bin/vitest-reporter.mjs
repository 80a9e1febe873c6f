/*
 * Reports what Vitest did to `run-tests.mjs`. Vitest's own JSON report leaves out errors outside tests and files
 * that failed to load.
 */
import { writeFileSync } from "node:fs";

export default class VitestReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const ended = (state) => tests.filter((test) => test.result().state === state).length;
    const failures = tests
      .filter((test) => test.result().state === "failed")
      .map((test) => `${test.project.name}: ${test.module.moduleId} > ${test.fullName}: ${messageOf(test)}`);
    const failedModules = modules.filter(
      (module) => !module.ok() && ![...module.children.allTests("failed")].length,
    );
    const report = {
      passed: ended("passed"),
      failed: failures.length,
      failures,
      errors: [
        ...unhandledErrors.map((error) => String(error.message ?? error)),
        ...failedModules.map((module) => `${module.moduleId} could not be run`),
      ],
      files: modules
        .filter((module) => ["passed", "failed"].includes(module.state()))
        .map((module) => ({ file: module.moduleId, project: module.project.name })),
    };
    writeFileSync(process.env.FANFARE_REPORT, JSON.stringify(report));
  }
}

function messageOf(test) {
  return String(test.result().errors?.[0]?.message ?? "no message").slice(0, 500);
}
