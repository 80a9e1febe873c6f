/*
 * Measures the figures we promise, each against its reference in the same run. Name figures as arguments to
 * run only those.
 */
import { build, install, run } from "./setup.mjs";

install();
await build();
process.exit(await run("node", ["bench/run.ts", ...process.argv.slice(2)]));
