// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LIMIT_WAIT_SECONDS } from "#src/features/email/delivery/rules.ts";
import {
  claimMessages,
  updateLeasesAsExpired,
  updateOutcomesAndClaim,
} from "#src/features/email/delivery/worker/message-store.ts";
import { runWorker } from "#src/features/email/delivery/worker/worker.ts";
import { CONNECTIONS_MAX } from "#src/features/email/sending-accounts/rules.ts";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import type { MailServer } from "#test/harness/mail-server.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { recordMailFeedback } from "./feedback.ts";
import { enqueueDueMails, mailLedger } from "./mail-ledger.ts";
import { findMail } from "./store.ts";
import { MAILS } from "./tables.ts";

const WAIT = { timeout: 20_000 };

let app: TestApp;
let founder: Client;
let owner: Client;
let mailbox_id: string;
let server: MailServer;
/** What the server says next, once each. */
interface Verdict {
  code: number;
  words: string;
}
let verdicts: (Verdict | Promise<Verdict | undefined> | undefined)[];

beforeAll(async () => {
  app = await startMailboxApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  verdicts = [];
  owner = await signUpSender(app);
  const mailbox = await addActiveMailbox(app, owner, { manners: { judge: () => verdicts.shift() } });
  mailbox_id = mailbox.id;
  server = mailbox.server;
});

const mail = (more: object = {}) => ({
  to: "Fan@Fans.Example",
  mailbox_id,
  subject: "Your order {{ contact.fields.order }}",
  html: "<p>Hi {{ contact.first_name | default: 'you' }}, {{ contact.fields.order }} is on its way.</p>",
  variables: { order: "<A-7>" },
  ...more,
});
const send = (more: object = {}, headers: Record<string, string> = {}) =>
  owner.call("POST", "/api/v1/mails", mail(more), headers);
const get = async (id: string) => (await owner.api("GET", `/mails/${id}`)).body;
/** Once nothing has it anymore. */
const settled = (id: string) =>
  vi.waitFor(async () => {
    // The job of the try before may only just be ending.
    await enqueueDueMails(app.platform);
    const row = await findMail(app.platform.db, { account: owner.id, id });
    expect([row?.worker, row?.state === "pending" && row.outcome === ""]).toEqual([null, false]);
    return get(id);
  }, WAIT);
async function tryAgain(ms: number) {
  app.clock.advance(ms);
  await enqueueDueMails(app.platform);
}

it("5.3.12 an e-mail that a program asks for arrives once, however often it asks with one key", async () => {
  const key = { "Idempotency-Key": "order-7" };
  const first = await send({ name: "Ada Lovelace", reply_to: "shop@mia.example" }, key);
  expect([first.status, first.body.state, first.body.to]).toEqual([201, "pending", "fan@fans.example"]);
  expect((await send({ name: "Ada Lovelace", reply_to: "shop@mia.example" }, key)).body.id).toBe(
    first.body.id,
  );
  expect(await settled(first.body.id)).toMatchObject({ state: "handed_over", next_try_at: null, reason: "" });
  expect(server.received).toHaveLength(1);
  const [arrived] = server.received;
  expect([arrived?.subject, arrived?.messageId, arrived?.replyTo?.text]).toEqual([
    "Your order <A-7>",
    `<${first.body.id}@mia.example>`,
    "shop@mia.example",
  ]);
  expect(arrived?.html).toContain("Hi Ada, &lt;A-7&gt; is on its way.");
  expect(arrived?.headers.has("list-unsubscribe")).toBe(false);
  // What it said isn't kept.
  expect((await findMail(app.platform.db, { account: owner.id, id: first.body.id }))?.content).toBeNull();
});

it("5.10.13 what’s put off is tried again after 1, 5 and 30 minutes, 2 and 8 hours, and then no more", async () => {
  const slow = { code: 450, words: "4.2.0 Come back later" };
  verdicts = Array.from({ length: 6 }, () => slow);
  const { id } = (await send()).body;
  for (const minutes of [1, 5, 30, 120, 480]) {
    const { state, outcome, next_try_at } = await settled(id);
    expect([state, outcome]).toEqual(["pending", expect.stringContaining("Come back later")]);
    expect(Math.round((Date.parse(next_try_at) - app.clock.now().getTime()) / 60_000)).toBe(minutes);
    await app.platform.db.execute(sql`update transactional_mails set outcome = '' where id = ${id}`);
    await tryAgain(minutes * 60_000);
  }
  expect(await settled(id)).toMatchObject({ state: "failed", reason: "The receiver kept putting it off." });
  expect(server.received).toEqual([]);
});

it("5.10.13 what’s refused for good isn’t tried again, and what the account may not send yet waits", async () => {
  verdicts = [{ code: 552, words: "5.2.2 The inbox is out of storage space" }];
  const full = (await send()).body.id;
  expect(await settled(full)).toMatchObject({ state: "bounced_soft", next_try_at: null });
  verdicts = [{ code: 550, words: "5.4.5 Daily user sending limit exceeded" }];
  const early = (await send()).body.id;
  expect((await settled(early)).state).toBe("pending");
  expect(await findMail(app.platform.db, { account: owner.id, id: early })).toMatchObject({ refusals: 0 });
  await app.platform.db.execute(sql`update transactional_mails set outcome = '' where id = ${early}`);
  await tryAgain((LIMIT_WAIT_SECONDS + 1) * 1000);
  expect((await settled(early)).state).toBe("handed_over");
});

const STOPS = {
  "the account is stopped": (isStopped: boolean) => owner.api("PUT", "/sending", { is_stopped: isStopped }),
  "the instance is stopped": (isStopped: boolean) =>
    founder.api("PATCH", "/settings", { values: { sending: isStopped ? "off" : "on" } }),
  "the account is suspended": (isStopped: boolean) =>
    founder.api(isStopped ? "PUT" : "DELETE", `/admin/users/${owner.id}/ban`, { reason: "Spam" }),
};
it.each(Object.keys(STOPS) as (keyof typeof STOPS)[])(
  "5.3.11 once %s nothing more begins, even what a job has taken already",
  async (stop) => {
    const ids: string[] = [];
    for (let count = 0; count <= CONNECTIONS_MAX; count++) {
      verdicts = [{ code: 451, words: "4.3.0 Later" }];
      const { id } = (await send()).body;
      await settled(id);
      ids.push(id);
    }
    // Put off together, they're due together, and one job takes them all.
    const { promise: held, resolve: answer } = Promise.withResolvers<undefined>();
    verdicts = ids.map(() => held);
    await tryAgain(90_000);
    await vi.waitUntil(() => verdicts.length === 1, WAIT);
    expect((await STOPS[stop](true)).status).toBe(200);
    answer(undefined);
    const all = [...Array(CONNECTIONS_MAX).fill("handed_over"), "pending"];
    await vi.waitFor(async () => {
      const rows = await Promise.all(ids.map((id) => findMail(app.platform.db, { account: owner.id, id })));
      expect(rows.map((row) => row?.state).sort()).toEqual(all);
      expect(rows.filter((row) => row?.worker)).toEqual([]);
    }, WAIT);
    await STOPS[stop](false);
    expect([verdicts.length, server.received.length]).toEqual([1, CONNECTIONS_MAX]);
  },
);

it("5.10.6 whoever bounced or complained gets nothing, before and after it was asked for; who left the news still does", async () => {
  verdicts = [{ code: 550, words: "5.1.1 No such user" }];
  const dead = (await send({ to: "dead@fans.example" })).body.id;
  expect(await settled(dead)).toMatchObject({
    state: "failed",
    outcome: expect.stringContaining("5.1.1"),
    handed_over_at: null,
  });
  expect((await send({ to: "dead@fans.example" })).body.state).toBe("skipped");
  // An address whose person was erased is known by its hash alone.
  await app.platform.db.execute(sql`update suppressions set email = null where user_id = ${owner.id}`);
  expect((await send({ to: "dead@fans.example" })).body.state).toBe("skipped");
  const leave = { email: "left@fans.example", reason: "unsubscribe" };
  await owner.api("POST", "/contacts", { email: leave.email });
  await owner.api("POST", "/suppressions", leave);
  const left = (await send({ to: leave.email })).body.id;
  expect(await settled(left)).toMatchObject({ state: "handed_over" });

  // What waits is looked at again as it leaves.
  verdicts = [{ code: 451, words: "4.3.0 Later" }];
  const { id } = (await send({ to: "angry@fans.example" })).body;
  await settled(id);
  await owner.api("POST", "/suppressions", { email: "angry@fans.example", reason: "manual" });
  await app.platform.db.execute(sql`update transactional_mails set outcome = '' where id = ${id}`);
  await tryAgain(60_000);
  await vi.waitFor(async () => expect((await get(id)).state).toBe("skipped"), WAIT);
});

it("5.10.1 what was on the way when a process ended is uncertain and never sent again; what wasn’t goes out", async () => {
  await owner.api("PATCH", `/mailboxes/${mailbox_id}`, {
    limits: { per_day: 1, per_second: null, per_minute: null, per_hour: null },
  });
  await settled((await send()).body.id);
  const ids = [(await send()).body.id, (await send()).body.id] as [string, string];
  const { db } = app.platform;
  await vi.waitFor(async () => {
    for (const id of ids)
      expect(Date.parse((await get(id)).next_try_at)).toBeGreaterThan(app.clock.now().getTime());
  }, WAIT);
  const later = new Date(app.clock.now().getTime() + 2 * 86_400_000);
  const worker = "00000000-0000-4000-8000-000000000001";
  const lease = () =>
    claimMessages(db, MAILS, { account: owner.id, mailbox_id, worker, now: later, rows: 9 });
  expect(await lease()).toHaveLength(2);
  await db.execute(sql`update transactional_mails set attempt_started_at = now() where id = ${ids[0]}`);
  await updateLeasesAsExpired(db, MAILS, new Date(later.getTime() + 7 * 60_000));
  expect(await get(ids[0])).toMatchObject({ state: "uncertain" });
  expect(await get(ids[1])).toMatchObject({ state: "pending" });
  expect(await lease()).toHaveLength(1);
  // The clock jumped back meanwhile.
  await updateLeasesAsExpired(db, MAILS, new Date(later.getTime() - 86_400_000));
  expect(await get(ids[1])).toMatchObject({ state: "pending" });
  app.clock.advance(2 * 86_400_000);
  await runWorker(app.platform, mailLedger, { account: owner.id, mailbox_id });
  expect([(await get(ids[0])).state, (await get(ids[1])).state]).toEqual(["uncertain", "handed_over"]);
});

it("says at once what’s wrong", async () => {
  const template = await owner.api("POST", "/templates", { name: "News" });
  const off = (await addActiveMailbox(app, owner)).id;
  await owner.api("PATCH", `/mailboxes/${off}`, { is_enabled: false });
  const gone = "00000000-0000-4000-8000-000000000000";
  const none = { subject: undefined, html: undefined };
  const cases: [object, number, string][] = [
    [{ to: "fan@fans.example\r\nBcc: x@y.example" }, 400, "RECIPIENT_INVALID"],
    [{ reply_to: "me" }, 400, "REPLY_TO_INVALID"],
    [{ html: undefined }, 400, "CONTENT_MISSING"],
    [{ template_id: template.body.id }, 400, "CONTENT_MISSING"],
    [{ ...none, template_id: gone }, 404, "TEMPLATE_NOT_FOUND"],
    // Its footer has a link to unsubscribe, which only fans have.
    [{ ...none, template_id: template.body.id, variables: {} }, 422, "CONTENT_WRONG"],
    [{ variables: {} }, 422, "CONTENT_WRONG"],
    [{ html: "{% for i in (1..99999999) %}x{% endfor %}" }, 422, "CONTENT_WRONG"],
    [{ mailbox_id: gone }, 404, "MAILBOX_NOT_FOUND"],
    [{ mailbox_id: off }, 409, "MAILBOX_NOT_READY"],
  ];
  for (const [more, status, code] of cases) {
    const refused = await send(more);
    expect([code, refused.status, refused.body.code]).toEqual([code, status, code]);
  }
  const stranger = await signUpSender(app);
  const { id } = (await send({ html: undefined, text: "1 < 2, {{ contact.fields.order }}" })).body;
  expect((await stranger.api("GET", `/mails/${id}`)).body.code).toBe("MAIL_NOT_FOUND");
  await settled(id);
  expect(server.received.at(-1)).toMatchObject({ text: expect.stringContaining("1 < 2, <A-7>") });
  expect(server.received.at(-1)?.html).toContain("1 &#60; 2, &#60;A-7&#62;");
  await owner.api("PUT", "/sending", { is_stopped: true });
  expect((await send()).body.code).toBe("SENDING_STOPPED");
});

it("goes through the only sending account that’s ready, which keys find with its id and without its secrets", async () => {
  const form = { name: "Shop", scopes: ["mails.send"] };
  const { key } = (await owner.api("POST", "/keys", form)).body;
  const authorization = `Bearer ${key}`;
  const list = async () =>
    (await app.visitor().call("GET", "/api/v1/mails/senders", undefined, { authorization })).body;
  const ours = { id: mailbox_id, from_name: "Mia", from_address: "hello@mia.example", is_ready: true };
  expect(await list()).toEqual({ items: [ours] });
  const sent = await send({ mailbox_id: undefined });
  expect([sent.status, sent.body.mailbox_id]).toEqual([201, mailbox_id]);
  const second = (await addActiveMailbox(app, owner)).id;
  expect((await send({ mailbox_id: undefined })).body.code).toBe("MAILBOX_UNCLEAR");
  for (const id of [mailbox_id, second]) await owner.api("PATCH", `/mailboxes/${id}`, { is_enabled: false });
  expect((await send({ mailbox_id: undefined })).body.code).toBe("MAILBOX_MISSING");
  expect((await list()).items.map(({ is_ready }: { is_ready: boolean }) => is_ready)).toEqual([false, false]);
  expect((await owner.api("GET", "/campaigns/senders")).body).toEqual(await list());
});

it("nothing goes to whoever is erased while it waits or is on the way, and nothing about them comes back", async () => {
  const rowOf = async (id: string) => findMail(app.platform.db, { account: owner.id, id });
  // Erased while a server makes up its mind.
  const decision = Promise.withResolvers<Verdict>();
  verdicts = [decision.promise];
  const erase = async (email: string) => {
    const { id } = (await owner.api("POST", "/contacts", { email })).body;
    await owner.api("DELETE", `/contacts/${id}`);
  };
  const onTheWay = (await send({ to: "away@fans.example" })).body.id;
  await vi.waitFor(
    async () => expect((await rowOf(onTheWay))?.attempt_started_at).toEqual(expect.any(String)),
    WAIT,
  );
  await erase("away@fans.example");
  await vi.waitFor(async () => expect((await rowOf(onTheWay))?.email).toBe(""), WAIT);
  decision.resolve({ code: 550, words: "5.1.1 away@fans.example: no such user" });
  await vi.waitFor(async () => expect((await rowOf(onTheWay))?.state).toBe("failed"), WAIT);
  expect((await rowOf(onTheWay))?.outcome).toBe("");
  const { db } = app.platform;
  expect(JSON.stringify(await db.execute(sql`select * from suppressions`))).not.toContain("away@fans");

  // Erased after a worker took it, but before it was handed over.
  await owner.api("PATCH", `/mailboxes/${mailbox_id}`, {
    limits: { per_day: 1, per_second: null, per_minute: null, per_hour: null },
  });
  const held = (await send({ to: "held@fans.example" })).body.id;
  await vi.waitFor(async () => {
    const row = await rowOf(held);
    expect([row?.state, Date.parse(row?.due_at ?? "") > app.clock.now().getTime()]).toEqual([
      "pending",
      true,
    ]);
  }, WAIT);
  const now = new Date(app.clock.now().getTime() + 2 * 86_400_000);
  const worker = "00000000-0000-4000-8000-000000000002";
  const own = { account: owner.id, worker, now };
  const [row] = await claimMessages<object>(db, MAILS, { ...own, mailbox_id, rows: 9 });
  await erase("held@fans.example");
  await vi.waitFor(async () => expect((await rowOf(held))?.state).toBe("skipped"), WAIT);
  await db.execute(sql`update transactional_mails set state = 'leased' where id = ${held}`);
  const begins = { ...own, isStopped: false, endings: [], messages: [row as object] };
  expect((await updateOutcomesAndClaim(db, MAILS, begins)).size).toBe(0);
});

it("5.1.7 its dead addresses count, too, while its sending account warms up", async () => {
  await owner.api("PATCH", `/mailboxes/${mailbox_id}`, { warms_up: true });
  const state = async () => (await owner.api("GET", "/mailboxes")).body.items[0].state;
  verdicts = [1, 2].map(() => ({ code: 550, words: "5.1.1 no such user" }));
  for (const to of ["gone1@fans.example", "gone2@fans.example"]) {
    const { id } = (await send({ to })).body;
    expect(await settled(id)).toMatchObject({ state: "failed" });
  }
  const { id } = (await send()).body;
  await settled(id);
  expect(await state()).toBe("active");
  await recordMailFeedback(app.platform, {
    account: owner.id,
    message_id: `<${id}@mia.example>`,
    kind: "bounced_hard",
    words: "550 5.1.1 Gone",
    at: app.clock.now().toISOString(),
    event_id: "e",
  });
  expect(await state()).toBe("paused_by_reputation");
});

it("what bounces or is reported later shows, keeps its address from getting more, and goes with its person", async () => {
  const { db } = app.platform;
  const back = (id: string, kind: "delivered" | "bounced_hard" | "complained") =>
    recordMailFeedback(app.platform, {
      account: owner.id,
      message_id: `<${id}@mia.example>`,
      kind,
      words: "550 5.1.1 Gone",
      at: app.clock.now().toISOString(),
      event_id: "e",
    });
  const { id: contact } = (await owner.api("POST", "/contacts", { email: "gone@fans.example" })).body;
  const { id } = (await send({ to: "gone@fans.example" })).body;
  await settled(id);
  for (const kind of ["delivered", "bounced_hard", "delivered"] as const)
    expect([kind, await back(id, kind)]).toEqual([kind, true]);
  expect(await get(id)).toMatchObject({
    state: "bounced_hard",
    outcome: "550 5.1.1 Gone",
    reason: "The address doesn’t exist or takes no e-mail.",
  });
  expect((await owner.api("GET", `/contacts/${contact}`)).body.status).toBe("bounced");
  const stranger = await signUpSender(app);
  const foreign = { account: stranger.id, message_id: `<${id}@x.example>`, kind: "complained" as const };
  expect(await recordMailFeedback(app.platform, { ...foreign, words: "", at: "", event_id: "e" })).toBe(
    false,
  );

  const angry = (await send({ to: "angry@fans.example" })).body.id;
  await settled(angry);
  await back(angry, "complained");
  expect((await send({ to: "angry@fans.example" })).body.state).toBe("skipped");

  verdicts = [{ code: 451, words: "4.3.0 Later" }];
  await owner.api("POST", "/contacts", { email: "late@fans.example" });
  const late = (await send({ to: "late@fans.example" })).body.id;
  await settled(late);
  const fans = (await owner.api("GET", "/contacts")).body.items as { id: string; email: string }[];
  for (const { id } of fans) await owner.api("DELETE", `/contacts/${id}`);
  await vi.waitFor(async () => {
    for (const one of [id, late]) expect(await get(one)).toMatchObject({ to: "", subject: "", outcome: "" });
  }, WAIT);
  expect([(await get(id)).state, (await get(late)).state]).toEqual(["bounced_hard", "skipped"]);
  expect(JSON.stringify(await db.execute(sql`select * from transactional_mails`))).not.toMatch(
    /(?:gone|late)@fans/,
  );
});
