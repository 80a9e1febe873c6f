import { build, compiled, install, refuse, run, SERVER_FLAGS, SERVER_MEMORY } from "./setup.mjs";

const OPTIONS = ["port", "host", "data", "roles"];

/** `npm start --port 8080` gives --port to npm, which passes on only the 8080. */
function refuseSwallowed(args) {
  const swallowed = OPTIONS.filter((name) => process.env[`npm_config_${name}`] !== undefined);
  if (swallowed.length === 0) return;
  const meant = swallowed.map((name) => {
    const value = process.env[`npm_config_${name}`];
    return `--${name} ${value !== "true" ? value : swallowed.length === 1 && args[0] ? args[0] : "…"}`;
  });
  const command = process.env.npm_lifecycle_event === "demo" ? "npm run demo" : "npm start";
  refuse(
    `npm keeps options for itself unless they come after --, so write: ${command} -- ${meant.join(" ")}`,
  );
}

const args = process.argv.slice(2);
const isDemo = args.includes("--demo");
const options = args.filter((arg) => arg !== "--demo");
refuseSwallowed(options);
install({ isStart: true });
await build();
const program = isDemo ? "dist/server/demo.js" : "dist/server/main.js";
process.exit(
  await run("node", [...SERVER_FLAGS, program, ...options], { env: { ...SERVER_MEMORY, ...compiled } }),
);
