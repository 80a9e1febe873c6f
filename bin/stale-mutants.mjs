/*
 * Lists the mutants whose text is no longer in the code. Otherwise nobody would notice until the next full
 * run.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MUTANTS } from "./mutants.mjs";
import { ROOT } from "./setup.mjs";

const stale = MUTANTS.filter(
  ([, file, find]) => readFileSync(join(ROOT, file), "utf8").split(find).length !== 2,
);
for (const [what, file] of stale) console.error(`${file} doesn't have exactly once what "${what}" breaks.`);
process.exit(stale.length === 0 ? 0 : 1);
