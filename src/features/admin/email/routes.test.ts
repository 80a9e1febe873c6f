// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { INSTANCE } from "#src/lib/event.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import type { EmailAccount, EmailOverview, FoundMessage, Receiver } from "./contract.ts";

let app: TestApp;
let founder: Client;
let owner: Client;
let mailbox: Awaited<ReturnType<typeof addActiveMailbox>>;

beforeAll(async () => {
  app = await startMailboxApp({ ROLES: "web" });
  founder = await signUpSender(app);
});
beforeEach(async () => {
  owner = await signUpSender(app);
  mailbox = await addActiveMailbox(app, owner);
});
afterAll(() => app?.close());

async function read<Body>(path: string, by = founder): Promise<Body> {
  const { status, body } = await by.api("GET", `/admin/email${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Body;
}
const overview = () => read<EmailOverview>("");
const accounts = async (query = "") => (await read<{ items: EmailAccount[] }>(`/accounts${query}`)).items;
const accountOf = async ({ id }: Client) => (await accounts()).find((account) => account.id === id);

/** A fan who has got an e-mail, or waits for one, in a campaign that is going out. */
async function sendTo(email: string, { state = "handed_over", host = "fans.example", refusals = 0 } = {}) {
  const { id } = (await owner.api("POST", "/contacts", { email, name: "Nora" })).body;
  const batch = randomUUID();
  await addBatch(app, {
    user_id: owner.id,
    id: batch,
    mailbox_id: mailbox.id,
    snapshot: { subject: "Tour dates" },
    state: "sending",
  });
  await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at, refusals)
    values (${owner.id}, ${batch}, ${id}, ${host}, now() - interval '1 hour', ${refusals})`);
  if (state !== "pending")
    await app.platform.db.execute(sql`update deliveries set state = ${state}, handed_over_at = now(),
      outcome = '250 2.0.0 OK queued' where user_id = ${owner.id} and batch_id = ${batch}`);
  return { id, batch, message_id: `<${batch}.${id}@mia.example>` };
}
const bounceOf = (message_id: string) =>
  `From: MAILER-DAEMON <>\nSubject: Mail delivery failed\nMessage-ID: <${randomUUID()}@mx.example>\n\nThis is a mail agent.\n\nThere was an error delivering your mail to <x@fans.example>.\n\nmx.fans.example [192.0.2.7] did not like our RCPT TO:\n550 5.1.1 no such user\n\nMessage headers follow.\n\nMessage-Id: ${message_id}\n`;
const check = async (source: string, is_applied = false) =>
  (await founder.api("POST", "/admin/email/returns", { source, is_applied })).body;

describe("the e-mail of all accounts", () => {
  it("is counted by account and by receiving domain, with what waits and since when", async () => {
    const before = await overview();
    await sendTo("a@one.example", { host: "one.example" });
    await sendTo("b@two.example", { host: "two.example", state: "pending", refusals: 2 });
    const after = await overview();
    expect(after.totals.sent - before.totals.sent).toBe(1);
    expect(after.queue.waiting - before.queue.waiting).toBe(1);
    expect(after.queue.deferred - before.queue.deferred).toBe(1);
    expect(Date.now() - Date.parse(after.queue.oldest_at ?? "")).toBeGreaterThan(3_500_000);
    expect(await accountOf(owner)).toMatchObject({ sent: 1, waiting: 1, deferred: 1, stopped: null });
    const { items } = await read<{ items: Receiver[] }>("/receivers?days=1");
    expect(items.find(({ host }) => host === "one.example")).toMatchObject({
      sent: 1,
      waiting: 0,
      accounts: 1,
    });
    expect(items.find(({ host }) => host === "two.example")).toMatchObject({
      sent: 0,
      waiting: 1,
      deferred: 1,
    });
    expect((await accounts("?sort=waiting"))[0]?.waiting).toBeGreaterThan(0);
  });

  it("shows what became of a message to one exact address, and nothing to another", async () => {
    const { message_id } = await sendTo("Zoe.Fan@fans.example");
    const { items } = await read<{ items: FoundMessage[] }>("/messages?q=zoe.fan%40FANS.example");
    expect(items).toMatchObject([
      {
        account: { id: owner.id },
        subject: "Tour dates",
        state: "handed_over",
        outcome: "250 2.0.0 OK queued",
        message_id: message_id.replace("@mia.example", ""),
      },
    ]);
    expect((await read<{ items: FoundMessage[] }>("/messages?q=fan%40fans.example")).items).toEqual([]);
  });

  it("finds where an address gets none, by any part of it", async () => {
    await owner.api("POST", "/suppressions", { email: "never.again@fans.example", reason: "manual" });
    const { items } = await read<{ items: { email: string; account: { id: string } }[] }>(
      "/suppressions?q=ever.again",
    );
    expect(items).toMatchObject([{ email: "never.again@fans.example", account: { id: owner.id } }]);
  });
});

describe("an e-mail that came back", () => {
  it("is read, found, and applied once, however often that's asked", async () => {
    const { id, message_id } = await sendTo("gone@fans.example");
    const source = bounceOf(message_id);
    expect(await check(source)).toMatchObject({
      verdict: "bounced_hard",
      words: expect.stringContaining("5.1.1"),
      message: { account: { id: owner.id }, state: "handed_over" },
      is_applied: false,
    });
    expect((await owner.api("GET", `/contacts/${id}`)).body.status).not.toBe("bounced");
    expect(await check(source, true)).toMatchObject({ message: { state: "bounced_hard" }, is_applied: true });
    expect((await owner.api("GET", `/contacts/${id}`)).body.status).toBe("bounced");
    const { totals } = await overview();
    await check(source, true);
    expect((await overview()).totals).toEqual(totals);
  });

  it("may be about nothing of ours, or no e-mail at all", async () => {
    expect(await check(bounceOf(`<${randomUUID()}.${randomUUID()}@x.example>`), true)).toMatchObject({
      message: null,
      is_applied: false,
    });
    for (const source of ["nonsense", "\0\0", "From: a\n\n<script>alert(1)</script>", "x".repeat(60_000)])
      expect(
        (await founder.api("POST", "/admin/email/returns", { source })).status,
        source.slice(0, 20),
      ).toBe(200);
    expect((await founder.api("POST", "/admin/email/returns", { source: "  " })).body.code).toBe(
      "SOURCE_EMPTY",
    );
  });
});

describe("stopping", () => {
  const stopAll = (body: object) => founder.api("PUT", "/admin/email/sending", body);

  it("holds all accounts' e-mail, with a reason in the log, and lets it go on", async () => {
    expect((await stopAll({ is_stopped: true, reason: " " })).body.code).toBe("REASON_MISSING");
    expect((await stopAll({ is_stopped: true, reason: "Spam wave" })).body).toEqual({ is_stopped: true });
    expect((await overview()).is_stopped).toBe(true);
    expect((await owner.api("GET", "/sending")).body.is_stopped_for_all).toBe(true);
    expect((await stopAll({ is_stopped: false, reason: "Over" })).body).toEqual({ is_stopped: false });
    expect((await owner.api("GET", "/sending")).body.is_stopped_for_all).toBe(false);
    const told = await eventsOf(app, INSTANCE);
    const stops = told.filter(({ name }) => name === "email.all_sending_stopped");
    expect(stops.map(({ payload }) => payload)).toEqual([
      { is_stopped: true, reason: "Spam wave" },
      { is_stopped: false, reason: "Over" },
    ]);
  });

  it("holds one account's, whose owner reads why", async () => {
    const stop = (body: object, id = owner.id) =>
      founder.api("PUT", `/admin/email/accounts/${id}/sending`, body);
    expect((await stop({ is_stopped: true, reason: "" })).body.code).toBe("REASON_MISSING");
    expect((await stop({ is_stopped: true, reason: "x" }, "nobody")).body.code).toBe("ACCOUNT_NOT_FOUND");
    expect((await stop({ is_stopped: true, reason: "Bought addresses" })).status).toBe(200);
    expect((await owner.api("GET", "/sending")).body.staff_reason).toBe("Bought addresses");
    expect((await accountOf(owner))?.stopped).toBe("Bought addresses");
    const rows = await rowsOf(
      app.platform.db,
      sql`select template from mails where recipient = ${owner.email} and template = 'campaigns.account_stopped'`,
    );
    expect(rows).toHaveLength(1);
    expect((await stop({ is_stopped: false, reason: "Sorted out" })).status).toBe(200);
    expect((await owner.api("GET", "/sending")).body.staff_reason).toBeNull();
    const { body } = await owner.api("GET", "/audit");
    expect(JSON.stringify(body)).toContain("Stopped all that the account sends: Bought addresses");
  });

  it("says so where the environment decides", async () => {
    const fixed = await startMailboxApp({ ROLES: "web", SENDING: "on" });
    try {
      const staff = await signUpSender(fixed);
      const { body } = await staff.api("PUT", "/admin/email/sending", { is_stopped: true, reason: "x" });
      expect(body.code).toBe("SENDING_FIXED");
    } finally {
      await fixed.close();
    }
  });
});
