/* Format, lint, types, architecture, sizes, mutants, regular expressions, and dead code. Each check prints only problems. */
import { pathToFileURL } from "node:url";
import { install, run } from "./setup.mjs";

const CHECKS = [
  ["format and lint", "biome", ["check", "--error-on-warnings", "--diagnostic-level=warn"]],
  // Several checkers at once each resolve the same types again, and took twice the CPU on two cores.
  ["types", "tsc", ["-b", "--singleThreaded"]],
  [
    "architecture",
    "depcruise",
    ["--config", ".dependency-cruiser.mjs", "--output-type", "err", "src", "test", "bench"],
  ],
  ["sizes", "node", ["bin/check-sizes.mjs"]],
  ["mutants", "node", ["bin/stale-mutants.mjs"]],
  ["regular expressions", "node", ["bin/regexes.mjs"]],
  ["dead code", "knip", ["--no-progress"]],
];

/** Runs all checks at once and returns how many passed and failed. */
export async function check() {
  const statuses = await Promise.all(
    CHECKS.map(async ([name, program, args]) => {
      const status = await run(program, args);
      console.log(`${status === 0 ? "ok" : "FAILED"}  ${name}`);
      return status;
    }),
  );
  const problems = CHECKS.filter((_, index) => statuses[index] !== 0).map(([name]) => `check: ${name}`);
  return { passed: CHECKS.length - problems.length, failed: problems.length, problems };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  install();
  const { failed } = await check();
  process.exit(failed === 0 ? 0 : 1);
}
