import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { IncidentWriter } from "#src/features/admin/security/incident-writer.ts";
import type { EgressWriter } from "#src/features/instance/bandwidth/bandwidth.ts";
import { parseConfig } from "#src/node/config.ts";
import { type StartOptions, start } from "#src/node/start.ts";
import type { Platform } from "#src/platform/context.ts";
import { listSavedMail, readSavedMail } from "#src/platform/mail/mail.ts";
import { Client } from "./client.ts";
import { TestClock } from "./clock.ts";
import { freshDatabase } from "./database.ts";

const ROOT = resolve(import.meta.dirname, "../..");
export const PASSWORD = "correct horse battery staple";

export interface TestApp {
  url: string;
  platform: Platform;
  egress: EgressWriter;
  incidents: IncidentWriter;
  clock: TestClock;
  dataFolder: string;
  /** Signs someone up and in. The first one is the founder. */
  signUp(person?: { name?: string; email?: string }): Promise<Client>;
  visitor(): Client;
  /** The newest e-mail to `to`, as soon as it's there. */
  mailTo(to: string, subject?: RegExp): Promise<{ subject: string; text: string }>;
  /** All e-mails to `to` about `subject`, oldest first, as soon as there are `count`. */
  mailsTo(to: string, subject: RegExp, count: number): Promise<{ subject: string; text: string }[]>;
  close(): Promise<void>;
}

/** No test waits for the network that it happens to run in, or depends on it: nobody answers there. */
const NOBODY = "127.0.0.1:9";

async function lookUpHere(host: string) {
  if (/(?:^|\.)localhost$/.test(host)) return [{ address: "127.0.0.1", family: 4 }];
  throw Object.assign(new Error(`${host} isn’t known here.`), { code: "ENOTFOUND" });
}

/** The whole process on a fresh database and a free port, with a clock that tests control. */
export async function startApp(
  settings: Record<string, string> = {},
  options: Pick<StartOptions, "google" | "gmail" | "lookUp" | "logTo" | "objectMs"> = {},
): Promise<TestApp> {
  const dataFolder = await mkdtemp(join(tmpdir(), "fanfare-app-"));
  const clock = new TestClock();
  const config = parseConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataFolder,
    LOG_LEVEL: "silent",
    DATABASE_URL: await freshDatabase(dataFolder),
    DNS_SERVERS: NOBODY,
    ...settings,
  });
  const running = await start(
    config,
    { migrations: join(ROOT, "migrations"), client: join(ROOT, "dist/client") },
    // What recurs would happen to a test, or not, depending on when it runs. They call such verbs themselves.
    { lookUp: lookUpHere, recurs: false, ...options, now: () => clock.now() },
  );
  running.open();
  return {
    url: running.url,
    platform: running.platform,
    egress: running.app.egress,
    incidents: running.app.incidents,
    clock,
    dataFolder,
    visitor: () => new Client(running.url),
    signUp: (person = {}) => signUp(running.url, person),
    async mailTo(to, subject = /./) {
      const [newest] = (
        await waitForMails(running.platform.mail.folder, { to, subject, count: 1 })
      ).reverse();
      if (!newest) throw new Error(`No mail to ${to} arrived.`);
      return newest;
    },
    mailsTo: (to, subject, count) => waitForMails(running.platform.mail.folder, { to, subject, count }),
    async close() {
      await running.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function signUp(url: string, { name = "Ada", email = `${randomUUID()}@example.com` }) {
  const client = new Client(url);
  const answer = await client.call("POST", "/api/auth/sign-up/email", { name, email, password: PASSWORD });
  if (answer.status !== 200)
    throw new Error(`sign-up answered ${answer.status} ${JSON.stringify(answer.body)}`);
  client.id = answer.body.user.id;
  client.email = email;
  return client;
}

type KeptMail = NonNullable<Awaited<ReturnType<typeof readSavedMail>>>;
/** Parsed once: a test may look at the same folder a hundred times. */
const parsed = new Map<string, KeptMail>();

async function parseOnce(folder: string, id: string): Promise<KeptMail | undefined> {
  const path = join(folder, id);
  const mail = parsed.get(path) ?? (await readSavedMail(folder, id));
  if (mail) parsed.set(path, mail);
  return mail;
}

async function waitForMails(
  folder: string,
  { to, subject, count }: { to: string; subject: RegExp; count: number },
) {
  for (let attempt = 0; attempt < 400; attempt++) {
    const found = [];
    for (const id of (await listSavedMail(folder)).reverse()) {
      const mail = await parseOnce(folder, id);
      if (mail?.to.includes(to) && subject.test(mail.subject)) found.push(mail);
    }
    if (found.length >= count) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Not ${count} mails to ${to} about ${subject} arrived.`);
}
