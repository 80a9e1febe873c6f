/*
 * Breaks the product in each of the ways listed in each folder's `mutants.mjs` and expects the tests to notice. Pass words
 * to run only the mutants whose description contains one of them.
 */
import { join } from "node:path";
import { build, install, ROOT, run } from "./setup.mjs";

install();
await build();
process.exit(await run("node", [join(ROOT, "bin/mutation.mjs"), ...process.argv.slice(2)]));
