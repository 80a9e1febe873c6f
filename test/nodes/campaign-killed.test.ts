import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, it } from "vitest";
import { HAND_OVERS_MAX } from "#src/features/campaigns/rules.ts";
import { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { embeddedStore, postgresStore, removeFolders, type Store } from "./stores.ts";
import { until } from "./until.ts";

const KILL_AFTER_MS_MAX = 400;
const ANSWER_AFTER_MS = 15;
const SENT_MS_MAX = 60_000;
const ENV = { OUTBOUND_ALLOW: "loopback", PLAIN_MAIL_HOSTS: "127.0.0.1", NEW_ACCOUNT_MAILS: "off" };
const HTML = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Bye</a></p>';

afterAll(removeFolders);

/** Counts the messages that it has accepted, by recipient. */
async function startSink() {
  const received = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on("end", () => {
        for (const { address } of envelope.rcptTo) received.set(address, (received.get(address) ?? 0) + 1);
        setTimeout(done, ANSWER_AFTER_MS);
      });
    },
  });
  // Killed processes leave broken connections behind.
  server.on("error", () => undefined);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    close: () => server.close(() => {}),
  };
}

/** An account with a sending account and many fans, for which there's no quicker way. */
async function fill(
  store: Store,
  { account, port, fans }: { account: string; port: number; fans: number },
): Promise<string> {
  const mailbox = randomUUID();
  for (const statement of [
    `insert into mailboxes (user_id, id, kind, from_name, from_address, postal_address, state, state_since, proven_at,
        tested_at, host, port, security, auth, created_at)
      values ('${account}', '${mailbox}', 'smtp', 'Mia', 'mia@mia.art', 'Main Street 1', 'active', now(), now(), now(),
        '127.0.0.1', ${port}, 'none', 'none', now())`,
    `insert into contacts (user_id, id, email, status, created_at, updated_at)
      select '${account}', gen_random_uuid(), 'fan' || n || '@fans.art', 'confirmed', now(), now()
      from generate_series(1, ${fans}) n`,
    `insert into contact_consents (user_id, id, contact_id, topic, state, text, version, method, given_at)
      select user_id, gen_random_uuid(), id, 'news', 'confirmed', '', '', 'form', now() from contacts`,
  ])
    await store.rows(statement);
  return mailbox;
}

interface Ordeal {
  fans: number;
  kills: number;
  leaveNothing(end: () => Promise<void>): void;
}

async function sendWhileKilled(store: Store, { fans, kills, leaveNothing }: Ordeal): Promise<void> {
  const sink = await startSink();
  leaveNothing(async () => sink.close());
  const isEmbedded = store.databaseUrl === undefined;
  let node: NodeProcess = await startNode({ ...store, env: ENV });
  leaveNothing(async () => void (await node.end("SIGKILL")));
  const { id: account, cookie } = await signUp(node.url);
  // The embedded database can only be filled while nobody else has it.
  if (isEmbedded) await node.end("SIGTERM");
  const mailbox_id = await fill(store, { account, port: sink.port, fans });
  if (isEmbedded) node = await startNode({ ...store, env: ENV });
  const call = (method: string, path: string, body?: object) =>
    expectOk(new Client(node.url).call(method, `/api/v1/campaigns${path}`, body, { cookie }));
  const { id } = await call("POST", "", { name: "News", subject: "Hello", html: HTML, mailbox_id });
  await call("POST", `/${id}/send`);
  for (let kill = 1; kill <= kills; kill++) {
    const before = sink.received.size;
    await until("messages arrive", SENT_MS_MAX, () => sink.received.size > before);
    await wait(Math.random() * KILL_AFTER_MS_MAX);
    await node.end("SIGKILL");
    // Instead of waiting for leases to run out.
    await store.rows(
      "update deliveries set leased_until = now() - interval '1 second' where state = 'leased'",
    );
    node = await startNode({ ...store, env: ENV });
  }
  await until("everything is sent", SENT_MS_MAX, async () => (await call("GET", `/${id}`)).state === "sent");
  const { figures } = await call("GET", `/${id}`);
  await node.end("SIGTERM");
  const rows = await store.rows<{ email: string; state: string }>(
    "select c.email, d.state from deliveries d join contacts c on c.id = d.contact_id",
  );
  const sent = rows.filter(({ state }) => state === "handed_over");
  const uncertain = rows.filter(({ state }) => state === "uncertain");
  expect(sent.length + uncertain.length).toBe(fans);
  expect(figures).toMatchObject({ recipients: fans, sent: sent.length, uncertain: uncertain.length });
  expect(Math.max(...sink.received.values()), "copies of one message").toBe(1);
  expect(sent.filter(({ email }) => !sink.received.has(email))).toEqual([]);
  expect(uncertain.length).toBeLessThanOrEqual(kills * HAND_OVERS_MAX);
}

it("5.10.1 a campaign whose process is killed again and again loses nobody and sends nothing twice, on PostgreSQL", async ({
  onTestFinished: leaveNothing,
}) => {
  await sendWhileKilled(await postgresStore(), { fans: 2000, kills: 3, leaveNothing });
});

it("nor does it on the embedded database", async ({ onTestFinished: leaveNothing }) => {
  await sendWhileKilled(await embeddedStore(), { fans: 500, kills: 2, leaveNothing });
});
