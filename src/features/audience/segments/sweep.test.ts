// @project server-postgres
import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import type { Condition } from "./conditions/condition-rules.ts";
import { evaluationOf } from "./conditions/conditions.ts";
import { listNewestMatching } from "./store.ts";
import { repairSegments, sweepSegments } from "./sweep.ts";

let app: TestApp;
let owner: Client;
let profileId: string;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  app = await startApp();
  await app.signUp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: `S${randomUUID().slice(0, 8)}` })).body.id;
});

const run = (statement: SQL) => app.platform.db.execute(statement);
const sweep = () => sweepSegments(app.platform);
/** The second look at a segment that's new is a minute later. */
async function settle() {
  await sweep();
  app.clock.advance(61_000);
  await sweep();
}

async function create(name: string, text: string): Promise<string> {
  const { status, body } = await owner.api("POST", "/segments", { name, text });
  expect([status, body.message]).toEqual([201, undefined]);
  return body.id;
}
const add = async (name: string, more: object = {}): Promise<string> =>
  (await owner.api("POST", "/contacts", { email: `${name}.${randomUUID()}@example.com`, name, ...more })).body
    .id;

const moves = async (names: Record<string, string> = {}) =>
  (await eventsOf(app))
    .filter(({ account, name }) => account === owner.id && /^segment\.(entered|left)$/.test(name))
    .map(({ name, payload }) => {
      const { contact_id, name: segment } = payload as Record<string, string>;
      return `${names[contact_id as string] ?? contact_id} ${name.slice(8)} ${segment}`;
    });

/** The rows that the sweep keeps, and who matches by the SQL of the condition. */
async function keptAndMatching(id: string) {
  const kept = await rowsOf<{ id: string }>(
    app.platform.db,
    sql`select contact_id as id from segment_members where user_id = ${owner.id} and segment_id = ${id}::uuid`,
  );
  const ctx = systemCtx(app.platform, { job: "test", account: owner.id as string });
  const condition: Condition = { segment_id: id };
  const rows = await listNewestMatching(app.platform.db, condition, {
    ...(await evaluationOf(ctx)),
    limit: 1000,
  });
  const sorted = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort();
  return [sorted(kept), sorted(rows)];
}

describe("membership of segments with a condition", () => {
  it("follows what happens by itself, and each coming and leaving is announced once, with a row", async () => {
    const early = await add("early", { tags: ["vip"] });
    const id = await create("VIPs", "tag vip");
    await settle();
    expect(await moves()).toEqual([]);
    const ada = await add("ada", { tags: ["vip"] });
    // Nobody calls the sweep here: the commit wakes it.
    await vi.waitUntil(async () => (await moves()).length === 1, { timeout: 5000 });
    await owner.api("PATCH", `/contacts/${ada}`, { name: "Ada" });
    await owner.api("PATCH", `/contacts/${ada}`, { tags: [] });
    await vi.waitUntil(async () => (await moves()).length === 2, { timeout: 5000 });
    await settle();
    expect(await moves({ [ada]: "ada" })).toEqual(["ada entered VIPs", "ada left VIPs"]);
    const [entered] = (await eventsOf(app, ada)).filter(({ name }) => name === "segment.entered");
    expect(entered?.payload).toEqual({ contact_id: ada, segment_id: id, name: "VIPs" });
    expect(await keptAndMatching(id)).toEqual([[early], [early]]);
    const timeline = (await owner.api("GET", `/contacts/${ada}/timeline`)).body.items;
    expect(
      timeline
        .filter(({ kind }: { kind: string }) => kind.startsWith("segment"))
        .map(({ kind, data }: { kind: string; data: object }) => [kind, data]),
    ).toEqual([
      ["segment_left", { segment: "VIPs" }],
      ["segment_entered", { segment: "VIPs" }],
    ]);
  });

  it("is filled without a word, and so is what an edit changes, also in segments about the edited one", async () => {
    const [ada, bob] = [await add("ada", { tags: ["vip"] }), await add("bob", { country: "DE" })];
    const id = await create("VIPs", "tag vip");
    const about = await create("About", 'in segment "VIPs"');
    await settle();
    expect([await keptAndMatching(id), await keptAndMatching(about)]).toEqual(Array(2).fill([[ada], [ada]]));
    await owner.api("PATCH", `/segments/${id}`, { text: "country = DE" });
    await settle();
    expect([await keptAndMatching(id), await keptAndMatching(about)]).toEqual(Array(2).fill([[bob], [bob]]));
    expect(await moves()).toEqual([]);
    await owner.api("PATCH", `/contacts/${ada}`, { country: "DE" });
    await sweep();
    expect(await moves()).toEqual([`${ada} entered VIPs`, `${ada} entered About`]);
  });

  it("sees everything that a condition can be about", { timeout: 60_000 }, async () => {
    await owner.api("PUT", "/contact-settings/fields", {
      fields: [{ key: "size", label: "Size", type: "number", choices: [] }],
    });
    const link = (
      await owner.api("POST", `/profiles/${profileId}/links`, { title: "Shop", url: "https://example.com" })
    ).body.id;
    const team = (await owner.api("POST", "/segments", { name: "Team", kind: "static" })).body.id;
    const [ada, batch, visit] = [await add("ada"), randomUUID(), randomUUID()];
    const patch = (body: object) => owner.api("PATCH", `/contacts/${ada}`, body);
    const happens = (kind: string) => happen(kind, { contact: ada, team, batch, visit, link });
    const cases: [Condition, () => Promise<unknown>][] = [
      [{ attribute: "field.size", operator: "greater", value: 40 }, () => patch({ fields: { size: 41 } })],
      [{ attribute: "tag", operator: "equals", value: "vip" }, () => patch({ tags: ["vip"] })],
      [{ attribute: "name", operator: "equals", value: "Eva" }, () => patch({ name: "Eva" })],
      [{ attribute: "consent.news", operator: "equals", value: "confirmed" }, () => happens("consent")],
      [{ segment_id: team }, () => happens("pick")],
      [{ none: [{ segment_id: team }] }, () => happens("unpick")],
      [{ event: "received" }, () => happens("receive")],
      [{ event: "opened" }, () => happens("open")],
      [{ event: "replied" }, () => happens("reply")],
      [{ event: "clicked_email" }, () => happens("click")],
      [{ event: "bought", amount: 40 }, () => happens("order")],
      [{ event: "signed_up" }, () => happens("sign up")],
      [{ event: "visited" }, () => happens("visit")],
      [{ event: "clicked", link_id: link }, () => happens("click link")],
      [{ event: "opened", at_most: 0, last_campaigns: 1 }, () => happens("batch")],
      [{ attribute: "suppressed", operator: "equals", value: true }, () => happens("block")],
    ];
    for (const [at, [condition]] of cases.entries())
      expect((await owner.api("POST", "/segments", { name: `S${at}`, condition })).body.message).toBe(
        undefined,
      );
    await run(sql`insert into batches (user_id, id, topic, tracking, mailbox_ids, shares, snapshot, sender_recipients, late_minutes, started_at, looked_at)
      values (${owner.id}, ${batch}, 'news', 'each', '{}', '{}', '{}', '{0}', 60, now() - interval '1 year', now())`);
    await settle();
    for (const [at, [condition, happens]] of cases.entries()) {
      await happens();
      await sweep();
      const told = (await moves()).filter((move) => move.endsWith(` S${at}`));
      expect([condition, told.at(-1)]).toEqual([condition, `${ada} entered S${at}`]);
    }
  });

  it("lets people go when time passes, though nothing happens", async () => {
    const id = await create("New", "created in last 7 days");
    await settle();
    const ada = await add("ada");
    await sweep();
    app.clock.advance(7 * DAY_MS - 2 * HOUR_MS);
    await sweep();
    expect(await moves()).toEqual([`${ada} entered New`]);
    app.clock.advance(2 * HOUR_MS);
    await sweep();
    expect(await moves()).toEqual([`${ada} entered New`, `${ada} left New`]);
    expect(await keptAndMatching(id)).toEqual([[], []]);
  });

  it("is kept up to date although another one can’t be", async () => {
    const vips = await create("VIPs", "tag vip");
    const broken = await create("Broken", "created in last 7 days");
    const odd = await create("New", "created in last 7 days");
    await settle();
    await run(
      sql`update segments set condition = replace(condition::text, '7', '777777777777777')::jsonb where id = ${broken}`,
    );
    const ada = await add("ada", { tags: ["vip"] });
    await sweep();
    expect((await moves()).sort()).toEqual([`${ada} entered New`, `${ada} entered VIPs`]);
    app.clock.advance(8 * DAY_MS);
    await sweep();
    await repairSegments(app.platform);
    expect((await moves()).at(-1)).toBe(`${ada} left New`);
    expect([await keptAndMatching(vips), await keptAndMatching(odd)]).toEqual([
      [[ada], [ada]],
      [[], []],
    ]);
  });

  it("is compared as a whole at night: what was missed is repaired, announced, and reported", async () => {
    const ada = await add("ada", { tags: ["vip"] });
    const id = await create("VIPs", "tag vip");
    await settle();
    await run(sql`delete from segment_members where segment_id = ${id}`);
    await sweep();
    expect(await moves()).toEqual([]);
    await repairSegments(app.platform);
    expect(await moves()).toEqual([`${ada} entered VIPs`]);
    expect((await eventsOf(app, id)).map(({ name, payload }) => [name, payload])).toContainEqual([
      "segment.repaired",
      { count: 1 },
    ]);
    await repairSegments(app.platform);
    expect(await moves()).toHaveLength(1);
  });

  it("is kept by whoever somebody is merged into, and by who comes back from a deletion", async () => {
    const id = await create("VIPs", "tag vip");
    await settle();
    const [ada, twin] = [await add("ada", { tags: ["vip"] }), await add("twin")];
    await sweep();
    expect(await moves()).toEqual([`${ada} entered VIPs`]);
    await owner.api("POST", "/contacts/merge", { keep_id: twin, gone_id: ada });
    await sweep();
    expect(await moves()).toHaveLength(1);
    expect((await keptAndMatching(id))[1]).toEqual([twin]);
    await owner.api("DELETE", `/contacts/${twin}`);
    await sweep();
    await vi.waitUntil(async () => {
      const rows = await rowsOf(
        app.platform.db,
        sql`select 1 from segment_members where user_id = ${owner.id} and contact_id = ${twin}::uuid
          union all select 1 from segment_moves where user_id = ${owner.id} and contact_id = ${twin}::uuid`,
      );
      return rows.length === 0;
    });
    expect(await moves()).toHaveLength(1);
  });

  it("is empty once the condition names something that's gone", async () => {
    const link = (
      await owner.api("POST", `/profiles/${profileId}/links`, { title: "Shop", url: "https://example.com" })
    ).body.id;
    await owner.api("PUT", "/contact-settings/fields", {
      fields: [{ key: "size", label: "Size", type: "number", choices: [] }],
    });
    // She's in both as they're filled, which is announced to nobody.
    const ada = await add("ada");
    await create("No shop", 'not clicked link "Shop"');
    await create("Small", "not field.size > 40");
    await settle();
    await owner.api("DELETE", `/links/${link}`);
    await owner.api("PUT", "/contact-settings/fields", { fields: [] });
    await vi.waitUntil(async () => (await moves()).length >= 2, { timeout: 5000 });
    expect((await moves()).sort()).toEqual([`${ada} left No shop`, `${ada} left Small`]);
  });

  it("is announced once, however many workers sweep at a time", { timeout: 60_000 }, async () => {
    await create("VIPs", "tag vip");
    await create("Others", "not tag vip");
    await settle();
    await run(sql`insert into contacts (user_id, id, email, status, created_at, updated_at)
      select ${owner.id}, gen_random_uuid(), n || '@example.com', 'new', now(), now() from generate_series(1, 1200) n`);
    const flip = (seed: number) =>
      run(sql`update contacts set tags = case when cardinality(tags) = 0 then '{vip}'::text[] else '{}' end
        where user_id = ${owner.id} and hashtext(id::text || ${seed}::text) % 3 = 0`);
    await Promise.all([flip(1), sweep(), sweep(), flip(2), sweep(), flip(3), sweep()]);
    await Promise.all([sweep(), sweep(), sweep()]);
    const rows = await rowsOf<{ odd: string }>(
      app.platform.db,
      // Each contact comes and leaves in turns, and is where its last move says.
      sql`select 1 from (
        select e.subject, e.payload->>'segment_id' as segment, count(*) filter (where e.name = 'segment.entered') as came,
          count(*) filter (where e.name = 'segment.left') as gone
        from events e where e.account = ${owner.id} and e.name in ('segment.entered', 'segment.left') group by 1, 2) t
        where t.came - t.gone <> (select count(*) from segment_members m where m.user_id = ${owner.id}
          and m.contact_id = t.subject::uuid and m.segment_id = t.segment::uuid)`,
    );
    expect(rows).toEqual([]);
    for (const { id } of (await owner.api("GET", "/segments")).body.items) {
      const [kept, matching] = await keptAndMatching(id);
      expect(kept?.length).toBe((await owner.api("POST", "/segments/count", { segment_id: id })).body.count);
      expect(matching?.length).toBeGreaterThan(0);
    }
  });

  it("equals what the SQL says after any changes", { timeout: 120_000 }, async () => {
    const people = await Promise.all(["a", "b", "c", "d", "e"].map((name) => add(name)));
    const team = (await owner.api("POST", "/segments", { name: "Team", kind: "static" })).body.id;
    const batch = randomUUID();
    const texts = [
      "tag vip or country = DE",
      'in segment "Team" and not tag vip',
      "consent.news = confirmed or bought for >= 50",
      "opened >= 1 times in 30 days or clicked e-mail",
      "signed up and not suppressed = yes",
      'not (in segment "S0" or in segment "S3")',
      "created in last 20 days",
    ];
    const ids: string[] = [];
    for (const [at, text] of texts.entries()) ids.push(await create(`S${at}`, text));
    await settle();
    const who = fc.constantFrom(...people);
    const change = fc.oneof(
      fc.record({
        who,
        patch: fc.constantFrom({ tags: ["vip"] }, { tags: [] }, { country: "DE" }, { country: "US" }),
      }),
      fc.record({
        who,
        kind: fc.constantFrom(
          "pick",
          "unpick",
          "consent",
          "order",
          "receive",
          "open",
          "click",
          "sign up",
          "block",
          "days",
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        for (const one of changes) {
          if ("patch" in one) await owner.api("PATCH", `/contacts/${one.who}`, one.patch);
          else await happen(one.kind, { contact: one.who, team, batch });
        }
        // Whole segments with a window are due hourly.
        app.clock.advance(HOUR_MS);
        await sweep();
        for (const [at, id] of ids.entries()) {
          const [kept, matching] = await keptAndMatching(id);
          expect(kept, texts[at]).toEqual(matching);
        }
      }),
      { numRuns: 25 },
    );
  });
});

interface Place {
  contact: string;
  team: string;
  batch: string;
  /** The browser session of their sign-up. */
  visit?: string;
  link?: string;
}

async function happen(kind: string, { contact, team, batch, visit, link }: Place): Promise<unknown> {
  const now = app.clock.now().toISOString();
  const picked = { selection: { ids: [contact] } };
  const message = (column: string) =>
    run(sql`insert into deliveries (user_id, batch_id, contact_id, due_at, host) values (${owner.id}, ${batch}, ${contact}, ${now}, '')
      on conflict do nothing`).then(() =>
      run(
        sql`update deliveries set ${sql.raw(column)} = ${now} where user_id = ${owner.id} and batch_id = ${batch} and contact_id = ${contact}`,
      ),
    );
  switch (kind) {
    case "pick":
      return owner.api("POST", `/segments/${team}/members`, picked);
    case "unpick":
      return owner.api("POST", `/segments/${team}/members/remove`, picked);
    case "consent":
      return run(sql`insert into contact_consents (user_id, contact_id, id, topic, state, text, version, method, given_at)
        values (${owner.id}, ${contact}, ${randomUUID()}, 'news', 'confirmed', '', '', 'form', ${now})
        on conflict (user_id, contact_id, topic) do update set state = 'unsubscribed'`);
    case "order":
      return run(sql`insert into orders (user_id, id, contact_id, amount, currency, ordered_at)
        values (${owner.id}, ${randomUUID()}, ${contact}, 4000, 'USD', ${now})`);
    case "receive":
      return message("handed_over_at");
    case "open":
      return message("opened_at");
    case "reply":
      return message("replied_at");
    case "click":
      return run(sql`insert into delivery_clicks (user_id, id, batch_id, contact_id, link, is_scanner, is_machine, created_at)
        values (${owner.id}, ${randomUUID()}, ${batch}, ${contact}, 0, false, false, ${now})`);
    case "sign up":
      return run(sql`insert into fan_leads (id, profile_id, user_id, name, email, lead_source, consent_text, consent_version, consented_at, created_at, contact_id, session_id)
        values (${randomUUID()}, ${profileId}, ${owner.id}, '', ${randomUUID()}, 'form', '', '', ${now}, ${now}, ${contact}, ${visit ?? null})`);
    case "visit":
      return run(sql`insert into page_views (id, profile_id, user_id, session_id, viewed_at, visitor, region, city, device_type, browser, os, referrer_host, app, is_bot)
        values (${randomUUID()}, ${profileId}, ${owner.id}, ${visit}, ${now}, 'v', '', '', '', '', '', '', '', false)`);
    case "click link":
      return run(sql`insert into link_analytics (id, link_id, profile_id, user_id, session_id, clicked_at, region, city, device_type, browser, os, referrer_host, app, is_bot)
        values (${randomUUID()}, ${link}, ${profileId}, ${owner.id}, ${visit}, ${now}, '', '', '', '', '', '', '', false)`);
    case "batch":
      return run(sql`insert into batches (user_id, id, topic, tracking, mailbox_ids, shares, snapshot, sender_recipients, late_minutes, started_at, looked_at)
        values (${owner.id}, ${randomUUID()}, 'news', 'each', '{}', '{}', '{}', '{0}', 60, now(), now())`);
    case "block":
      return run(sql`update contacts set status = case status when 'blocked' then 'new' else 'blocked' end
        where user_id = ${owner.id} and id = ${contact}::uuid`);
    default:
      return app.clock.advance(9 * DAY_MS);
  }
}
