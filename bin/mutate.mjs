/*
 * Breaks the product in the ways of `mutants.mjs`, one at a time, and expects its tests to notice. Words as arguments run
 * only the mutants that are described with one of them.
 */
import { join } from "node:path";
import { build, install, ROOT, run } from "./setup.mjs";

install();
await build();
process.exit(await run("node", [join(ROOT, "bin/mutation.mjs"), ...process.argv.slice(2)]));
