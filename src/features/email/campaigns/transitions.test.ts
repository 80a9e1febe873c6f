// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordFeedback } from "#src/features/email/delivery/feedback/feedback.ts";
import {
  canTransition,
  DELIVERY_STATES,
  DELIVERY_TRANSITIONS,
  type DeliveryState,
  FEEDBACK_KINDS,
} from "#src/features/email/delivery/rules.ts";
import {
  DELIVERIES,
  updateCanceledAsSkipped,
  updateForRetry,
  updateWaitingAsSkipped,
} from "#src/features/email/delivery/send/ledger-store.ts";
import {
  claimMessages,
  updateLeasesAsExpired,
  updateLeasesAsReleased,
  updateOrphanLeasesAsExpired,
  updateOutcomesAndClaim,
} from "#src/features/email/delivery/worker/message-store.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { addBatch } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { CAMPAIGN_STATES, type CampaignState } from "./rules.ts";

let app: TestApp;
let owner: Client;
const mailbox_id = randomUUID();

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  owner = await app.signUp();
});
afterAll(() => app?.close());

const now = () => app.platform.now();

async function addCampaign(state: CampaignState): Promise<string> {
  const id = randomUUID();
  await app.platform.db.execute(sql`insert into campaigns (user_id, id, name, state, state_at, audience, mailbox_id, created_at, updated_at)
    values (${owner.id}, ${id}, 'News', ${state}, now(), '{"tags": [], "profile_ids": []}', ${mailbox_id}, now(), now())`);
  const batch = BATCHES[state];
  if (batch) await addBatch(app, { user_id: owner.id, id, state: batch, mailbox_id });
  return id;
}

const BATCHES: Partial<Record<CampaignState, string>> = {
  sending: "sending",
  paused: "paused",
  auto_paused: "paused",
  sent: "done",
  canceled: "canceled",
};

const TOMORROW = { at: "2030-01-01T00:00:00.000Z" };
/** The states that each step is for. From any other, it's refused. */
const STEPS: Record<string, { from: readonly CampaignState[]; body?: object }> = {
  send: { from: ["draft", "scheduled", "missed"] },
  schedule: { from: ["draft", "scheduled"], body: TOMORROW },
  unschedule: { from: ["scheduled", "missed", "failed"], body: { at: null } },
  pause: { from: ["sending"] },
  resume: { from: ["paused", "auto_paused"] },
  cancel: { from: ["preparing", "sending", "paused", "auto_paused"] },
  retry: { from: ["sending", "paused", "auto_paused", "sent"] },
  "late-joiners": { from: ["sent"] },
};

it("5.9 whatever isn't in the table of a campaign's moves is refused and changes nothing", async () => {
  app.clock.set("2029-12-31T12:00:00Z");
  const refused: string[] = [];
  for (const state of CAMPAIGN_STATES) {
    const id = await addCampaign(state);
    const asked = async (code: string, call: Promise<{ body: { code?: string } }>) => {
      const { body } = await call;
      const [row] = await rowsOf(app.platform.db, sql`select state, name from campaigns where id = ${id}`);
      expect([state, body.code, row]).toEqual([state, code, { state, name: "News" }]);
      refused.push(code);
    };
    for (const [step, { from, body = {} }] of Object.entries(STEPS))
      if (!from.includes(state)) {
        const path = step === "unschedule" ? "schedule" : step;
        await asked("CAMPAIGN_STATE", owner.api("POST", `/campaigns/${id}/${path}`, body));
      }
    if (!["draft", "scheduled", "missed", "failed"].includes(state))
      await asked("CAMPAIGN_STARTED", owner.api("PATCH", `/campaigns/${id}`, { name: "Other" }));
    if (["preparing", "sending", "paused", "auto_paused"].includes(state))
      await asked("CAMPAIGN_ACTIVE", owner.api("DELETE", `/campaigns/${id}`));
  }
  const allowed = Object.values(STEPS).reduce((sum, { from }) => sum + from.length, 0);
  expect(refused.filter((code) => code === "CAMPAIGN_STATE")).toHaveLength(
    Object.keys(STEPS).length * CAMPAIGN_STATES.length - allowed,
  );
});

/** What came back before the end of a hand-over was committed says that it ended. */
const isAllowed = (from: DeliveryState, to: DeliveryState) =>
  from === to ||
  canTransition(DELIVERY_TRANSITIONS, from, to) ||
  (from === "leased" && canTransition(DELIVERY_TRANSITIONS, "handed_over", to));

/** What failed always says why. What did because the address is dead isn't tried again. */
const reasonOf = (state: DeliveryState) => (state === "failed" ? "policy" : null);

interface Row {
  batch_id: string;
  contact_id: string;
  worker: string;
}

/** Everything that writes a delivery's state. */
function movers({ batch_id, contact_id, worker }: Row): Record<string, () => Promise<unknown>> {
  const { db } = app.platform;
  const [account, key, message] = [owner.id, { user_id: owner.id, id: batch_id }, { batch_id, contact_id }];
  const own = { account, worker, now: now(), isStopped: false };
  const ending = { refusals: 0, due_at: null, provider_id: null, outcome: "" };
  const ends = (["handed_over", "pending", "bounced_soft", "failed", "uncertain"] as const).map((state) => [
    ...[
      `finish ${state}`,
      () =>
        updateOutcomesAndClaim(db, DELIVERIES, {
          ...own,
          endings: [{ row: message, outcome: { ...ending, state, reason: reasonOf(state) } }],
          messages: [],
        }),
    ],
  ]);
  const returns = FEEDBACK_KINDS.map((kind) => [
    `return ${kind}`,
    () =>
      recordFeedback(app.platform, {
        account,
        message_id: `<${batch_id}.${contact_id}@x.example>`,
        kind,
        words: "",
        at: now().toISOString(),
        event_id: randomUUID(),
      }),
  ]);
  return {
    ...Object.fromEntries([...ends, ...returns]),
    lease: () => claimMessages(db, DELIVERIES, { ...own, worker: randomUUID(), mailbox_id, rows: 10 }),
    release: () => updateLeasesAsReleased(db, DELIVERIES, own),
    expire: () => updateLeasesAsExpired(db, DELIVERIES, new Date(now().getTime() + 3_600_000)),
    "end others’": () => updateOrphanLeasesAsExpired(db, DELIVERIES, []),
    begin: () => updateOutcomesAndClaim(db, DELIVERIES, { ...own, endings: [], messages: [message] }),
    "begin stopped": () =>
      updateOutcomesAndClaim(db, DELIVERIES, { ...own, isStopped: true, endings: [], messages: [message] }),
    skip: () => updateWaitingAsSkipped(db, key),
    "skip canceled": () => updateCanceledAsSkipped(db, new Date(0).toISOString()),
    "retry failed": () => updateForRetry(db, { ...key, state: "failed", now: now().toISOString() }),
    "retry uncertain": () => updateForRetry(db, { ...key, state: "uncertain", now: now().toISOString() }),
  };
}

it("5.9 whatever writes a delivery's state moves it as its table says, from every state and in every campaign", async () => {
  const contact_id = (await owner.api("POST", "/contacts", { email: "fan@fans.example" })).body.id;
  const { db } = app.platform;
  const seen = new Set<string>();
  for (const campaign of ["sending", "canceled"] as const) {
    const batch_id = await addCampaign(campaign);
    await db.execute(sql`update batches set ended_at = now() where id = ${batch_id} and state = 'canceled'`);
    const row = { batch_id, contact_id, worker: randomUUID() };
    // Canceled campaigns differ in what's still to be sent, and leases in whether their hand-over has begun.
    for (const from of campaign === "sending" ? DELIVERY_STATES : (["pending", "leased"] as const))
      for (const isHanding of from === "leased" ? [true, false] : [true])
        for (const [name, move] of Object.entries(movers(row))) {
          await db.execute(sql`delete from deliveries where user_id = ${owner.id}`);
          await db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, state, reason, host, due_at, worker, leased_until, attempt_started_at)
            values (${owner.id}, ${batch_id}, ${contact_id}, ${from}, ${reasonOf(from)}, 'fans.example', '2020-01-01', ${row.worker},
              ${new Date(now().getTime() + 10_000).toISOString()}, ${isHanding ? now().toISOString() : null})`);
          await move();
          const [after] = await rowsOf<{ state: DeliveryState }>(
            db,
            sql`select state from deliveries where user_id = ${owner.id}`,
          );
          const to = after?.state ?? "pending";
          expect([name, from, to, isAllowed(from, to)]).toEqual([name, from, to, true]);
          if (from !== to) seen.add(`${from} → ${to}`);
        }
  }
  // It would prove nothing if nothing moved.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...[
        "pending → leased",
        "pending → skipped",
        "leased → handed_over",
        "leased → uncertain",
        "leased → pending",
      ],
      ...["failed → pending", "uncertain → pending", "handed_over → bounced_hard", "delivered → complained"],
    ]),
  );
});
