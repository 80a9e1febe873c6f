// @project server-postgres
import { sql } from "drizzle-orm";
import type { ParsedMail } from "mailparser";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { HTML, startSender } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

/** One at a time, so that something still waits. */
const LIMITS = { per_second: 1, per_minute: null, per_hour: null, per_day: null };
const WAIT = { timeout: 20_000 };

let app: TestApp;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());

/** Nothing but the hash, as for someone who was erased. */
const leave = (account: string, hash: string, scope: string | null) =>
  sql`insert into suppressions (user_id, id, email_hash, reason, scope, created_at)
    values (${account}, gen_random_uuid(), ${hash}, 'unsubscribe', ${scope}, now())`;

/** Who is next in a campaign, once the message before theirs is on its way. */
async function waitingIn(id: string) {
  const { db } = app.platform;
  const handing = () =>
    rowsOf(db, sql`select 1 from deliveries where batch_id = ${id} and attempt_started_at is not null`);
  await vi.waitUntil(async () => (await handing()).length === 1, WAIT);
  const [waiting] = await rowsOf<{ contact_id: string; email: string }>(
    db,
    sql`select contact_id, email from deliveries d join contacts c on c.user_id = d.user_id and c.id = d.contact_id
      where batch_id = ${id} and attempt_started_at is null`,
  );
  return waiting;
}

it.each([
  ["unsubscribes", "unsubscribed", (account: string, hash: string) => leave(account, hash, null)],
  ["leaves its topic", "unsubscribed", (account: string, hash: string) => leave(account, hash, "news")],
  [
    "takes back their consent",
    "agreed",
    (account: string) => sql`update contact_consents set state = 'unsubscribed' where user_id = ${account}`,
  ],
  [
    "wants fewer e-mails, and got one,",
    "fewer",
    (account: string) =>
      sql`with wish as (update contacts set mail_every_days = 7 where user_id = ${account})
        insert into deliveries (user_id, batch_id, contact_id, host, state, due_at, handed_over_at)
          select user_id, gen_random_uuid(), id, '', 'delivered', now(), now() from contacts where user_id = ${account}`,
  ],
])("5.10.6 a campaign skips who %s while it runs", async (_what, why, change) => {
  const gate = Promise.withResolvers<undefined>();
  const manners = { judge: () => gate.promise };
  const { owner, addFans, add, act, get, reaches } = await startSender(app, manners, { limits: LIMITS });
  await addFans({ a: {}, b: {} });
  const id = await add();
  await act(id, "send");
  const waiting = await waitingIn(id);
  await app.platform.db.execute(change(owner.id, emailHash(owner.id, waiting?.email ?? "")));
  gate.resolve(undefined);
  await reaches(id, "sent");
  expect((await get(id)).figures).toMatchObject({ recipients: 2, sent: 1, skipped: 1 });
  const { items } = (await owner.api("GET", `/campaigns/${id}/deliveries?status=skipped`)).body;
  expect(items).toMatchObject([{ contact_id: waiting?.contact_id, reason: expect.stringContaining(why) }]);
});

/** Two fans' e-mails of a campaign, as they arrived, and what another one that's made later is sent by. */
async function sendToTwo(form: (owner: Client) => Promise<object> = async () => ({})) {
  let gate: Promise<undefined> | undefined;
  const sender = await startSender(app, { judge: () => gate }, { limits: LIMITS });
  await sender.addFans({ a: {}, b: {} });
  const id = await sender.add(await form(sender.owner));
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  const { received } = sender.mailbox.server;
  /** The header's URL in the e-mail to somebody. */
  const wayOut = (email: string) => {
    const mail = received.find(({ to }) => [to].flat()[0]?.text === email);
    return /<(http[^>]+)>, <mailto:[^>]+>/.exec(String(headerOf(mail, "list-unsubscribe")))?.[1] ?? "";
  };
  const hold = (until: Promise<undefined>) => {
    gate = until;
  };
  return { ...sender, id, received: [...received], wayOut, hold };
}

const headerOf = (mail: ParsedMail | undefined, name: string) =>
  mail?.headerLines.find(({ key }) => key === name)?.line;

/** What an inbox does: no cookie, and it follows nothing. */
const oneClick = (url: string) =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });

it("5.10.3 every e-mail to many has both headers, and their one POST skips the next message of a campaign that’s running", async () => {
  const { owner, received, wayOut, hold, add, act, get, reaches } = await sendToTwo();
  for (const mail of received)
    expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const gate = Promise.withResolvers<undefined>();
  hold(gate.promise);
  const next = await add({ subject: "More" });
  await act(next, "send");
  const waiting = await waitingIn(next);
  const answer = await oneClick(wayOut(waiting?.email ?? ""));
  expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
  expect((await owner.api("GET", `/contacts/${waiting?.contact_id}`)).body.status).toBe("unsubscribed");
  gate.resolve(undefined);
  await reaches(next, "sent");
  expect((await get(next)).figures).toMatchObject({ recipients: 2, sent: 1, skipped: 1 });
});

it("5.10.7 the way out of an e-mail works when its campaign and its template are gone", async () => {
  let template = "";
  const { owner, id, wayOut } = await sendToTwo(async (owner) => {
    const { body } = await owner.api("POST", "/templates", { name: "T", subject: "Hello", html: HTML });
    template = body.id;
    return { html: "", template_id: template };
  });
  expect((await owner.api("DELETE", `/campaigns/${id}`)).status).toBe(200);
  expect((await owner.api("DELETE", `/templates/${template}`)).status).toBe(200);
  const page = await fetch(wayOut("a@fans.example"));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("a@fans.example")]);
  expect((await oneClick(wayOut("a@fans.example"))).status).toBe(200);
  const byHand = new URLSearchParams({ action: "unsubscribe" });
  expect((await fetch(wayOut("b@fans.example"), { method: "POST", body: byHand })).status).toBe(200);
  const { items } = (await owner.api("GET", "/contacts")).body;
  expect(items.map(({ status }: { status: string }) => status)).toEqual(["unsubscribed", "unsubscribed"]);
});
