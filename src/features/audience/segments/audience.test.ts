// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  isContaining,
  isDisposableAddress,
  isRiskyAddress,
  isRoleAddress,
  matching,
} from "#src/features/audience/contacts/contacts.ts";
import { resolveFilter } from "#src/features/audience/contacts/list/list.ts";
import { STATUSES, toSearchText } from "#src/features/audience/contacts/rules.ts";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { type Ctx, systemCtx } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { contactsIn } from "./audience.ts";
import { audienceInputSchema } from "./audience-contract.ts";
import { type AudienceShorthand, audienceOf, conditionOf } from "./audience-rules.ts";

let app: TestApp;
let owner: Client;
let ctx: Ctx;
let segment: string;
const pages: string[] = [];
const stage = randomUUID();

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  ctx = systemCtx(app.platform, { job: "test", account: owner.id });
  for (const name of ["Nora", "Other"]) pages.push((await owner.api("POST", "/profiles", { name })).body.id);
  await owner.api("PUT", "/pipeline", {
    stages: [{ id: stage, name: "Won", color: "gray" }],
    currency: "EUR",
  });
  segment = (await owner.api("POST", "/segments", { name: "VIPs", text: "tag vip" })).body.id;
  await app.platform.db.execute(sql`insert into contacts
      (user_id, id, email, name, phone, country, tags, status, profile_ids, stage_id, owner_id, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), (array['ada', 'info', 'José', 'no-ra'])[1 + n % 4] || n || '@' ||
        (array['gmail.com', 'mailinator.com', 'münchen.de'])[1 + n % 3],
      (array['Ada Lovelace', 'José Ñandú', '', '100% nora_x'])[1 + n % 4],
      case when n % 3 = 0 then '+49 30 12' || n end, (array['DE', 'PT', 'UNKNOWN'])[1 + n % 3],
      case when n % 2 = 0 then array['vip'] when n % 5 = 0 then array['fête 🎉', 'a "b"'] else '{}'::text[] end,
      (array['new', 'confirmed', 'bounced'])[1 + n % 3],
      case when n % 4 = 0 then array[${pages[0]}::uuid] when n % 7 = 0 then array[${pages[0]}::uuid, ${pages[1]}::uuid] else '{}'::uuid[] end,
      case when n % 6 = 0 then ${stage}::uuid end, case when n % 5 = 0 then ${owner.id} end,
      ${app.clock.now().toISOString()}::timestamptz - make_interval(hours => n * 7 + 1), now()
    from generate_series(1, 120) n`);
});
afterAll(() => app.close());

const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000).toISOString();

const one = <Value>(...values: Value[]) => fc.constantFrom(...values);
const filters = () =>
  fc.record(
    {
      q: one("ada", "no", "José", "jose", "100%", "12", "+49 30 123", "muenchen", "@gmail", "x\ny", "_", " "),
      profile_id: one(...pages, (pages[0] ?? "").toUpperCase(), randomUUID()),
      tag: one("vip", "fête 🎉", 'a "b"'),
      country: one("DE", "PT", "UNKNOWN"),
      status: one(...STATUSES),
      stage_id: one(stage, stage.toUpperCase(), "x"),
      owner_id: one(owner.id),
      address: one("role" as const, "disposable" as const),
      segment_id: one(segment, segment.toUpperCase()),
      since: fc.integer({ min: 1, max: 900 }).map(hoursAgo),
      before: fc.integer({ min: 1, max: 900 }).map(hoursAgo),
    },
    { requiredKeys: [] },
  );
const shorthands = (): fc.Arbitrary<AudienceShorthand> =>
  fc.record({
    tags: fc.uniqueArray(one("vip", "fête 🎉", 'a "b"'), { maxLength: 2 }),
    profile_ids: fc.uniqueArray(one(...pages), { maxLength: 2 }),
    filter: filters(),
  });

/** What a filter means, said once more, without conditions. */
function meaningOf({
  q,
  profile_id,
  segment_id,
  since,
  before,
  ...filter
}: NonNullable<AudienceShorthand["filter"]>) {
  const words = toSearchText(q);
  const isOdd = filter.address === "role" ? isRoleAddress : isDisposableAddress;
  const tests = [
    words !== undefined && words !== "" && isContaining(contacts, words),
    profile_id !== undefined && sql`contacts.profile_ids @> array[${profile_id}]::uuid[]`,
    filter.tag !== undefined && sql`contacts.tags @> array[${filter.tag}]::text[]`,
    filter.country !== undefined && sql`contacts.country = ${filter.country}`,
    filter.status !== undefined && sql`contacts.status = ${filter.status}`,
    filter.stage_id !== undefined && sql`contacts.stage_id::text = ${filter.stage_id.toLowerCase()}`,
    filter.owner_id !== undefined && sql`contacts.owner_id = ${filter.owner_id}`,
    filter.address !== undefined && sql`(${isRiskyAddress(contacts.email)} and ${isOdd(contacts.email)})`,
    segment_id !== undefined && sql`'vip' = any(contacts.tags)`,
    since !== undefined && sql`contacts.created_at >= ${since}::timestamptz`,
    before !== undefined && sql`contacts.created_at < ${before}::timestamptz`,
  ];
  return sql.join([sql`contacts.user_id = ${owner.id}`, ...tests.filter((one) => one !== false)], sql` and `);
}

/** Whom a filter means, who also have one of the tags or are from one of the pages. */
async function inTable({ tags = [], profile_ids = [], filter = {} }: AudienceShorthand): Promise<string[]> {
  const matches = meaningOf(filter);
  const isOneOf =
    tags.length === 0 && profile_ids.length === 0
      ? sql`true`
      : sql`(contacts.tags && ${sql.param(tags)}::text[] or contacts.profile_ids && ${sql.param(profile_ids)}::uuid[])`;
  const rows = await rowsOf<{ id: string }>(
    app.platform.db,
    sql`select id from ${contacts} where ${matches} and ${isOneOf}`,
  );
  return rows.map(({ id }) => id).sort();
}

/** Who's in the table of leads with this filter. A page that isn't theirs is refused there. */
async function inTableOfLeads(filter: NonNullable<AudienceShorthand["filter"]>): Promise<string[]> {
  const where = matching(await resolveFilter(ctx, filter as object));
  const rows = await rowsOf<{ id: string }>(app.platform.db, sql`select id from ${contacts} where ${where}`);
  return rows.map(({ id }) => id).sort();
}

async function inAudience(audience: { condition: unknown }): Promise<string[]> {
  const people = await contactsIn(ctx, audience as Parameters<typeof contactsIn>[1]);
  const rows = await rowsOf<{ id: string }>(app.platform.db, sql`select id from ${people} people`);
  return rows.map(({ id }) => id).sort();
}

it("tags, pages and a filter are a condition that's true for the same contacts", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(shorthands(), async (shorthand) => {
      const condition = conditionOf(shorthand);
      expect(await inAudience({ condition }), JSON.stringify(condition)).toEqual(await inTable(shorthand));
      // It comes through the API, and out of the column, as the same condition.
      expect(audienceInputSchema.parse(shorthand)).toEqual({ condition });
      expect(audienceOf(shorthand)).toEqual(audienceOf({ condition }));
      expect(audienceInputSchema.parse({ condition })).toEqual({ condition });
    }),
    { numRuns: 200 },
  );
});

it("the table of leads finds whom its filter means", { timeout: 120_000 }, async () => {
  const known = filters().filter(({ profile_id }) => profile_id === undefined || pages.includes(profile_id));
  await fc.assert(
    fc.asyncProperty(known, async (filter) => {
      expect(await inTableOfLeads(filter), JSON.stringify(filter)).toEqual(await inTable({ filter }));
    }),
    { numRuns: 200 },
  );
});

it("days of a filter are hours of a condition", async () => {
  const shorthand = { filter: { days: 7 } };
  const since = hoursAgo(7 * 24);
  expect(await inAudience(audienceOf(shorthand))).toEqual(await inTable({ filter: { since } }));
});

it("a condition and the shorthand, both given, are both required", async () => {
  const condition = { attribute: "tag", operator: "equals", value: "vip" };
  const audience = audienceInputSchema.parse({ condition, filter: { country: "DE" } });
  const both = await inTable({ tags: ["vip"], filter: { country: "DE" } });
  expect(await inAudience(audience)).toEqual(both);
  expect(both.length).toBeGreaterThan(0);
});

it("an audience from before there were conditions is read as one", async () => {
  const made = await owner.api("POST", "/campaigns", { name: "Old" });
  const stored = JSON.stringify({ tags: ["vip"], profile_ids: [] });
  await app.platform.db.execute(
    sql`update campaigns set audience = ${stored}::jsonb where id = ${made.body.id}::uuid`,
  );
  const { audience } = (await owner.api("GET", `/campaigns/${made.body.id}`)).body;
  expect(audience).toEqual({ condition: { attribute: "tag", operator: "in", value: ["vip"] } });
});
