/*
 * The part of `mutate.mjs` that runs on the pinned Node: one Vitest for all mutants, in a copy of the
 * sources. Starting Vitest for each mutant took longer than its tests.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { MUTANTS } from "./mutants.mjs";
import { ROOT } from "./setup.mjs";

// Outside `.cache`, because Vitest doesn't look for tests there.
const COPY = mkdtempSync(join(tmpdir(), "fanfare-mutants-"));

function copySources() {
  const copied = ["src", "test", "bin", "public", "migrations", "dist", "package.json", "vitest.config.ts"];
  const configs = readdirSync(ROOT).filter((name) => /^tsconfig.*\.json$/.test(name));
  for (const path of [...copied, ...configs]) {
    cpSync(join(ROOT, path), join(COPY, path), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(COPY, "node_modules"), "dir");
}

/**
 * Runs test files until a test fails. Returns how many failed, and any error that kept tests from running.
 */
async function test(vitest, files) {
  const wanted = new Set(files.map((file) => join(COPY, file)));
  const found = await vitest.globTestSpecifications(files);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    found.filter(({ moduleId }) => wanted.has(moduleId)),
  );
  const failed = testModules.flatMap((module) => [...module.children.allTests("failed")]);
  const broken = testModules.filter((module) => !module.ok() && module.errors().length > 0);
  return {
    failed: failed.map(({ fullName }) => fullName),
    ran: testModules.length,
    problems: [
      ...unhandledErrors.map((error) => String(error?.message ?? error)),
      ...broken.map(({ moduleId }) => `${moduleId} could not be run`),
    ],
  };
}

/** Whether a test failed. A mutant that merely keeps the tests from running proves nothing. */
async function isKilled(vitest, [, file, find, replace, tests]) {
  const path = join(COPY, file);
  const source = readFileSync(path, "utf8");
  if (source.split(find).length !== 2) throw new Error(`${file} doesn't have exactly once: ${find}`);
  const write = (text) => {
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  };
  write(source.replace(find, () => replace));
  try {
    return (await test(vitest, tests)).failed.length > 0;
  } finally {
    write(source);
  }
}

copySources();
process.on("exit", () => rmSync(COPY, { recursive: true, force: true }));
const words = process.argv.slice(2);
const mutants = MUTANTS.filter(([what]) => words.length === 0 || words.some((word) => what.includes(word)));
const vitest = await createVitest("test", {
  root: COPY,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  project: ["unit", "server-postgres"],
  reporters: [{}],
});
const files = [...new Set(mutants.flatMap(([, , , , tests]) => tests))];
const { failed, problems, ran } = await test(vitest, files);
if (failed.length + problems.length > 0 || ran !== files.length) {
  const why = [...failed, ...problems, `${ran} of ${files.length} test files ran`];
  console.error(`The tests fail without any mutant: ${why.join("; ")}`);
  process.exit(1);
}
let survived = 0;
for (const mutant of mutants) {
  const killed = await isKilled(vitest, mutant);
  if (!killed) survived++;
  console.log(`${killed ? "noticed" : "NOT NOTICED"}  ${mutant[0]}`);
}
await vitest.close();
console.log(`${mutants.length - survived} of ${mutants.length} mutants noticed`);
process.exit(survived === 0 ? 0 : 1);
