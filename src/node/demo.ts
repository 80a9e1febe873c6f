import { PATHS } from "#src/lib/paths.ts";
import { CREATORS } from "./demo/creators.ts";
import { fillDemo } from "./demo/fill.ts";
import { DEMO_OWNER } from "./demo/owner.ts";
import { launch, say } from "./launch.ts";

/**
 * A separate folder and the embedded database, whatever an `.env` says: no made-up visits among real ones.
 */
const SETTINGS = { DATA_DIR: "data-demo", DATABASE_URL: "" };

await launch({
  settings: SETTINGS,
  async prepare({ platform, app, url }, ignored) {
    await fillDemo({
      platform,
      auth: app.auth,
      onBegin: () => say("Filling the demo with three creators and 90 days of visits …"),
    });
    return [
      ...ignored.map((name) => `${name} from the environment doesn't count: the demo's data is its own.`),
      `Demo: sign in at ${url}${PATHS.signIn} as ${DEMO_OWNER.email} with the password ${DEMO_OWNER.password}`,
      ...CREATORS.map(({ username, what }) => `      ${url}/${username} is ${what}`),
    ];
  },
});
