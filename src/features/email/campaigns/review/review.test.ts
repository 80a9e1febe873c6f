// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { batchLedger } from "#src/features/email/delivery/send/send.ts";
import { leaseHolders, runWorker } from "#src/features/email/delivery/worker/worker.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { runDue, type Sender, startSender } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

const WAIT = { timeout: 20_000 };

let app: TestApp;
let founder: Client;
let sender: Sender;

beforeAll(async () => {
  app = await startMailboxApp({ NEW_ACCOUNT_MAILS: "200" });
  founder = await signUpSender(app);
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
  await sender.addFans({ nora: {}, zoe: {} });
});

async function send(more: object = {}): Promise<string> {
  const id = await sender.add(more);
  expect((await sender.act(id, "send")).status).toBe(200);
  await sender.reaches(id, "sent");
  return id;
}
const list = async (review = "waiting") =>
  (await founder.api("GET", `/first-campaigns?review=${review}`)).body.items as {
    id: string;
    campaign_id: string;
    owner: object;
  }[];
const listed = async (id: string, review = "waiting") =>
  (await list(review)).find(({ campaign_id }) => campaign_id === id);
/** The review of a campaign, wherever it's listed. */
async function idOf(id: string): Promise<string> {
  for (const review of ["waiting", "fine", "stopped"]) {
    const found = await listed(id, review);
    if (found) return found.id;
  }
  return crypto.randomUUID();
}
const read = async (id: string) => (await founder.api("GET", `/first-campaigns/${await idOf(id)}`)).body;
const review = async (id: string, wish: object) =>
  founder.api("PUT", `/first-campaigns/${await idOf(id)}`, wish);

describe("5.10.17 a new account’s first campaign", () => {
  it("goes out, and whoever runs the instance reads what it said; the second isn’t asked about", async () => {
    const html = `<p>Dear {{ contact.first_name | default: "you" }}</p><p><a href="https://mia.art/shop">Shop</a></p>
      <p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Leave</a></p>`;
    const id = await send({ subject: "Hello", html });
    const second = await send({ subject: "Again" });
    expect(await listed(id)).toMatchObject({
      subject: "Hello",
      recipients: 2,
      review: "waiting",
      reviewed_at: null,
      owner: { email: sender.owner.email },
    });
    expect(await listed(second)).toBeUndefined();
    const said = await read(id);
    expect(said).toMatchObject({ source: null, attachments: [] });
    expect(said.html).toMatch(/Dear you.*https:\/\/mia\.art\/shop.*Main Street 1/s);
    expect((await review(id, { review: "fine" })).body).toMatchObject({ campaign_id: id, review: "fine" });
    expect([await listed(id), await listed(id, "fine")]).toEqual([
      undefined,
      expect.objectContaining({ reviewed_at: expect.any(String) }),
    ]);
    expect((await eventsOf(app, id)).map(({ name }) => name)).toContain("campaign.reviewed");
  });

  it("can stop the account, which only staff take back, and its owner hears why", async () => {
    const id = await send();
    const { owner, add, act } = sender;
    await owner.api("PUT", "/sending", { is_stopped: true });
    const reason = "We don’t allow lists that were bought.";
    expect((await review(id, { review: "stopped", reason: "  " })).body.code).toBe("REASON_MISSING");
    const both = await Promise.all([1, 2].map(() => review(id, { review: "stopped", reason })));
    expect(both.map(({ body }) => body.review)).toEqual(["stopped", "stopped"]);
    const mails = await app.mailsTo(owner.email, /stopped your e-mail/, 1);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(reason);
    expect((await owner.api("GET", "/sending")).body).toMatchObject({ staff_reason: reason });
    const next = await add({ subject: "Next" });
    const refused = async () => {
      const { status, body } = await act(next, "send");
      expect([status, body.code, body.message]).toEqual([
        ...[409, "SENDING_STOPPED"],
        `The people who run this instance have stopped your sending: ${reason}`,
      ]);
    };
    await refused();
    // Its own stop is there or not, which changes nothing.
    for (const is_stopped of [false, true, false]) {
      expect((await owner.api("PUT", "/sending", { is_stopped })).body.staff_reason).toBe(reason);
      await refused();
    }
    expect((await review(id, { review: "fine" })).body.review).toBe("fine");
    expect((await owner.api("GET", "/sending")).body).toMatchObject({ stopped_at: null, staff_reason: null });
    expect((await act(next, "send")).status).toBe(200);
    await sender.reaches(next, "sent");
  });

  it("waits while its account is suspended, and goes on once that’s lifted", async () => {
    let isBusy = true;
    const judge = () => (isBusy ? { code: 451, words: "4.3.0 Later" } : undefined);
    sender = await startSender(app, { judge });
    await sender.addFans({ nora: {}, zoe: {} });
    const id = await sender.add();
    await sender.act(id, "send");
    const { db } = app.platform;
    const isPutOff = async () =>
      (await rowsOf(db, sql`select from deliveries where batch_id = ${id} and refusals = 1`)).length === 2;
    await vi.waitUntil(async () => (await isPutOff()) && leaseHolders(app.platform).size === 0, WAIT);
    isBusy = false;
    const ban = `/admin/users/${sender.owner.id}/ban`;
    expect((await founder.api("PUT", ban, { reason: "Spam" })).status).toBe(200);
    expect((await listed(id))?.owner).toMatchObject({ id: sender.owner.id, is_banned: true });
    app.clock.advance(DAY_MS);
    const through = { account: sender.owner.id, mailbox_id: sender.mailbox.id };
    await runWorker(app.platform, batchLedger, through);
    expect(sender.received()).toEqual([]);
    expect((await founder.api("DELETE", ban)).status).toBe(200);
    expect((await listed(id))?.owner).toMatchObject({ is_banned: false });
    await runDue(app.platform);
    await vi.waitUntil(() => sender.received().length === 2, WAIT);
  });

  it("leaves the account’s own stop as it was", async () => {
    const id = await send();
    const { owner, add, act } = sender;
    await owner.api("PUT", "/sending", { is_stopped: true });
    await review(id, { review: "stopped", reason: "Why?" });
    await review(id, { review: "fine" });
    expect((await owner.api("GET", "/sending")).body).toEqual({
      stopped_at: expect.any(String),
      staff_reason: null,
      is_stopped_for_all: false,
    });
    expect((await act(await add({ subject: "Next" }), "send")).body.code).toBe("SENDING_STOPPED");
    expect((await owner.api("PUT", "/sending", { is_stopped: false })).body.stopped_at).toBeNull();
  });

  it("stays stopped if its owner lifts their own stop at the same moment", async () => {
    const id = await idOf(await send());
    const put = (by: Client, path: string, wish: object) => by.api("PUT", path, wish);
    for (let round = 0; round < 15; round++) {
      await put(sender.owner, "/sending", { is_stopped: true });
      await Promise.all([
        put(sender.owner, "/sending", { is_stopped: false }),
        put(founder, `/first-campaigns/${id}`, { review: "stopped", reason: "Why?" }),
      ]);
      expect((await sender.owner.api("GET", "/sending")).body.staff_reason).toBe("Why?");
      await put(founder, `/first-campaigns/${id}`, { review: "fine" });
      expect((await sender.owner.api("GET", "/sending")).body.stopped_at).toBeNull();
    }
  });

  it("shows what only some readers get, where its links lead, and what goes along", async () => {
    const body = `<p>{% if contact.email == "" %}Nice{% else %}<a href="https://spam.example/?a=1">Win</a>{% endif %}</p>`;
    const legal = `<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Leave</a></p>`;
    const upload = new FormData();
    upload.set("file", new File(["Hi there"], "offer.txt", { type: "text/plain" }));
    const file = (await sender.owner.api("POST", "/templates/files", upload)).body;
    const form = { name: "T", subject: "Hi", html: `${body}${legal}`, attachments: [file] };
    const template = (await sender.owner.api("POST", "/templates", form)).body;
    const id = await send({ template_id: template.id, html: "" });
    const said = await read(id);
    expect(said.html).toContain("Nice");
    expect(said.html).not.toContain("spam.example");
    expect(said.source).toContain('href="https://spam.example/?a=1"');
    expect(said.attachments).toEqual([{ name: "offer.txt", bytes: 8 }]);
  });

  it("shows as it was written what quoted braces would hide", async () => {
    const hidden = `{{ contact.email | default: "}" | truncate: 1, "Your account is locked" | remove: "}" }}`;
    const id = await send({
      html: `<p>${hidden}</p><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Leave</a></p>`,
    });
    const said = await read(id);
    expect(said.html).not.toContain("locked");
    expect(said.source).toContain("Your account is locked");
  });

  it("isn’t asked about if staff sent it, but is if the account is known from e-mail of other kinds", async () => {
    const { db } = app.platform;
    await db.execute(
      sql`insert into mail_trust (user_id, counts, since, trusted_at)
        values (${sender.owner.id}, '{}', now(), now())`,
    );
    expect(await listed(await send())).toBeDefined();
    sender = await startSender(app);
    await sender.addFans({ nora: {} });
    await db.execute(sql`update users set role = 'moderator' where id = ${sender.owner.id}`);
    expect(await listed(await send())).toBeUndefined();
    // It isn't the first anymore.
    await db.execute(sql`update users set role = 'user' where id = ${sender.owner.id}`);
    expect(await listed(await send({ subject: "Own" }))).toBeUndefined();
  });

  it("has a review of its own, although two accounts gave their campaigns the same id", async () => {
    const id = crypto.randomUUID();
    await send({ id });
    const victim = sender.owner;
    sender = await startSender(app);
    await sender.addFans({ nora: {} });
    await send({ id });
    const ids = (await list()).filter(({ campaign_id }) => campaign_id === id).map((row) => row.id);
    expect(ids).toHaveLength(2);
    await founder.api("PUT", `/first-campaigns/${ids[0]}`, { review: "stopped", reason: "Why?" });
    expect((await victim.api("GET", "/sending")).body.stopped_at).toBeNull();
    expect((await sender.owner.api("GET", "/sending")).body.staff_reason).toBe("Why?");
  });

  it("is nobody else’s business, and goes with its account", async () => {
    const id = await send();
    const path = `/first-campaigns/${await idOf(id)}`;
    for (const answer of [
      await sender.owner.api("GET", path),
      await sender.owner.api("PUT", path, { review: "fine" }),
      await founder.api("GET", `/first-campaigns/${crypto.randomUUID()}`),
      await founder.api("GET", "/first-campaigns/x"),
      await review(crypto.randomUUID(), { review: "fine" }),
    ])
      expect(answer.status).toBe(404);
    expect((await founder.api("GET", "/first-campaigns?cursor=x")).body.code).toBe("CURSOR_INVALID");
    await vi.waitUntil(async () => (await listed(id)) !== undefined, WAIT);
  });

  it("is read and decided about although its owner deletes it", async () => {
    const id = await send({ subject: "Gone" });
    const remove = () => sender.owner.api("DELETE", `/campaigns/${id}`);
    expect((await remove()).status).toBe(200);
    expect(await listed(id)).toMatchObject({ subject: "Gone", recipients: 2, name: "News" });
    expect((await read(id)).html).toContain("Main Street 1");
    expect((await review(id, { review: "stopped", reason: "Why?" })).status).toBe(200);
    expect(await listed(id, "stopped")).toBeDefined();
    expect((await sender.owner.api("GET", "/sending")).body.staff_reason).toBe("Why?");
    expect((await review(id, { review: "fine" })).status).toBe(200);
    expect((await sender.owner.api("GET", "/sending")).body.stopped_at).toBeNull();
    expect(await listed(await send({ subject: "Next" }))).toBeUndefined();
  });
});
