import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { recordUnsubscribed } from "#src/features/email/delivery/feedback/unsubscriptions.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";
import { type Fan, sentTo, stateOfSent, withLogin } from "#test/harness/sent-mail.ts";

let app: TestApp;
let owner: Client;
let mailbox_id: string;
let url: string;

beforeAll(async () => {
  app = await startMailboxApp({ ROLES: "web" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await signUpSender(app);
  mailbox_id = (await addActiveMailbox(app, owner)).id;
  const connected = await owner.api("PUT", `/mailboxes/${mailbox_id}/provider`, { provider: "postmark" });
  url = connected.body.url;
});

const leaving = ({ email, name }: Fan, more: object = { Metadata: { fanfare: name } }) =>
  JSON.stringify({
    RecordType: "SubscriptionChange",
    MessageID: randomUUID(),
    Recipient: email,
    Origin: "Recipient",
    SuppressSending: true,
    SuppressionReason: "ManualSuppression",
    ChangedAt: app.clock.now().toISOString(),
    ...more,
  });

async function tell(body: string): Promise<number> {
  const { headers = {} } = withLogin(url, { body });
  return (await fetch(app.url + new URL(url).pathname, { method: "POST", body, headers })).status;
}

const sendTo = (name: string) => sentTo(app, { client: owner, mailbox_id }, name);
const statusOf = async ({ id }: Fan) => (await owner.api("GET", `/contacts/${id}`)).body.status;

it("5.10.7 whoever leaves by a provider's own link gets no more e-mail, and counts once at what they left by", async () => {
  const fan = await sendTo("leaver");
  const event = leaving(fan);
  expect([await tell(event), await tell(event)]).toEqual([200, 200]);
  const reasons = await rowsOf(
    app.platform.db,
    sql`select reason from suppressions where user_id = ${owner.id}`,
  );
  expect([await statusOf(fan), reasons]).toEqual(["unsubscribed", [{ reason: "unsubscribe" }]]);
  const told = (await eventsOf(app, fan.id)).filter(({ name }) => name === "contact.unsubscribed");
  expect(told.map(({ payload }) => payload)).toEqual([
    { scope: null, campaign: fan.name.split(".")[0], recipient: fan.id },
  ]);
  for (const one of told) await recordUnsubscribed(app.platform, one as never);
  const [row] = await rowsOf<{ unsubscribed_at: string | null }>(
    app.platform.db,
    sql`select unsubscribed_at from deliveries where contact_id = ${fan.id}`,
  );
  expect([row?.unsubscribed_at, await stateOfSent(app, fan)]).toEqual([expect.anything(), "handed_over"]);
});

it("5.10.7 whoever leaves there has left, though they have another address by then", async () => {
  const fan = await sendTo("mover");
  const moved = { email: `moved-${randomUUID()}@fans.example` };
  expect((await owner.api("PATCH", `/contacts/${fan.id}`, moved)).status).toBe(200);
  expect(await tell(leaving(fan))).toBe(200);
  expect(await statusOf(fan)).toBe("unsubscribed");
});
