import { createServer, type Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";
import { join, resolve } from "node:path";
import type { DestinationStream, Logger } from "pino";
import {
  copyForCommand,
  deleteCopies,
  type MadeByCommand,
  recordBackup,
} from "#src/features/admin/system/backups/backups.ts";
import { examineInstance, makeBundle } from "#src/features/admin/system/system.ts";
import { GOOGLE_PROVIDER, type Provider } from "#src/features/identity/accounts/google/google.ts";
import { findLanguage } from "#src/features/identity/accounts/person/person.ts";
import { PAGES_URL } from "#src/features/pages/domains/settings.ts";
import { checkStorage } from "#src/features/pages/media/media.ts";
import { StartRefusal } from "#src/lib/errors.ts";
import { languageNamed } from "#src/lib/language.ts";
import { sealedTables } from "#src/platform/account-data-registry.ts";
import { serveControl } from "#src/platform/backup/control.ts";
import type { Platform } from "#src/platform/context.ts";
import { instanceSecrets } from "#src/platform/crypto/instance-secret.ts";
import { canOpenSealed } from "#src/platform/crypto/key-rotation.ts";
import type { Database } from "#src/platform/db/database.ts";
import { lockFolder } from "#src/platform/db/folder-lock.ts";
import { migrate } from "#src/platform/db/migrate.ts";
import { openPglite, refusalOfDamage } from "#src/platform/db/pglite.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { prepareFolder } from "#src/platform/db/private-folder.ts";
import { finishRestore } from "#src/platform/db/restored-folder.ts";
import { Dns } from "#src/platform/dns/dns.ts";
import { openGeo } from "#src/platform/geo/geo.ts";
import { ProxyWatch } from "#src/platform/geo/proxy-watch.ts";
import { type GmailEndpoints, openGmail } from "#src/platform/gmail.ts";
import { isOverPipeliningLimit } from "#src/platform/http/pipelining-limit.ts";
import { Jobs } from "#src/platform/jobs/jobs.ts";
import { MAIL_FROM, openMail } from "#src/platform/mail/mail.ts";
import { openObjects } from "#src/platform/objects/object-store.ts";
import { createLog } from "#src/platform/observe/log.ts";
import { type LookUp, SafeFetch } from "#src/platform/outbound/safe-fetch.ts";
import { createPlatform } from "#src/platform/platform.ts";
import { openPush } from "#src/platform/push/push.ts";
import { Settings } from "#src/platform/settings.ts";
import { openStripe } from "#src/platform/stripe.ts";
import { type App, createApp } from "./app.ts";
import { type Config, SECRET_LOST } from "./config.ts";
import { urlOf } from "./network-urls.ts";
import { instanceSettings, jobs as jobList, mails } from "./slices.ts";
import { VERSION } from "./version.ts";

export interface Running {
  url: string;
  port: number;
  dataFolder: string;
  platform: Platform;
  app: App;
  /** Starts to serve requests. Until then, every request gets a 503. */
  open(): void;
  /** Finishes accepted work and closes everything, within `STOP_MS`. */
  stop(): Promise<void>;
}

/** Folders in the checkout, absolute. */
export interface Places {
  migrations: string;
  client: string;
}

/** Replacements for tests. */
export interface StartOptions {
  now?: () => Date;
  /** Set if recurring jobs run on the database's clock, whatever time it is by `now`. */
  recurs?: boolean;
  google?: Provider;
  gmail?: GmailEndpoints;
  lookUp?: LookUp;
  /** How long S3 may take to answer. */
  objectMs?: number;
  logTo?: DestinationStream;
}

export const STOP_MS = 4_000;

const KEEP_ALIVE_MS = 80_000;
/** For clients that never read the response. Event streams send something more often. */
const SILENCE_MS = 300_000;

/** A browser that comes too early reloads on its own. */
const STARTING = { "Content-Type": "text/plain", "Retry-After": "1", Refresh: "1" };

/**
 * Opens the database and migrates it. Serves requests once `open` is called. Throws a `StartRefusal` with one
 * sentence.
 */
export async function start(config: Config, places: Places, options: StartOptions = {}): Promise<Running> {
  const log = createLog(config.LOG_LEVEL, options.logTo);
  for (const { name, meant } of config.misspelled)
    log.warn(`${name} isn't a setting. Did you mean ${meant}?`);
  const dataFolder = resolve(config.DATA_DIR);
  let handle: App["handle"] = (_, response) => void response.writeHead(503, STARTING).end("Starting…\n");
  // Longer than proxies (60 to 75 s), so that they never reuse a connection that we've closed.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (!isOverPipeliningLimit(request, response)) handle(request, response);
  });
  server.timeout = SILENCE_MS;
  if (!prepareFolder(dataFolder)) {
    log.warn(`${dataFolder} can't be made private: other users of this machine may be able to read it`);
  }
  // With PostgreSQL it has only saved e-mail, which nodes may share.
  const lock = config.DATABASE_URL ? undefined : lockFolder(dataFolder);
  if (lock) finishRestore(dataFolder);
  const port = await listen(server, config);
  const database = await openDatabase(config, dataFolder, log);
  try {
    const url = urlOf(config.HOST, port);
    const booted = await boot({ config, places, database, dataFolder, url, log, options });
    const { app, jobs, platform } = booted;
    const control = lock && (await listenForCommands(platform, dataFolder));
    if (options.recurs !== false) app.heartbeat.start();
    // It may take as long as another host does.
    void checkStorage(platform);
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
        control?.close();
        await app.heartbeat.stop();
        await app.drain();
        await Promise.race([closed, new Promise((done) => setTimeout(done, STOP_MS / 2).unref())]);
        server.closeAllConnections();
        // Until now, open connections brought more work.
        await app.drain();
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

/** Commands on this machine reach the embedded database through us. */
async function listenForCommands(platform: Platform, dataFolder: string): Promise<NetServer | undefined> {
  await deleteCopies(platform);
  const server = await serveControl(dataFolder, {
    copy: () => copyForCommand(platform),
    record: (made) => recordBackup(platform.db, made as MadeByCommand),
    examine: async () => ({
      checks: (await examineInstance(platform)).items,
      bundle: await makeBundle(platform),
    }),
  });
  if (!(server instanceof Error)) return server;
  platform.log.warn({ err: server }, "npm run backup and npm run doctor can't reach this process");
  return undefined;
}

interface Boot {
  config: Config;
  places: Places;
  database: Database;
  dataFolder: string;
  url: string;
  log: Logger;
  options: StartOptions;
}

async function boot({ config, places, database, dataFolder, url, log, options }: Boot) {
  await migrate(database, places.migrations);
  const jobs = new Jobs(database, log, { recurs: options.recurs });
  await jobs.start(jobList);
  const settings = new Settings({ database, list: instanceSettings, fixed: config.fixed, log });
  await settings.load();
  const mail = openMail({
    smtpUrl: config.SMTP_URL,
    from: () => settings.get(MAIL_FROM),
    folder: join(dataFolder, "mail"),
    publicUrl: config.PUBLIC_URL || url,
    handlers: mails,
    languageOf: async (db, address) => languageNamed(await findLanguage(db, address)),
  });
  const secrets = await secretsFor({ config, database, dataFolder, log });
  const publicUrl = config.PUBLIC_URL || url;
  const proxies = new ProxyWatch({ trusted: config.TRUSTED_PROXIES, log });
  if (publicUrl.startsWith("https:") && config.TRUSTED_PROXIES.trim() === "none") log.warn(NO_PROXY);
  const outbound = new SafeFetch({ allow: config.OUTBOUND_ALLOW, lookUp: options.lookUp });
  const platform = createPlatform({
    database,
    secrets,
    jobs,
    mail,
    log,
    now: options.now,
    geo: await openGeo(),
    proxies,
    outbound,
    dns: new Dns({ servers: config.DNS_SERVERS, isAllowed: (address) => outbound.allows(address) }),
    settings,
    installation: { version: VERSION, dataFolder, migrationsFolder: places.migrations, config, secrets },
    stripe: await openStripe(config),
    gmail: openGmail(config, options.gmail),
    push: openPush(config),
    objects: openObjects(config, { lookUp: options.lookUp, milliseconds: options.objectMs }),
    instance: {
      publicUrl,
      cdnUrl: config.CDN_URL,
      get pagesUrl() {
        return settings.get(PAGES_URL) || publicUrl;
      },
      offersGoogle: config.GOOGLE_CLIENT_ID !== "",
    },
  });
  await platform.blocks.load();
  await platform.features.load();
  // Sending with it would fail, and waiting e-mail would be given up.
  const isLost = config.SECRET_OLD.includes(SECRET_LOST);
  if (!isLost && !(await canOpenSealed(platform, sealedTables()))) throw new StartRefusal(WRONG_SECRET);
  const google = options.google ?? GOOGLE_PROVIDER;
  const app = await createApp({ config, platform, secrets, jobs, google, clientFolder: places.client });
  await platform.signals.start();
  return { app, jobs, platform };
}

async function secretsFor({ config, database, dataFolder, log }: Omit<Boot, "places" | "url" | "options">) {
  const { SECRET, SECRET_OLD, DATABASE_URL } = config;
  const isShared = DATABASE_URL !== "";
  if (isShared && !SECRET)
    log.warn(
      "SECRET isn't set: the database contains the key to the passwords in it. docs/operations/running.md says how to set one.",
    );
  return instanceSecrets(
    { db: database.orm, folder: isShared ? undefined : dataFolder },
    { secret: SECRET, earlier: SECRET_OLD.filter((secret) => secret !== SECRET_LOST) },
  );
}

const NO_PROXY =
  "PUBLIC_URL is https, so there is a proxy in front, but TRUSTED_PROXIES trusts none: all visitors count as one. Set it to the proxy's address, or to loopback, private or cloudflare.";

const WRONG_SECRET =
  "SECRET isn't the one that sealed the passwords and keys in this database. Set it, or the file secret in the data folder, to what it was, or put that into SECRET_OLD. If nobody has it anymore, set SECRET_OLD to lost, and enter them again.";

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
