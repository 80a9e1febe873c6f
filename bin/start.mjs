import { build, install, run } from "./setup.mjs";

const args = process.argv.slice(2);
const demo = args.includes("--demo");
install();
await build();
const program = demo ? "dist/server/demo.js" : "dist/server/main.js";
process.exit(await run("node", [program, ...args.filter((arg) => arg !== "--demo")]));
