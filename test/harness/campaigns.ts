import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { runDue as startDue } from "#src/features/email/campaigns/schedule/scheduler.ts";
import {
  continueSending,
  resumeAfterRestart as resumeSending,
} from "#src/features/email/delivery/scheduler.ts";
import type { Platform } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import { addActiveMailbox, signUpSender } from "./mailbox.ts";

export const HTML = `<p>Hi</p><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

/** Somebody with a sending account, its server, and short ways to do things with campaigns. */
export async function startSender(app: TestApp, manners = {}, more: object = {}) {
  const owner = await signUpSender(app);
  const postal = { postal_address: "Main Street 1, Town", ...more };
  const mailbox = await addActiveMailbox(app, owner, { manners, more: postal });
  const get = async (id: string) => (await owner.api("GET", `/campaigns/${id}`)).body;
  return {
    owner,
    mailbox,
    get,
    addFans: (fans: Fans) => addFans(app, owner, fans),
    add: async (more: object = {}): Promise<string> => {
      const form = { name: "News", subject: "Hello", html: HTML, mailbox_id: mailbox.id, ...more };
      return (await owner.api("POST", "/campaigns", form)).body.id;
    },
    act: (id: string, step: string, body: object = {}) => owner.api("POST", `/campaigns/${id}/${step}`, body),
    reaches: (id: string, state: string) =>
      vi.waitUntil(() => isInState(app, id, state, owner.id), { timeout: 20_000 }),
    /** Who has got something, by the local part of their address, in order. */
    received: () => mailbox.server.received.map(({ to }) => [to].flat()[0]?.text.split("@")[0] ?? ""),
  };
}

/** Asks the database, which costs less every 50 ms than all that the API says of a campaign. */
export async function isInState(app: TestApp, id: string, state: string, account?: string): Promise<boolean> {
  const owned = account === undefined ? sql`` : sql`and user_id = ${account}`;
  const campaign = sql`select from campaigns where id = ${id} and state = ${state} ${owned}`;
  return (await rowsOf(app.platform.db, campaign)).length > 0;
}

/** What every minute does. */
export async function runDue(platform: Platform): Promise<void> {
  await continueSending(platform);
  await startDue(platform);
}

/** What every start does. */
export async function resumeAfterRestart(platform: Platform): Promise<void> {
  await resumeSending(platform);
  await startDue(platform);
}

interface Batch {
  user_id: string;
  id: string;
  state?: string;
  mailbox_id?: string | undefined;
  snapshot?: object;
  tracking?: string;
  recipients?: number;
  started_at?: string;
}

/** A campaign's batch, as its start makes it, for rows that a test makes up. */
export async function addBatch(app: TestApp, batch: Batch): Promise<void> {
  const { user_id, id, state = "done", mailbox_id, snapshot = {}, tracking = "each", recipients = 0 } = batch;
  const { started_at = app.clock.now().toISOString() } = batch;
  const said = { subject: "", preheader: "", html: "", text: "", links: [], attachments: [], ...snapshot };
  const ids = mailbox_id === undefined ? "{}" : `{${mailbox_id}}`;
  await app.platform.db.execute(sql`insert into batches (user_id, id, state, topic, tracking, mailbox_ids, shares, snapshot,
      sender_recipients, late_minutes, started_at, looked_at)
    values (${user_id}, ${id}, ${state}, 'news', ${tracking}, ${ids}, '{1}', ${JSON.stringify(said)}::jsonb,
      array[${recipients}::int], 60, ${started_at}, ${started_at})`);
}

/** Has batches start as if so many connections in a row had failed. */
export async function startWithFailures({ platform }: TestApp, failures: number): Promise<void> {
  await platform.db.execute(
    sql.raw(`alter table batches alter column connection_failures set default ${failures}`),
  );
}

export type Sender = Awaited<ReturnType<typeof startSender>>;

type Fans = Record<string, { zone?: string; country?: string }>;

/** Fans who have agreed, by the local part of their address, with what's known of where they are. */
export async function addFans(app: TestApp, owner: Client, fans: Fans): Promise<void> {
  const rows = Object.entries(fans).map(([name, { zone = null, country = "UNKNOWN" }]) => ({
    name,
    zone,
    country,
  }));
  await app.platform.db.execute(sql`with added as (
      insert into contacts (user_id, id, email, country, time_zone, status, created_at, updated_at)
      select ${owner.id}, gen_random_uuid(), name || '@fans.example', country, zone, 'confirmed', clock_timestamp(), now()
      from json_to_recordset(${JSON.stringify(rows)}::json) as fan(name text, zone text, country text) returning id)
    insert into contact_consents (user_id, contact_id, id, topic, state, text, version, method, given_at)
    select ${owner.id}, id, gen_random_uuid(), 'news', 'confirmed', '', '', 'import', now() from added`);
}
