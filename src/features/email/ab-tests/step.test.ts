// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { enqueueLaunch, launchCampaign } from "#src/features/email/campaigns/preflight/preflight.ts";
import { type Ctx, systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import type { TestApp } from "#test/harness/app.ts";
import { addBatch, resumeAfterRestart, type Sender, startSender } from "#test/harness/campaigns.ts";
import { startMailboxApp } from "#test/harness/mailbox.ts";
import { assignVariants, drawVersion } from "./assignment.ts";
import { lookAtTests } from "./course.ts";

const WAIT = { timeout: 20_000 };

let app: TestApp;
let sender: Sender;
let ctx: Ctx;

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
  ctx = systemCtx(app.platform, { job: "test", account: sender.owner.id });
});

const people = Array.from({ length: 40 }, (_, index) => `0190163d-8694-739b-aea5-96000000${1000 + index}`);

/** The test of a step, which goes on while people come in. */
async function startStepTest(more: object = {}) {
  const form = { name: "Second e-mail", versions: [{}, { subject: "B" }], ...more };
  const { id } = (await sender.owner.api("POST", "/experiments", form)).body;
  expect((await sender.owner.api("POST", `/experiments/${id}/start`, {})).body).toMatchObject({
    state: "collecting",
    campaign_id: null,
  });
  return id as string;
}

const get = async (id: string) => (await sender.owner.api("GET", `/experiments/${id}`)).body;

interface Asked {
  test_id: string;
  contact_id: string;
  batch_id: string;
}
const assignVariant = async (ctx: Ctx, { contact_id, ...asked }: Asked) =>
  (await assignVariants(ctx, asked, [contact_id])).get(contact_id);

describe("a step’s test", () => {
  it("5.7.5 gives everyone the same version on each node and at each try, and writes it down once", async () => {
    const test_id = await startStepTest({ holdout_share: 0.25 });
    const batch_id = randomUUID();
    const drawn = people.map((contact_id) =>
      drawVersion({ test_id, contact_id }, { holdout_share: 0.25, sample_share: 1, versions: 2 }),
    );
    for (const [index, contact_id] of people.entries()) {
      const asked = { test_id, contact_id, batch_id };
      const both = await Promise.all([assignVariant(ctx, asked), assignVariant(ctx, asked)]);
      expect(both).toEqual([drawn[index], drawn[index]]);
    }
    expect(new Set(drawn)).toEqual(new Set([0, 1, null]));
    const { figures } = await get(test_id);
    expect(figures.versions.map(({ assigned }: { assigned: number }) => assigned)).toEqual(
      [0, 1].map((version) => drawn.filter((one) => one === version).length),
    );
    expect(figures.effect.held_out).toBe(drawn.filter((one) => one === null).length);
  });

  it("counts what comes of its messages, and gives the winner to everyone after it’s decided", async () => {
    const test_id = await startStepTest();
    const batch_id = randomUUID();
    const user_id = sender.owner.id;
    await addBatch(app, { user_id, id: batch_id, state: "sending" });
    const sent = app.clock.now().toISOString();
    app.clock.advance(60_000);
    const now = app.clock.now().toISOString();
    for (const contact_id of people) {
      const variant = await assignVariant(ctx, { test_id, contact_id, batch_id });
      await app.platform.db.execute(sql`insert into deliveries (user_id, batch_id, contact_id, host, due_at, state,
          handed_over_at, variant, clicked_at)
        values (${user_id}, ${batch_id}, ${contact_id}, 'fans.example', ${sent}, 'handed_over', ${sent}, ${variant},
          ${variant === 1 ? now : null})`);
    }
    await lookAtTests(app.platform);
    expect(await get(test_id)).toMatchObject({ state: "winner", chosen: 1, decided_by: "rule" });
    for (const contact_id of [randomUUID(), randomUUID()])
      expect(await assignVariant(ctx, { test_id, contact_id, batch_id })).toBe(1);
    await app.platform.db.execute(sql`delete from batches where id = ${batch_id}`);
  });

  it("whoever another person was merged into keeps what that one got", async () => {
    const test_id = await startStepTest();
    const batch_id = randomUUID();
    const version = (contact_id: string) =>
      drawVersion({ test_id, contact_id }, { holdout_share: 0, sample_share: 1, versions: 2 });
    const [gone = "", kept = ""] = [0, 1].map((one) => people.find((id) => version(id) === one));
    expect(await assignVariant(ctx, { test_id, contact_id: gone, batch_id })).toBe(0);
    await app.platform.db.execute(sql`insert into contact_merges (user_id, id, kept_id, at)
      values (${sender.owner.id}, ${gone}, ${kept}, now())`);
    expect(await assignVariant(ctx, { test_id, contact_id: kept, batch_id: randomUUID() })).toBe(0);
    const { figures } = await get(test_id);
    expect(figures.versions.map(({ assigned }: { assigned: number }) => assigned)).toEqual([1, 0]);
  });

  it("alarms if one version’s people are missing, and forgets erased ones", async () => {
    const test_id = await startStepTest();
    const batch_id = randomUUID();
    for (let index = 0; index < 60; index++)
      await app.platform.db.execute(sql`insert into ab_assignments (user_id, test_id, contact_id, variant, batch_id, at)
        values (${sender.owner.id}, ${test_id}, gen_random_uuid(), ${index < 50 ? 0 : 1}, ${batch_id}, now())`);
    await lookAtTests(app.platform);
    expect((await get(test_id)).split_alarmed_at).not.toBeNull();
    await sender.addFans({ gone: {} });
    const [contact] = (await sender.owner.api("GET", "/contacts")).body.items;
    await assignVariant(ctx, { test_id, contact_id: contact.id, batch_id });
    const assigned = () =>
      rowsOf(app.platform.db, sql`select 1 from ab_assignments where contact_id = ${contact.id}`);
    expect(await assigned()).toHaveLength(1);
    await sender.owner.api("DELETE", `/contacts/${contact.id}`);
    await vi.waitUntil(async () => (await assigned()).length === 0, WAIT);
  });
});

describe("a campaign’s start with a test", () => {
  it("5.7.5 two processes that start it, one after a kill, give each person one version", async () => {
    await sender.addFans(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`fan${index}`, {}])));
    const campaign_id = await sender.add();
    const form = { campaign_id, versions: [{}, { subject: "B" }], sample_kind: "all", holdout_share: 0.2 };
    const { id: test_id } = (await sender.owner.api("POST", "/experiments", form)).body;
    // As a process leaves it that's killed right after the click.
    await app.platform.db.execute(
      sql`update campaigns set state = 'preparing', state_at = ${app.clock.now().toISOString()} where id = ${campaign_id}`,
    );
    const one = { account: sender.owner.id, id: campaign_id };
    await Promise.allSettled([
      launchCampaign(app.platform, one),
      launchCampaign(app.platform, one),
      resumeAfterRestart(app.platform),
      enqueueLaunch(app.platform, one),
    ]);
    await sender.reaches(campaign_id, "sent");
    const rows = await rowsOf<{
      contact_id: string;
      variant: number | null;
      written: number | null;
      at: string | null;
    }>(
      app.platform.db,
      sql`select d.contact_id, d.variant, a.variant as written, a.at from deliveries d
        left join ab_assignments a on a.test_id = ${test_id} and a.contact_id = d.contact_id where d.batch_id = ${campaign_id}`,
    );
    expect(rows).toHaveLength(30);
    for (const { contact_id, variant, written, at } of rows) {
      const drawn = drawVersion(
        { test_id, contact_id },
        { holdout_share: 0.2, sample_share: 1, versions: 2 },
      );
      expect([variant, written, at === null]).toEqual([drawn, drawn, false]);
    }
    const names = sender.received();
    expect(names).toHaveLength(rows.filter(({ variant }) => variant !== null).length);
    expect(new Set(names).size).toBe(names.length);
  });
});
