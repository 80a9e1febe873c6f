import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, type NodeSettings, startNode } from "./node-process.ts";
import { waitUntil } from "./wait-until.ts";

const KILL_AFTER_MS_MAX = 400;
const ANSWER_AFTER_MS = 15;
const SENT_MS_MAX = 60_000;
const FAN_MS_MAX = 30;
export const ENV = { OUTBOUND_ALLOW: "loopback", PLAIN_MAIL_HOSTS: "127.0.0.1", NEW_ACCOUNT_MAILS: "off" };
export const HTML = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>';

/** Longer than the headers of a message. */
const HEAD_CHARS = 16_384;

/** Counts the messages that it has got, by recipient, and by recipient and subject, and answers a little later. */
export async function startSink(answersAfter: () => Promise<unknown> = () => wait(ANSWER_AFTER_MS)) {
  const received = new Map<string, number>();
  const messages = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      let head = "";
      stream.on("data", (chunk: Buffer) => {
        if (head.length < HEAD_CHARS) head += chunk.toString("latin1");
      });
      stream.on("end", () => {
        const subject = /^Subject: (.*)\r$/m.exec(head)?.[1] ?? "";
        for (const { address } of envelope.rcptTo) {
          count(received, address);
          count(messages, `${address} ${subject}`);
        }
        void answersAfter().then(() => done());
      });
    },
  });
  // Killed processes leave broken connections behind.
  server.on("error", () => undefined);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  return {
    received,
    messages,
    port: (server.server.address() as AddressInfo).port,
    close: () => server.close(() => {}),
  };
}

interface Campaigns extends Pick<NodeSettings, "data" | "databaseUrl" | "launcher"> {
  /** With the embedded database, only asked while no process is running. */
  rows<Row>(query: string): Promise<Row[]>;
}

/** An account with a sending account and many fans, for which there's no quicker way. */
export async function fill(
  store: Pick<Campaigns, "rows">,
  { account, port, fans }: { account: string; port: number; fans: number },
): Promise<string> {
  const mailbox = randomUUID();
  await store.rows(
    `with sender as (insert into mailboxes (user_id, id, kind, from_name, from_address, postal_address, state,
        state_since, proven_at, tested_at, host, port, security, auth, created_at)
      values ('${account}', '${mailbox}', 'smtp', 'Mia', 'mia@mia.art', 'Main Street 1', 'active', now(), now(), now(),
        '127.0.0.1', ${port}, 'none', 'none', now())),
    fans as (insert into contacts (user_id, id, email, status, created_at, updated_at)
      select '${account}', gen_random_uuid(), 'fan' || n || '@fans.art', 'confirmed', now(), now()
      from generate_series(1, ${fans}) n returning user_id, id)
    insert into contact_consents (user_id, id, contact_id, topic, state, text, version, method, given_at)
      select user_id, gen_random_uuid(), id, 'news', 'confirmed', '', '', 'form', now() from fans`,
  );
  return mailbox;
}

/** Another account like that one. */
async function addAnother(store: Pick<Campaigns, "rows">, mailbox: string): Promise<string> {
  const other = randomUUID();
  await store.rows(`insert into mailboxes (user_id, id, kind, from_name, from_address, postal_address, state, state_since,
      proven_at, tested_at, host, port, security, auth, created_at)
    select user_id, '${other}', kind, from_name, from_address, postal_address, state, state_since, proven_at, tested_at,
      host, port, security, auth, created_at from mailboxes where id = '${mailbox}'`);
  return other;
}

interface Ordeal {
  fans: number;
  kills: number;
  /** It goes out through two accounts, of which the main one refuses us from the first kill on. */
  isShared?: boolean;
  leaveNothing(end: () => Promise<void>): void;
}

/** How many recipients ended in which way. */
export interface Outcome {
  sent: number;
  uncertain: number;
  /** Neither sent nor uncertain. */
  lost: number;
  /** Said to be sent, but nothing arrived. */
  missing: number;
  /** Who got it more than once. */
  doubled: number;
  /** What the campaign's own figures say. */
  figures: { recipients: number; sent: number; uncertain: number };
}

/** Sends a campaign while its process is killed at random points. */
export async function sendDuringCrashes(
  store: Campaigns,
  { fans, kills, isShared = false, leaveNothing }: Ordeal,
): Promise<Outcome> {
  const sink = await startSink();
  leaveNothing(async () => sink.close());
  const isEmbedded = store.databaseUrl === undefined;
  const start = () => startNode({ ...store, env: ENV });
  let node: NodeProcess = await start();
  leaveNothing(async () => void (await node.end("SIGKILL")));
  const { id: account, cookie } = await signUp(node.url);
  // The embedded database can only be filled while nobody else has it.
  if (isEmbedded) await node.end("SIGTERM");
  const mailbox_id = await fill(store, { account, port: sink.port, fans });
  const more_mailboxes = isShared ? [{ share: 1, mailbox_id: await addAnother(store, mailbox_id) }] : [];
  if (isEmbedded) node = await start();
  const call = (method: string, path: string, body?: object) =>
    expectOk(new Client(node.url).call(method, `/api/v1/campaigns${path}`, body, { cookie }));
  const form = { name: "News", subject: "Hello", html: HTML, mailbox_id, more_mailboxes };
  const { id } = await call("POST", "", form);
  await call("POST", `/${id}/send`);
  for (let kill = 1; kill <= kills; kill++) {
    const before = sink.received.size;
    await waitUntil("messages arrive", SENT_MS_MAX, () => sink.received.size > before);
    await wait(Math.random() * KILL_AFTER_MS_MAX);
    await node.end("SIGKILL");
    if (isShared) await store.rows(`update mailboxes set state = 'auth_failed' where id = '${mailbox_id}'`);
    // Instead of waiting for leases to run out. With the embedded database, they're over when another process starts.
    if (!isEmbedded)
      await store.rows(
        "update deliveries set leased_until = now() - interval '1 second' where state = 'leased'",
      );
    node = await start();
  }
  const ms = SENT_MS_MAX + fans * FAN_MS_MAX;
  await waitUntil("everything is sent", ms, async () => {
    const { state, state_reason } = await call("GET", `/${id}`);
    if (state !== "sending" && state !== "sent") throw new Error(`It's ${state}: ${state_reason}`);
    return state === "sent";
  });
  const { figures } = await call("GET", `/${id}`);
  await node.end("SIGTERM");
  const rows = await store.rows<{ email: string; state: string }>(
    "select c.email, d.state from deliveries d join contacts c on c.id = d.contact_id",
  );
  const sent = rows.filter(({ state }) => state === "handed_over");
  const uncertain = rows.filter(({ state }) => state === "uncertain").length;
  return {
    sent: sent.length,
    uncertain,
    lost: fans - sent.length - uncertain,
    missing: sent.filter(({ email }) => !sink.received.has(email)).length,
    doubled: [...sink.received.values()].filter((copies) => copies > 1).length,
    figures,
  };
}
