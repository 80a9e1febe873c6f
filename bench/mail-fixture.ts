/* What the figures about e-mail share: an account that can send, its fans, and a server that takes everything. */
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import type pg from "pg";
import { expectOk, signUp } from "#test/nodes/creator.ts";
import type { NodeProcess } from "#test/nodes/node-process.ts";
import type { BenchEnvironment } from "./environment.ts";
import { spawnPinned } from "./load-driver.ts";

export const MAIL_ENV = {
  OUTBOUND_ALLOW: "loopback",
  PLAIN_MAIL_HOSTS: "127.0.0.1",
  // Nobody answers there: the check before a campaign asks nobody else.
  DNS_SERVERS: "127.0.0.1:9",
  PLANS: "off",
  NEW_ACCOUNT_MAILS: "off",
};
const LINKS = 20;
const PARAGRAPH =
  "Thank you for listening all year. There’s a new record, a tour through forty towns, and a party for everyone who came along. ";
/** So that the whole e-mail has about 20 KB. */
const PARAGRAPHS = 56;

export type Owner = Awaited<ReturnType<typeof signUp>>;

/** An e-mail of 20 KB with 20 links, which `urlOf` writes. */
export function contentOf({
  name,
  urlOf,
  ending,
}: {
  name: string;
  urlOf: (link: number) => string;
  ending: string;
}) {
  const links = Array.from(
    { length: LINKS },
    (_, link) => `<p><a href="${urlOf(link)}">Link ${link}</a></p>`,
  );
  const body = Array.from({ length: PARAGRAPHS }, () => `<p>${PARAGRAPH}</p>`);
  const html = `<html><body><p>Hi ${name},</p>${body.join("\n")}${links.join("\n")}${ending}</body></html>`;
  const lines = Array.from({ length: LINKS }, (_, link) => `Link ${link} [${urlOf(link)}]`);
  const said = Array.from({ length: PARAGRAPHS }, () => PARAGRAPH);
  const text = [`Hi ${name},`, ...said, ...lines, ending.replace(/<[^>]*>/g, "")].join("\n\n");
  return { subject: `News for ${name}`, html, text };
}

interface Sink {
  port: number;
  /** The seconds that the next messages take, and their size. */
  next(): Promise<{ seconds: number; bytes: number }>;
  end(): void;
}

/** A mail server that reports each time `count` messages have arrived. */
export async function startSink(count: number): Promise<Sink> {
  const child: ChildProcess = spawnPinned("generator", "sink.ts", [String(count)]);
  if (!child.stdout) throw new Error("The mail server has no output.");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The mail server ended.");
    return JSON.parse(value as string);
  };
  return { port: await next(), next, end: () => void child.kill() };
}

/** Fans named fan1, fan2, … who agreed to get e-mail, and a sending account without limits. */
export async function fillFans(
  database: pg.Client,
  { account, port, fans }: { account: string; port: number; fans: number },
): Promise<string> {
  const mailbox = randomUUID();
  await database.query(
    `insert into mailboxes (user_id, id, kind, from_name, from_address, postal_address, state, state_since, proven_at,
        tested_at, host, port, security, auth, created_at)
      values ($1, $2, 'smtp', 'Mia', 'mia@mia.art', 'Main Street 1', 'active', now(), now(), now(), '127.0.0.1', $3,
        'none', 'none', now() - interval '1 year')`,
    [account, mailbox, port],
  );
  // At the three largest, as most are, but under other names, since each of them takes only so many in a minute.
  await database.query(
    `insert into contacts (user_id, id, email, name, status, tags, created_at, updated_at)
      select $1, uuidv7(), 'fan' || n || '@' || (array['first.example', 'second.example', 'third.example', 'fans' || n % 50 || '.example'])[1 + n % 4],
        'Nora ' || n, 'confirmed', '{}', now() - n * interval '1 second', now()
      from generate_series(1, $2::int) n`,
    [account, fans],
  );
  await database.query(
    `insert into contact_consents (user_id, id, contact_id, topic, state, text, version, method, given_at)
      select user_id, uuidv7(), id, 'news', 'confirmed', '', '', 'form', now() from contacts where user_id = $1`,
    [account],
  );
  await database.query("vacuum analyze");
  return mailbox;
}

/** A product on PostgreSQL with somebody who can send to many fans. */
export async function openMailFixture(
  stage: BenchEnvironment,
  { fans, port }: { fans: number; port: number },
): Promise<{ node: NodeProcess; owner: Owner; database: pg.Client; mailbox_id: string }> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl, MAIL_ENV);
  const owner = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  await database.query("update users set email_verified = true, created_at = now() - interval '1 year'");
  const mailbox_id = await fillFans(database, { account: owner.id, port, fans });
  return { node, owner, database, mailbox_id };
}

const UNSUBSCRIBE = `<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;
let sent = 0;

/** Starts a campaign to everyone, with 20 tracked links. Never the same one twice. */
export async function startCampaign(owner: Owner, mailbox_id: string): Promise<string> {
  const { subject, html } = contentOf({
    name: "{{ contact.first_name }}",
    urlOf: (link) => `https://shop.mia.example/records/${link}?from=${++sent}`,
    ending: UNSUBSCRIBE,
  });
  const campaign = { name: `News ${sent}`, subject, html, mailbox_id, tracking: "each" };
  const { id } = await expectOk(owner.api("POST", "/campaigns", campaign));
  await expectOk(owner.api("POST", `/campaigns/${id}/send`));
  return id;
}
