import { build, compiled, install, run, SERVER_FLAGS, SERVER_MEMORY } from "./setup.mjs";

install({ isStart: true });
await build();
const env = { ...compiled, ...SERVER_MEMORY };
process.exit(
  await run("node", [...SERVER_FLAGS, "dist/server/backup.js", ...process.argv.slice(2)], { env }),
);
