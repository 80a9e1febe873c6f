import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { hasFounder } from "#src/features/identity/accounts/accounts.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { StartRefusal } from "#src/lib/errors.ts";
import { PATHS } from "#src/lib/paths.ts";
import { type Config, type Environment, parseConfig, readEnvironment } from "./config.ts";
import { networkUrls } from "./network-urls.ts";
import { type Running, STOP_MS, start } from "./start.ts";

const ROOT = resolve(import.meta.dirname, "../..");

interface Launch {
  /** Settings that override the environment but not the command line. */
  settings?: Environment;
  /**
   * Called before the first request is answered, with the names of settings in the environment that don't
   * count here. Returns lines to announce the instance with.
   */
  prepare?(running: Running, ignored: readonly string[]): Promise<string[]>;
}

/**
 * Runs a process from its command line to its end: starts an instance, prints its URL, and stops it on a
 * signal.
 */
export async function runCli({ settings = {}, prepare }: Launch = {}): Promise<void> {
  let stopping: AbortSignal | undefined;
  // Other users on this machine must not read this process's files.
  process.umask(0o077);
  try {
    const environment = readEnvironment(ROOT);
    const options = parseOptions();
    const config = parseConfig(environment, { ...settings, ...options });
    const ignored = Object.keys(settings).filter((name) => environment[name] && !(name in options));
    const running = await start(config, {
      migrations: resolve(ROOT, "migrations"),
      client: resolve(ROOT, "dist/client"),
    });
    stopping = stopOnSignal(running);
    const lines = (await prepare?.(running, ignored)) ?? [];
    running.open();
    await announce(running, config, lines);
  } catch (error) {
    // Ctrl-C closed the database in the middle of preparing.
    if (stopping?.aborted) return;
    if (!(error instanceof StartRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Returns the settings from the command line, without unmentioned ones. */
function parseOptions(): Environment {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        roles: { type: "string" },
      },
    });
    const given = Object.entries({
      PORT: values.port,
      HOST: values.host,
      DATA_DIR: values.data,
      ROLES: values.roles,
    });
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  } catch (error) {
    // Node's message goes on about positional arguments, which don't exist here.
    const [what] = (error as Error).message.split(". ");
    throw new StartRefusal(`${what}. The options are --port, --host, --data and --roles.`);
  }
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function announce(
  { url, port, dataFolder, platform }: Running,
  config: Config,
  lines: string[],
): Promise<void> {
  const { publicUrl } = platform.instance;
  say(`\n  ${platform.settings.get(INSTANCE_NAME)} runs at ${url}`);
  if (config.PUBLIC_URL) say(`  For everyone else: ${publicUrl}`);
  else
    for (const address of networkUrls(config.HOST, port))
      say(`  On your network, a phone for instance: ${address}`);
  say(`  Data: ${config.DATABASE_URL ? "the PostgreSQL server of DATABASE_URL" : dataFolder}`);
  const { mail } = platform;
  if (mail.delivery === "folder") {
    say(
      `  E-mail: kept in ${mail.folder} until you set SMTP_URL. Read it at ${publicUrl}${PATHS.adminEmail}`,
    );
  }
  if (!(await hasFounder(platform.db))) {
    say(
      `  Nobody has signed up yet, and the first account becomes the founder. Sign up at ${publicUrl}${PATHS.signIn}`,
    );
  }
  for (const line of lines) say(`  ${line}`);
  say("  Press Ctrl-C to stop.\n");
}

/** Stops at the first signal. The returned signal is aborted once one has arrived. */
function stopOnSignal(running: Running): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), STOP_MS).unref();
    running.stop().then(
      () => process.exit(0),
      (error) => {
        running.platform.log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return stopping.signal;
}
