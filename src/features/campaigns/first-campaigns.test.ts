import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import { type Sender, startSender } from "#test/harness/campaigns.ts";
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
  (await founder.api("GET", `/first-campaigns?review=${review}`)).body.items as { campaign_id: string }[];
const listed = async (id: string, review = "waiting") =>
  (await list(review)).find(({ campaign_id }) => campaign_id === id);
const review = (id: string, wish: object) => founder.api("PUT", `/first-campaigns/${id}`, wish);

describe("5.10.17 a new account’s first campaign", () => {
  it("goes out, and whoever runs the instance reads what it said; the second isn’t asked about", async () => {
    const html = `<p>Dear {{ contact.first_name | default: "you" }}</p><p><a href="https://mia.art/shop">Shop</a></p>
      <p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Leave</a></p>`;
    const id = await send({ subject: "Hello", html });
    const second = await send({ subject: "Again" });
    expect(await listed(id)).toMatchObject({
      ...{ subject: "Hello", recipients: 2, review: "waiting", reviewed_at: null },
      owner: { email: sender.owner.email },
    });
    expect(await listed(second)).toBeUndefined();
    const said = (await founder.api("GET", `/first-campaigns/${id}`)).body;
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
    for (const answer of [await act(next, "send"), await owner.api("PUT", "/sending", { is_stopped: false })])
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        ...[409, "SENDING_STOPPED"],
        `Whoever runs this site has stopped your sending: ${reason}`,
      ]);
    // Stopping it once more is no way around that.
    expect((await owner.api("PUT", "/sending", { is_stopped: true })).body.staff_reason).toBe(reason);
    expect((await review(id, { review: "fine" })).body.review).toBe("fine");
    expect((await owner.api("GET", "/sending")).body).toMatchObject({ stopped_at: null, staff_reason: null });
    expect((await act(next, "send")).status).toBe(200);
    await sender.reaches(next, "sent");
  });

  it("isn’t asked about if staff sent it, or if the account is known", async () => {
    await app.platform.db.execute(
      sql`insert into mail_trust (user_id, counts, since, trusted_at)
        values (${sender.owner.id}, '{}', now(), now())`,
    );
    const known = await send();
    await app.platform.db.execute(sql`delete from mail_trust where user_id = ${sender.owner.id}`);
    await app.platform.db.execute(sql`update users set role = 'moderator' where id = ${sender.owner.id}`);
    const own = await send({ subject: "Own" });
    const ids = (await list()).map(({ campaign_id }) => campaign_id);
    expect(ids).not.toContain(known);
    expect(ids).not.toContain(own);
  });

  it("is nobody else’s business, and goes with its account", async () => {
    const id = await send();
    const path = `/first-campaigns/${id}`;
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
    // Whoever deletes it before it's read has the next one read.
    await sender.owner.api("DELETE", `/campaigns/${id}`);
    expect(await listed(id)).toBeUndefined();
    expect(await listed(await send({ subject: "Next" }))).toBeDefined();
  });
});
