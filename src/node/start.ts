import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { StartRefusal } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { instanceSecret } from "#src/platform/crypto/instance-secret.ts";
import type { Database } from "#src/platform/db/database.ts";
import { lockFolder } from "#src/platform/db/folder-lock.ts";
import { migrate } from "#src/platform/db/migrate.ts";
import { openPglite, refusalOfDamage } from "#src/platform/db/pglite.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { prepareFolder } from "#src/platform/db/private-folder.ts";
import { openGeo } from "#src/platform/geo/geo.ts";
import { Jobs } from "#src/platform/jobs/jobs.ts";
import { openMail } from "#src/platform/mail/mail.ts";
import { createLog } from "#src/platform/observe/log.ts";
import { Outbound } from "#src/platform/outbound/outbound.ts";
import { createPlatform } from "#src/platform/platform.ts";
import { urlOf } from "./addresses.ts";
import { type App, createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { jobs as jobList } from "./slices.ts";

export interface Running {
  /** Where this machine reaches it. */
  url: string;
  port: number;
  dataFolder: string;
  platform: Platform;
  app: App;
  /** Begins to answer; every request before gets a 503. */
  open(): void;
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
  now?: () => Date;
}

export const STOP_MS = 4_000;

const KEEP_ALIVE_MS = 80_000;

/** A browser that comes too early looks again by itself. */
const STARTING = { "Content-Type": "text/plain", "Retry-After": "1", Refresh: "1" };

/** Opens the database and brings it up to date; answers requests from `open` on. Throws a `StartRefusal` with one sentence. */
export async function start(config: Config, places: Places, stand: Stand = {}): Promise<Running> {
  const log = createLog(config.LOG_LEVEL);
  const dataFolder = resolve(config.DATA_DIR);
  let handle: App["handle"] = (_, response) => void response.writeHead(503, STARTING).end("Starting…\n");
  // Longer than proxies keep theirs (60 to 75 s): whoever reuses a connection finds it open.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) =>
    handle(request, response),
  );
  if (!prepareFolder(dataFolder)) {
    log.warn(`${dataFolder} can't be made private: other users of this machine may be able to read it`);
  }
  // With PostgreSQL there is only kept e-mail in it, which nodes may share.
  const lock = config.DATABASE_URL ? undefined : lockFolder(dataFolder);
  const port = await listen(server, config);
  const database = await openDatabase(config, dataFolder, log);
  try {
    const url = urlOf(config.HOST, port);
    const booted = await boot({ config, places, database, dataFolder, url, log, now: stand.now });
    const { app, jobs, platform } = booted;
    return {
      url,
      port,
      dataFolder,
      platform,
      app,
      open() {
        handle = app.handle;
      },
      async stop() {
        const closed = close(server);
        await app.drain();
        await Promise.race([closed, new Promise((done) => setTimeout(done, STOP_MS / 2).unref())]);
        server.closeAllConnections();
        await jobs.stop(STOP_MS / 2);
        platform.mail.close();
        await database.close();
        lock?.release();
      },
    };
  } catch (error) {
    throw config.DATABASE_URL ? error : refusalOfDamage(error, embeddedIn(dataFolder));
  }
}

interface Boot {
  config: Config;
  places: Places;
  database: Database;
  dataFolder: string;
  url: string;
  log: Logger;
  now: (() => Date) | undefined;
}

/** What runs on an open database. */
async function boot({ config, places, database, dataFolder, url, log, now }: Boot) {
  await migrate(database, places.migrations);
  const jobs = new Jobs(database, log);
  await jobs.start(jobList);
  const mail = openMail({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    folder: join(dataFolder, "mail"),
  });
  const secret = await instanceSecret(database.orm, config.SECRET);
  const platform = createPlatform({
    database,
    secret,
    jobs,
    mail,
    log,
    now,
    geo: await openGeo(),
    outbound: new Outbound({ allow: config.OUTBOUND_ALLOW }),
    instance: {
      name: config.INSTANCE_NAME,
      publicUrl: config.PUBLIC_URL || url,
      pagesUrl: config.PAGES_URL || config.PUBLIC_URL || url,
      supportAddress: config.SUPPORT_ADDRESS,
      plans: config.PLANS,
    },
  });
  const app = await createApp({ config, platform, secret, jobs, clientFolder: places.client });
  await platform.signals.start();
  return { app, jobs, platform };
}

const embeddedIn = (dataFolder: string) => join(dataFolder, "db");

function openDatabase(config: Config, dataFolder: string, log: Logger): Promise<Database> {
  if (!config.DATABASE_URL) return openPglite(embeddedIn(dataFolder));
  return openPostgres(config.DATABASE_URL, (error) => log.error({ err: error }, "database"));
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolvePort, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(new StartRefusal(refusalOfListening(error, config)));
    });
    server.listen(config.PORT, config.HOST, () => resolvePort((server.address() as AddressInfo).port));
  });
}

function refusalOfListening(error: NodeJS.ErrnoException, { PORT, HOST }: Config): string {
  if (error.code === "EADDRINUSE") return `Port ${PORT} is already taken. Choose another one with --port.`;
  if (error.code === "EACCES")
    return `This user may not listen on port ${PORT}. Choose one above 1023 with --port.`;
  return `Fanfare can't listen on ${HOST}:${PORT} (${error.code ?? error.message}). Choose another address with --host.`;
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeIdleConnections();
  });
}
