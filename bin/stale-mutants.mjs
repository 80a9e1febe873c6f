/*
 * Lists the mutants whose text or tests are gone. Otherwise nobody would notice until the next full
 * run.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MUTANTS } from "./mutants.mjs";
import { ROOT } from "./setup.mjs";

const textOf = (file) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), "utf8") : "");

const stale = MUTANTS.filter(
  ([, file, find, , tests]) =>
    textOf(file).split(find).length !== 2 || !tests.every((test) => existsSync(join(ROOT, test))),
);
for (const [what, file] of stale)
  console.error(`${file} doesn't have exactly once what "${what}" breaks, or one of its tests is gone.`);
process.exit(stale.length === 0 ? 0 : 1);
