import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { hasFounder } from "#src/features/accounts/store.ts";
import { StartRefusal } from "#src/lib/errors.ts";
import { type Environment, readConfig, readEnvironment } from "./config.ts";
import { type Running, STOP_MS, start } from "./start.ts";

const ROOT = resolve(import.meta.dirname, "../..");

function readOptions(): Environment {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        roles: { type: "string" },
      },
    });
    return { PORT: values.port, HOST: values.host, DATA_DIR: values.data, ROLES: values.roles };
  } catch (error) {
    throw new StartRefusal(`${(error as Error).message} Options are --port, --host, --data and --roles.`);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function announce({ url, dataFolder, mail, platform }: Running, database: string): Promise<void> {
  say(`\n  ${platform.instance.name} runs at ${url}`);
  say(`  Data: ${database || dataFolder}`);
  if (mail.delivery === "folder") {
    say(`  Mail: kept as files in ${mail.folder} until SMTP_URL is set; read it at ${url}/admin/email`);
  }
  if (!(await hasFounder(platform.db))) {
    say(`  Nobody has signed up yet: the first account becomes the founder. Make it at ${url}/auth`);
  }
  say("  Ctrl-C stops it.\n");
}

function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
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
}

try {
  const config = readConfig(readEnvironment(ROOT), readOptions());
  const running = await start(config, {
    migrations: resolve(ROOT, "migrations"),
    client: resolve(ROOT, "dist/client"),
  });
  stopOnSignal(running);
  await announce(running, config.DATABASE_URL ? "the PostgreSQL server of DATABASE_URL" : "");
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
