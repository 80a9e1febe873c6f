// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TestApp } from "#test/harness/app.ts";
import { type Sender, startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";

let app: TestApp;
let sender: Sender;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
});

const count = (id: string) => sender.owner.api("GET", `/campaigns/${id}/late-joiners`);

it("5.3.5 those who joined after the start get what was sent, once, and the frozen list stays", async () => {
  await sender.addFans({ one: {}, two: {} });
  const id = await sender.add();
  expect((await count(id)).body.code).toBe("CAMPAIGN_STATE");
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  expect((await count(id)).body).toEqual({ count: 0 });
  expect((await sender.act(id, "late-joiners")).body).toMatchObject({ state: "sent", late_recipients: 0 });
  await sender.addFans({ late: {}, later: {} });
  await sender.owner.api("POST", "/suppressions", { email: "later@fans.example" });
  expect((await count(id)).body).toEqual({ count: 1 });
  // Whoever clicks twice sends it once.
  const both = await Promise.all([sender.act(id, "late-joiners"), sender.act(id, "late-joiners")]);
  expect(both.map(({ status }) => status)).toContain(200);
  await sender.reaches(id, "sent");
  expect(await sender.get(id)).toMatchObject({ late_recipients: 1, figures: { recipients: 2, sent: 3 } });
  expect(sender.received().sort()).toEqual(["late", "one", "two"]);
  const stranger = await startSender(app);
  expect((await stranger.act(id, "late-joiners")).body.code).toBe("CAMPAIGN_NOT_FOUND");
});

it("4.9 nobody gets a campaign again, or more often than they want, because they were merged into another lead", async () => {
  const { owner } = sender;
  await sender.addFans({ one: {}, two: {} });
  const id = await sender.add();
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  await sender.addFans({ both: {}, new: {} });
  const { items } = (await owner.api("GET", "/contacts")).body as { items: { id: string; email: string }[] };
  const [keep_id, gone_id] = ["both", "one"].map(
    (name) => items.find(({ email }) => email.startsWith(name))?.id,
  );
  await owner.api("POST", "/contacts/merge", { keep_id, gone_id });
  expect((await count(id)).body).toEqual({ count: 1 });
  const same = await sender.add();
  await sender.act(same, "send");
  await sender.reaches(same, "sent");
  expect(sender.received().sort()).toEqual(["new", "one", "two"]);
  await app.platform.db.execute(sql`update contacts set mail_every_days = 7 where id = ${keep_id}`);
  const other = await sender.add({ subject: "Other" });
  await sender.act(other, "send");
  await sender.reaches(other, "sent");
  expect(sender.received().sort()).toEqual(["new", "new", "one", "two", "two"]);
});

it("5.3.10 late joiners make no way around an approval, nor around the emergency stop", async () => {
  const names = Array.from({ length: 10 }, (_, index) => [`fan${index}`, {}]);
  await sender.addFans(Object.fromEntries(names));
  const id = await sender.add();
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  await sender.addFans({ eleventh: {} });
  await sender.owner.api("PUT", "/sending/rules", { approval_above: 10 });
  expect((await sender.act(id, "late-joiners")).body.code).toBe("LATE_UNAPPROVED");
  await sender.owner.api("PUT", "/sending", { is_stopped: true });
  expect((await sender.act(id, "late-joiners")).body.code).toBe("SENDING_STOPPED");
  expect(await sender.get(id)).toMatchObject({ late_recipients: 0, figures: { recipients: 10 } });
});
