/*
 * Ways to break the product, and the tests that must notice: the `mutants.mjs` beside each slice and in the other
 * folders of `src`. Each mutant says what breaks, the file, the text to find in it (exactly once), its replacement, and
 * the test files. Paths are relative to its folder, or from the root.
 */
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./setup.mjs";

const FROM_ROOT = /^(?:src|test|migrations)\//;

async function mutantsIn(list) {
  const { MUTANTS } = await import(pathToFileURL(join(ROOT, list)));
  const from = (path) => (FROM_ROOT.test(path) ? path : join(dirname(list), path));
  return MUTANTS.map(([what, file, find, replace, tests]) => [
    what,
    from(file),
    find,
    replace,
    tests.map(from),
  ]);
}

const lists = globSync("src/**/mutants.mjs", { cwd: ROOT }).sort();

export const MUTANTS = (await Promise.all(lists.map(mutantsIn))).flat();
