// @project server-postgres
import { createHmac, generateKeyPairSync, randomUUID, sign, webcrypto } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { amazonCertificate } from "#test/harness/amazon.ts";
import type { TestApp } from "#test/harness/app.ts";
import { startApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { addActiveMailbox, MAIL_HOST, signUpSender } from "#test/harness/mailbox.ts";
import { type Fan, type Signed, sentTo, stateOfSent, withLogin } from "#test/harness/sent-mail.ts";
import { REPORTS_MAX } from "./provider-webhook-rules.ts";
import { DELIVERIES, purgeTokens } from "./receive-webhook.ts";

const AMAZON = "sns.eu-west-1.amazonaws.com";
const TOPIC = "arn:aws:sns:eu-west-1:123456789012:bounces";

let app: TestApp;
let amazon: Server;
/** What was fetched there. */
let fetched: string[];
let certificate: string;
let amazonKey: webcrypto.CryptoKey;
let owner: Client;
let mailbox_id: string;

beforeAll(async () => {
  ({ certificate, key: amazonKey } = await amazonCertificate());
  amazon = createServer(({ url = "" }, response) => {
    fetched.push(url);
    response.end(url.endsWith(".pem") ? certificate : "<ConfirmSubscriptionResponse/>");
  });
  await once(amazon.listen(0, "127.0.0.1"), "listening");
  app = await startApp(
    { OUTBOUND_ALLOW: "loopback", PLAIN_MAIL_HOSTS: MAIL_HOST, ROLES: "web" },
    { lookUp: async () => [{ address: "127.0.0.1", family: 4 }] },
  );
});
afterAll(async () => {
  amazon.close();
  await app?.close();
});
beforeEach(async () => {
  fetched = [];
  owner = await signUpSender(app);
  mailbox_id = (await addActiveMailbox(app, owner)).id;
});

const path = () => `/mailboxes/${mailbox_id}/provider`;
const at = (name: string) => `http://${AMAZON}:${(amazon.address() as AddressInfo).port}/${name}`;
const now = () => app.clock.now();
const seconds = () => String(Math.floor(now().getTime() / 1000));

async function connect(provider: string, key = ""): Promise<string> {
  const { status, body } = await owner.api("PUT", path(), { provider, key });
  expect([status, body.provider]).toEqual([200, provider]);
  return body.url;
}

async function post(url: string, { body, headers = {} }: Signed): Promise<number> {
  const { pathname } = new URL(url);
  return (await fetch(app.url + pathname, { method: "POST", body, headers })).status;
}

const sendTo = (name: string, account = { client: owner, mailbox_id }) => sentTo(app, account, name);
const stateOf = (fan: Fan) => stateOfSent(app, fan);
const countReturns = async ({ id }: Fan) =>
  (await rowsOf(app.platform.db, sql`select 1 from delivery_returns where contact_id = ${id}`)).length;

/** Each provider's documented payload for three ends of an e-mail, signed as it does. */
interface Manner {
  key: string;
  pack(event: unknown): Promise<Signed> | Signed;
  delivered(fan: Fan): unknown;
  bounced(fan: Fan): unknown;
  complained(fan: Fan): unknown;
}

async function packSns(message: object): Promise<Signed> {
  const all: Record<string, string> = {
    Type: "Notification",
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Timestamp: now().toISOString(),
    SignatureVersion: "2",
    SigningCertURL: at("SimpleNotificationService-0a1b.pem"),
    ...message,
  };
  const fields =
    all.Type === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
  const text = fields.map((name) => (all[name] === undefined ? "" : `${name}\n${all[name]}\n`)).join("");
  const signature = await webcrypto.subtle.sign("RSASSA-PKCS1-v1_5", amazonKey, Buffer.from(text));
  const body = JSON.stringify({ ...all, Signature: Buffer.from(signature).toString("base64") });
  return { body, headers: { "content-type": "text/plain; charset=UTF-8" } };
}

const sesMail = ({ email, message_id }: Fan) => ({
  messageId: `0102-${email}`,
  timestamp: now().toISOString(),
  destination: [email],
  headers: [{ name: "Message-ID", value: message_id }],
});

const ecdsa = generateKeyPairSync("ec", { namedCurve: "P-256" });
const SVIX_KEY = Buffer.from("a key of twenty-four b.").toString("base64");
const MAILGUN_KEY = "0123456789abcdef0123456789abcdef";
const sendgridEvent = ({ email, message_id }: Fan, more: object) => [
  { email, timestamp: Number(seconds()), "smtp-id": message_id, sg_event_id: randomUUID(), ...more },
];
const mailgunEvent = ({ email, message_id }: Fan, more: object) => ({
  id: randomUUID(),
  timestamp: Number(seconds()),
  recipient: email,
  message: { headers: { "message-id": message_id.slice(1, -1) } },
  ...more,
});

const MANNERS: Record<string, Manner> = {
  ses: {
    key: TOPIC,
    pack: (event) => packSns({ Message: JSON.stringify(event) }),
    delivered: (fan) => ({
      notificationType: "Delivery",
      mail: sesMail(fan),
      delivery: { timestamp: now().toISOString(), smtpResponse: "250 ok" },
    }),
    bounced: (fan) => ({
      notificationType: "Bounce",
      mail: sesMail(fan),
      bounce: {
        bounceType: "Permanent",
        bounceSubType: "General",
        feedbackId: randomUUID(),
        timestamp: now().toISOString(),
        bouncedRecipients: [
          {
            emailAddress: fan.email,
            action: "failed",
            status: "5.1.1",
            diagnosticCode: "smtp; 550 5.1.1 No such user",
          },
        ],
      },
    }),
    complained: (fan) => ({
      eventType: "Complaint",
      mail: sesMail(fan),
      complaint: {
        complainedRecipients: [{ emailAddress: fan.email }],
        feedbackId: randomUUID(),
        timestamp: now().toISOString(),
        complaintFeedbackType: "abuse",
      },
    }),
  },
  postmark: {
    key: "",
    pack: (event) => ({ body: JSON.stringify(event) }),
    delivered: ({ email, name }) => ({
      RecordType: "Delivery",
      MessageID: randomUUID(),
      Recipient: email,
      Details: "250 ok",
      DeliveredAt: now().toISOString(),
      Metadata: { fanfare: name },
    }),
    bounced: ({ email, name }) => ({
      RecordType: "Bounce",
      Type: "HardBounce",
      ID: 42,
      MessageID: randomUUID(),
      Email: email,
      BouncedAt: now().toISOString(),
      Details: "550 5.1.1 No such user",
      Metadata: { fanfare: name },
    }),
    complained: ({ email, name }) => ({
      RecordType: "SpamComplaint",
      ID: 43,
      MessageID: randomUUID(),
      Email: email,
      BouncedAt: now().toISOString(),
      Metadata: { fanfare: name },
    }),
  },
  sendgrid: {
    key: ecdsa.publicKey.export({ format: "der", type: "spki" }).toString("base64"),
    pack(event) {
      const body = JSON.stringify(event);
      const signature = sign("sha256", Buffer.from(seconds() + body), ecdsa.privateKey).toString("base64");
      return {
        body,
        headers: {
          "x-twilio-email-event-webhook-signature": signature,
          "x-twilio-email-event-webhook-timestamp": seconds(),
        },
      };
    },
    delivered: (fan) => sendgridEvent(fan, { event: "delivered", response: "250 ok" }),
    bounced: (fan) =>
      sendgridEvent(fan, { event: "bounce", type: "bounce", status: "5.1.1", reason: "550 No such user" }),
    complained: (fan) => sendgridEvent(fan, { event: "spamreport" }),
  },
  mailgun: {
    key: MAILGUN_KEY,
    pack(event) {
      const [timestamp, token] = [seconds(), `e0${randomUUID()}`];
      const signature = createHmac("sha256", MAILGUN_KEY)
        .update(timestamp + token)
        .digest("hex");
      return { body: JSON.stringify({ signature: { timestamp, token, signature }, "event-data": event }) };
    },
    delivered: (fan) => mailgunEvent(fan, { event: "delivered", "delivery-status": { code: 250 } }),
    bounced: (fan) =>
      mailgunEvent(fan, {
        event: "failed",
        severity: "permanent",
        reason: "bounce",
        "delivery-status": { code: 550, "enhanced-code": "5.1.1", message: "No such user" },
      }),
    complained: (fan) => mailgunEvent(fan, { event: "complained" }),
  },
  resend: {
    key: `whsec_${SVIX_KEY}`,
    pack(event) {
      const [id, body] = [randomUUID(), JSON.stringify(event)];
      const mac = createHmac("sha256", Buffer.from(SVIX_KEY, "base64"))
        .update(`${id}.${seconds()}.${body}`)
        .digest("base64");
      const signed = { "svix-id": id, "svix-timestamp": seconds(), "svix-signature": `v1,AAAA v1,${mac}` };
      return { body, headers: signed };
    },
    // Its reports name no id of ours.
    delivered: ({ email, message_id }) => ({
      type: "email.delivered",
      created_at: now().toISOString(),
      data: { email_id: randomUUID(), to: [email], message_id },
    }),
    bounced: ({ email }) => ({
      type: "email.bounced",
      created_at: now().toISOString(),
      data: {
        email_id: randomUUID(),
        to: [email],
        bounce: {
          type: "Permanent",
          subType: "General",
          message: "x",
          diagnosticCode: ["550 5.1.1 No such user"],
        },
      },
    }),
    complained: ({ email }) => ({
      type: "email.complained",
      created_at: now().toISOString(),
      data: { email_id: randomUUID(), to: [email] },
    }),
  },
};

it.each(Object.entries(MANNERS))(
  "5.10.10 %s tells what arrived, bounced and was reported; replays, forgeries and other accounts change nothing",
  async (provider, manner) => {
    const url = await connect(provider, manner.key);
    const send = async (event: unknown) => withLogin(url, await manner.pack(event));
    const [a, b, c] = [await sendTo("a"), await sendTo("b"), await sendTo("c")];
    expect(await post(url, await send(manner.delivered(a)))).toBe(200);
    const bounce = await send(manner.bounced(b));
    expect([await post(url, bounce), await post(url, bounce)]).toEqual([200, 200]);
    expect(await post(url, await send(manner.complained(c)))).toBe(200);
    expect([await stateOf(a), await stateOf(b), await stateOf(c)]).toEqual([
      ...["delivered", "bounced_hard", "complained"],
    ]);
    expect(await countReturns(b)).toBe(1);
    const statusOf = async ({ id }: Fan) => (await owner.api("GET", `/contacts/${id}`)).body.status;
    expect([await statusOf(b), await statusOf(c)]).toEqual(["bounced", "complained"]);

    const d = await sendTo("d");
    const { body, headers } = await send(manner.bounced(d));
    const forged =
      provider === "mailgun"
        ? { body: body.replace(/"signature":"./, '"signature":"x') }
        : provider === "postmark"
          ? { body, headers: { authorization: "Basic eDp5" } }
          : { body: body.replace("5.1.1", "5.1.2"), ...(headers && { headers }) };
    expect([await post(url, forged), await post(url, { body }), await stateOf(d)]).toEqual([
      ...[401, provider === "mailgun" || provider === "ses" ? 200 : 401],
      provider === "mailgun" || provider === "ses" ? "bounced_hard" : "handed_over",
    ]);
    const hook = (await owner.api("GET", path())).body;
    expect([hook.taken_at, hook.refused_at, hook.refusal]).toEqual([
      expect.any(String),
      expect.any(String),
      expect.stringMatching(/signature|password/),
    ]);
    // Right, but about somebody else's message.
    const stranger = await signUpSender(app);
    const theirs = { client: stranger, mailbox_id: (await addActiveMailbox(app, stranger)).id };
    const foreign = await sendTo("foreign", theirs);
    const their = `/mailboxes/${theirs.mailbox_id}/provider`;
    const { url: theirUrl } = (await stranger.api("PUT", their, { provider: "postmark" })).body;
    expect(await post(theirUrl, withLogin(theirUrl, { body: "{}" }))).toBe(200);
    const { taken_at } = (await stranger.api("GET", their)).body;
    app.clock.advance(120_000);
    expect(await post(url, await send(manner.bounced(foreign)))).toBe(200);
    expect(await stateOf(foreign)).toBe("handed_over");
    expect((await owner.api("GET", path())).body.refusal).toContain("didn’t go out through this account");
    expect([taken_at, (await stranger.api("GET", their)).body.taken_at]).toEqual([
      expect.any(String),
      taken_at,
    ]);
    expect((await stranger.api("GET", path())).body.code).toBe("MAILBOX_NOT_FOUND");

    const late = await send(manner.bounced(foreign));
    app.clock.advance(26 * 3_600_000);
    expect(await post(url, late)).toBe(provider === "postmark" ? 200 : 401);
  },
);

it("a used token of Mailgun's vouches for no other words, and is forgotten after two days", async () => {
  const manner = MANNERS.mailgun as Manner;
  const url = await connect("mailgun", manner.key);
  const [a, b] = [await sendTo("a"), await sendTo("b")];
  const { body } = await manner.pack(manner.delivered(a));
  expect(await post(url, { body })).toBe(200);
  const other = { ...JSON.parse(body), "event-data": manner.complained(b) };
  expect([await post(url, { body: JSON.stringify(other) }), await stateOf(b)]).toEqual([200, "handed_over"]);
  // Nothing stands between the time and the token, so what's signed could be cut elsewhere.
  const { timestamp, token, signature } = JSON.parse(body).signature;
  const cut = { timestamp: `${timestamp}e0`, token: token.slice(2), signature };
  const again = JSON.stringify({ ...other, signature: cut });
  expect([await post(url, { body: again }), await stateOf(b)]).toEqual([401, "handed_over"]);
  const count = async () =>
    (await rowsOf(app.platform.db, sql`select 1 from mail_hook_tokens where mailbox_id = ${mailbox_id}`))
      .length;
  expect(await count()).toBe(1);
  app.clock.advance(3 * 86_400_000);
  await purgeTokens(app.platform);
  expect(await count()).toBe(0);
});

it("what can’t be written keeps no other event of its batch back, and too many at once are refused", async () => {
  const manner = MANNERS.sendgrid as Manner;
  const url = await connect("sendgrid", manner.key);
  const fans = [await sendTo("a"), await sendTo("stuck"), await sendTo("b")] as const;
  const send = async (events: unknown[]) => post(url, await manner.pack(events.flat()));
  const { db } = app.platform;
  const alter = (change: string) => db.execute(sql.raw(`alter table delivery_returns ${change}`));
  await alter(`add constraint stuck check (contact_id <> '${fans[1].id}')`);
  const batch = fans.map(manner.bounced);
  expect(await send(batch)).toBe(500);
  expect(await Promise.all(fans.map(stateOf))).toEqual(["bounced_hard", "handed_over", "bounced_hard"]);
  await alter("drop constraint stuck");
  expect([await send(batch), await stateOf(fans[1]), await countReturns(fans[0])]).toEqual([
    ...[200, "bounced_hard", 1],
  ]);
  expect(await send(Array.from({ length: REPORTS_MAX + 1 }, () => manner.delivered(fans[0])))).toBe(413);
  await db.execute(
    sql`update rate_limits set points = ${DELIVERIES.attempts} where key like 'inbound.receive:%'`,
  );
  expect(await send(batch)).toBe(429);
});

it("Amazon's subscription is confirmed at Amazon only, for this topic only, and with its certificate only", async () => {
  const url = await connect("ses", TOPIC);
  const confirmation = {
    Type: "SubscriptionConfirmation",
    Token: "t",
    Message: "m",
    SubscribeURL: at("confirm?t"),
  };
  expect(await post(url, await packSns(confirmation))).toBe(200);
  expect(fetched.filter((one) => !one.endsWith(".pem"))).toEqual(["/confirm?t"]);
  fetched = [];
  const evil = at("x").replace(AMAZON, "sns.eu-west-1.amazonaws.com.evil.example");
  for (const more of [
    { SubscribeURL: evil },
    { SigningCertURL: evil.replace("/x", "/evil.pem") },
    { SigningCertURL: "https://169.254.169.254/cert.pem" },
    // Buckets have names like these.
    { SubscribeURL: at("x").replace(AMAZON, "sns.s3.amazonaws.com") },
    { SigningCertURL: at("SimpleNotificationService-0b.pem").replace(AMAZON, "sns.s3.amazonaws.com") },
    { SigningCertURL: at("SimpleNotificationService-0b.pem?x") },
    { SigningCertURL: at("evil.pem") },
    { TopicArn: `${TOPIC}-of-others` },
    { SignatureVersion: "3" },
    { Type: "UnsubscribeConfirmation" },
  ])
    expect([more, await post(url, await packSns({ ...confirmation, ...more }))]).toEqual([more, 401]);
  expect(fetched).toEqual([]);
});

it("nobody guesses a URL, huge and odd bodies are refused, and keys are checked, sealed and forgotten", async () => {
  const { key } = MANNERS.mailgun as Manner;
  expect((await owner.api("GET", path())).body).toMatchObject({ provider: null, url: "" });
  const refusals: [object, string][] = [
    [{ provider: "mailgun" }, "HOOK_KEY_MISSING"],
    [{ provider: "mailgun", key: "no" }, "HOOK_KEY_WRONG"],
    [{ provider: "ses", key: TOPIC.replace("eu-west-1", "s3-us-west-2") }, "HOOK_KEY_WRONG"],
    [{ provider: "sendgrid", key: "AAAA" }, "HOOK_KEY_WRONG"],
    [{ provider: "resend", key: "whsec_" }, "HOOK_KEY_WRONG"],
  ];
  for (const [form, code] of refusals)
    expect([form, (await owner.api("PUT", path(), form)).body.code]).toEqual([form, code]);
  const url = await connect("mailgun", key);
  expect(await connect("mailgun")).toBe(url);
  const kept = JSON.stringify(await rowsOf(app.platform.db, sql`select * from mail_hooks`));
  expect([kept.includes(key), kept.includes(url.split("/").at(-1) as string)]).toEqual([false, false]);
  expect(JSON.stringify((await owner.api("GET", path())).body)).not.toContain(key);
  for (const [body, status] of [
    ["", 401],
    ["null", 401],
    ["[".repeat(100_000), 401],
    ['{"signature": null}', 401],
    ["x".repeat(1024 * 1024 + 1), 413],
  ] as const)
    expect([body.slice(0, 20), await post(url, { body })]).toEqual([body.slice(0, 20), status]);
  expect(await post(url.replace("mailgun", "resend"), { body: "{}" })).toBe(404);
  expect(await post(`${url}x`, { body: "{}" })).toBe(404);
  expect(await connect("ses", TOPIC)).not.toBe(url);
  expect(await post(url, { body: "{}" })).toBe(404);
  for (const _ of [1, 2]) expect((await owner.api("DELETE", path())).body.id).toBe(mailbox_id);
  expect((await owner.api("GET", path())).body.provider).toBeNull();
  for (const [method, form] of [["GET"], ["PUT", { provider: "postmark" }], ["DELETE"]] as const)
    expect((await owner.api(method, `/mailboxes/${randomUUID()}/provider`, form)).body.code).toBe(
      "MAILBOX_NOT_FOUND",
    );
  await app.platform.db.execute(sql`update mailboxes set kind = 'gmail' where id = ${mailbox_id}`);
  expect((await owner.api("PUT", path(), { provider: "postmark" })).body.code).toBe("HOOK_OF_GMAIL");
});
