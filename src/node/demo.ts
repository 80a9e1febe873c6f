import { PATHS } from "#src/lib/paths.ts";
import { runCli, say } from "./cli.ts";
import { CREATORS } from "./demo/creators.ts";
import { DEMO_OWNER } from "./demo/owner.ts";
import { seedDemo } from "./demo/seed.ts";
import { openSink, SINK_HOST } from "./demo/sink.ts";

const sinkPort = await openSink();

await runCli({
  settings: {
    // A separate folder and the embedded database, whatever an `.env` says, so that made-up visits don't mix
    // with real ones.
    DATA_DIR: "data-demo",
    DATABASE_URL: "",
    // Campaigns go to this process's own mail server, however many e-mails they are.
    OUTBOUND_ALLOW: SINK_HOST,
    PLAIN_MAIL_HOSTS: SINK_HOST,
    NEW_ACCOUNT_MAILS: "off",
    // Nobody can own these, so that domains wait and show the records to set.
    DOMAINS_TARGET: "pages.example.net",
    DOMAINS_ADDRESSES: "192.0.2.10",
  },
  async prepare({ platform, app, url }, ignored) {
    await seedDemo({
      platform,
      auth: app.auth,
      sinkPort,
      onBegin: () => say("Filling the demo with three creators and 90 days of visits, leads and campaigns …"),
    });
    return [
      ...ignored.map((name) => `${name} from the environment doesn't count: the demo has its own.`),
      `Demo: sign in at ${url}${PATHS.signIn} as ${DEMO_OWNER.email} with the password ${DEMO_OWNER.password}`,
      ...CREATORS.map(({ username, what }) => `      ${url}/${username} is ${what}`),
    ];
  },
});
