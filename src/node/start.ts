import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { StartRefusal } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { instanceSecret } from "#src/platform/crypto/instance-secret.ts";
import type { Database } from "#src/platform/db/database.ts";
import { lockFolder } from "#src/platform/db/folder-lock.ts";
import { migrate } from "#src/platform/db/migrate.ts";
import { openPglite } from "#src/platform/db/pglite.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { openGeo } from "#src/platform/geo/geo.ts";
import { Jobs } from "#src/platform/jobs/jobs.ts";
import { type Mail, openMail } from "#src/platform/mail/mail.ts";
import { createLog } from "#src/platform/observe/log.ts";
import { createPlatform } from "#src/platform/platform.ts";
import { type App, createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { jobs as jobList } from "./slices.ts";

export interface Running {
  url: string;
  dataFolder: string;
  mail: Mail;
  platform: Platform;
  app: App;
  /** Finishes what was accepted and closes everything, within `STOP_MS`. */
  stop(): Promise<void>;
}

/** Folders of the checkout, absolute. */
export interface Places {
  migrations: string;
  client: string;
}

/** What tests bring along instead of the real thing. */
export interface Stand {
  database?: Database;
  now?: () => Date;
}

export const STOP_MS = 4_000;

/** Opens the database, brings it up to date, and answers requests. Throws a `StartRefusal` with one sentence. */
export async function start(config: Config, places: Places, stand: Stand = {}): Promise<Running> {
  const log = createLog(config.LOG_LEVEL);
  const dataFolder = resolve(config.DATA_DIR);
  let app: App | undefined;
  const server = createServer((request, response) => {
    if (app) app.handle(request, response);
    else response.writeHead(503, { "Retry-After": "1" }).end("Starting…");
  });
  const lock = await lockFolder(dataFolder);
  const port = await listen(server, config);
  const database =
    stand.database ??
    (await openDatabase(config, dataFolder, (error) => log.error({ err: error }, "database")));
  await migrate(database, places.migrations);
  const jobs = new Jobs(database, log);
  await jobs.start(jobList);
  const mail = openMail({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: join(dataFolder, "mail"),
  });
  const publicUrl = config.PUBLIC_URL || `http://localhost:${port}`;
  const secret = await instanceSecret(database.orm, config.SECRET);
  const platform = createPlatform({
    database,
    secret,
    jobs,
    log,
    now: stand.now,
    geo: await openGeo(),
    instance: { name: config.INSTANCE_NAME, publicUrl, supportAddress: config.SUPPORT_ADDRESS },
  });
  app = await createApp({ config, platform, secret, jobs, mail, clientFolder: places.client });
  await platform.signals.start();
  const running = app;
  return {
    url: `http://localhost:${port}`,
    dataFolder,
    mail,
    platform,
    app,
    async stop() {
      const closed = close(server);
      await running.drain();
      await Promise.race([closed, new Promise((done) => setTimeout(done, STOP_MS / 2).unref())]);
      server.closeAllConnections();
      await jobs.stop(STOP_MS / 2);
      mail.close();
      await database.close();
      await lock.release();
    },
  };
}

function openDatabase(
  config: Config,
  dataFolder: string,
  onError: (error: Error) => void,
): Promise<Database> {
  if (config.DATABASE_URL) return openPostgres(config.DATABASE_URL, onError);
  return openPglite(join(dataFolder, "db"));
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolvePort, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new StartRefusal(refusalOf(error, config)));
    });
    server.listen(config.PORT, config.HOST, () => resolvePort((server.address() as AddressInfo).port));
  });
}

function refusalOf(error: NodeJS.ErrnoException, { PORT, HOST }: Config): string {
  if (error.code === "EADDRINUSE") return `Port ${PORT} is already taken. Choose another one with --port.`;
  if (error.code === "EACCES")
    return `Port ${PORT} may not be used by this user. Choose one above 1023 with --port.`;
  return `Cannot listen on ${HOST}:${PORT} (${error.code ?? error.message}). Choose another address with --host.`;
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeIdleConnections();
  });
}
