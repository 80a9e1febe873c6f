import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "./app.ts";
import { addBatch } from "./campaigns.ts";
import type { Client } from "./client.ts";

/** A fan who has got a campaign, and the Message-ID it had. */
export async function sentTo(
  app: TestApp,
  { client, mailbox_id }: { client: Client; mailbox_id: string },
  name: string,
) {
  const email = `${name}@fans.example`;
  const { id } = (await client.api("POST", "/contacts", { email })).body as { id: string };
  const campaign = randomUUID();
  const { db } = app.platform;
  await db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, audience, mailbox_id, created_at, updated_at)
    values (${client.id}, ${campaign}, 'News', 'sent', now(), '{"tags": [], "profile_ids": []}', ${mailbox_id}, now(), now())`);
  await addBatch(app, { user_id: client.id, id: campaign, mailbox_id });
  await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, host, due_at, handed_over_at)
    values (${client.id}, ${campaign}, ${id}, 'handed_over', 'fans.example', now(), ${app.clock.now().toISOString()})`);
  return { id, email, name: `${campaign}.${id}`, message_id: `<${campaign}.${id}@mia.example>` };
}
export type Fan = Awaited<ReturnType<typeof sentTo>>;

export async function stateOfSent({ platform }: TestApp, { id }: Fan): Promise<string | undefined> {
  const [row] = await rowsOf<{ state: string }>(
    platform.db,
    sql`select state from deliveries where contact_id = ${id}`,
  );
  return row?.state;
}

/** What a provider's webhook is sent. */
export interface Signed {
  body: string;
  headers?: Record<string, string>;
}

/** With the password that Postmark is given in the URL. */
export function withLogin(url: string, signed: Signed): Signed {
  const { username, password } = new URL(url);
  if (username === "") return signed;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  return { ...signed, headers: { ...signed.headers, authorization } };
}
