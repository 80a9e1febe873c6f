/* The figures that are promised, each against its reference in the same run. Names as arguments run only those. */
import { build, install, run } from "./setup.mjs";

install();
await build();
process.exit(await run("node", ["bench/run.ts", ...process.argv.slice(2)]));
