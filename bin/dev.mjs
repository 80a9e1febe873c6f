/* Rebuilds and restarts the server and reloads the browser whenever a file is saved. */
import { build, environment, install, run } from "./setup.mjs";

install();
await build();
const port = process.env.PORT ?? "3000";
console.log(
  `The dashboard is at http://localhost:5173 and reloads when you save. Pages and the API are at http://localhost:${port}.`,
);
// Don't empty the folders: the server would be gone while its next version builds.
const watch = ["--watch", "--no-emptyOutDir", "--logLevel", "warn"];
await Promise.race([
  run("vite", ["build", "--ssr", ...watch]),
  // Scripts for the public pages.
  run("vite", ["build", "--mode", "page", ...watch]),
  run("vite", ["build", "--mode", "site", ...watch]),
  run("node", ["--watch-path=dist", "dist/server/main.js", ...process.argv.slice(2)]),
  run("vite", ["--port", "5173", "--strictPort"], {
    env: { ...environment, FANFARE_SERVER: `http://localhost:${port}` },
  }),
]);
// None is any use alone: when one ends (its port is taken, say), stop the others too.
process.emit("SIGTERM");
