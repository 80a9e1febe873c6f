import { build, install, run, SERVER_FLAGS } from "./setup.mjs";

const args = process.argv.slice(2);
const demo = args.includes("--demo");
install();
await build();
const program = demo ? "dist/server/demo.js" : "dist/server/main.js";
const words = args.filter((arg) => arg !== "--demo");
process.exit(await run("node", [...SERVER_FLAGS, program, ...words]));
