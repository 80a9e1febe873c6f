// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "#src/platform/context.ts";
import { systemCtx } from "#src/platform/context.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { isTrue, type Person } from "#test/harness/condition-evaluation.ts";
import { countMatching, listNewestMatching } from "../store.ts";
import { attributesOf, OPERATORS_OF } from "./attribute-rules.ts";
import { type Condition, EVENTS } from "./condition-rules.ts";
import type { Evaluation } from "./condition-store.ts";
import { evaluationOf } from "./conditions.ts";
import { DAYS_OPERATORS, isValueless } from "./value-rules.ts";

let app: TestApp;
let owner: Client;
let ctx: Ctx;
let evaluation: Evaluation;
let people: Person[];
const DAY = 86_400_000;

const batches = [randomUUID(), randomUUID(), randomUUID()];
const pages: string[] = [];
const stage = randomUUID();
const picked = randomUUID();
const dynamic = randomUUID();
const TAGS = ["vip", "fête 🎉", 'a "b"'];

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  for (const name of ["Nora", "Other"]) pages.push((await owner.api("POST", "/profiles", { name })).body.id);
  const { db } = app.platform;
  await db.execute(sql`insert into contact_settings (user_id, fields, tags, stages, currency) values (${owner.id},
    ${JSON.stringify([
      { key: "birthday", label: "Birthday", type: "date", choices: [] },
      { key: "size", label: "Size", type: "number", choices: [] },
      { key: "color", label: "Color", type: "choice", choices: ["red", "blue"] },
      { key: "vip", label: "VIP", type: "bool", choices: [] },
      { key: "motto", label: "Motto", type: "text", choices: [] },
    ])}::jsonb, ${sql.param(TAGS)}::text[], ${JSON.stringify([{ id: stage, name: "Won", color: "gray" }])}::jsonb, 'EUR')
    on conflict (user_id) do update set fields = excluded.fields, tags = excluded.tags, stages = excluded.stages, currency = excluded.currency`);
  const random = mulberry(7);
  const now = app.clock.now().getTime();
  people = Array.from({ length: 60 }, (_, at) => person(at, random));
  for (const one of people) await store(one, now);
  await db.execute(sql`insert into segments (user_id, id, name, kind, condition, created_at, updated_at) values
    (${owner.id}, ${picked}, 'Picked', 'static', null, now(), now()),
    (${owner.id}, ${dynamic}, 'VIPs', 'dynamic', ${JSON.stringify({ attribute: "tag", operator: "equals", value: "vip" })}::jsonb, now(), now())`);
  for (const { id, values } of people)
    if (values.picked)
      await db.execute(sql`insert into segment_members values (${owner.id}, ${picked}, ${id}, now())`);
  ctx = systemCtx(app.platform, { job: "test", account: owner.id });
  evaluation = await evaluationOf(ctx);
});
afterAll(() => app.close());

function mulberry(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function person(at: number, random: () => number): Person {
  const pick = <T>(...values: T[]): T => values[Math.floor(random() * values.length)] as T;
  const some = <T>(values: readonly T[]) => values.filter(() => random() < 0.4);
  const email =
    `${pick("info", "ada", "Bob.x", "c_d")}${pick("", "", String(at))}+${at}@${pick("gmail.com", "mailinator.com", "ex.de")}`.toLowerCase();
  return {
    id: randomUUID(),
    values: {
      tag: some(TAGS),
      country: pick("DE", "AT", "US", "UNKNOWN"),
      status: pick("new", "confirmed", "unconfirmed", "unsubscribed", "bounced"),
      created: pick(0.5, 3, 40, 400),
      page: some(pages),
      email,
      name: pick("Ada Lovelace", "bob", "", "Nora 100%_x"),
      phone: pick("", "+49 30 123"),
      stage: pick(stage, ""),
      stage_since: pick(1.2, 20, null),
      owner: "",
      value: pick(0, 12.5, 1000, null),
      app: pick("TikTok", "Instagram", ""),
      referrer: pick("tiktok.com", ""),
      link: pick("Shop", ""),
      score: pick(0, 5, 12.5 * 8, -3),
      device: pick("mobile", "desktop", ""),
      language: pick("de", "es", ""),
      "utm.source": pick("ig", ""),
      time_zone: pick("Europe/Berlin", ""),
      "field.birthday": pick("1990-02-28", "1988-02-29", "2001-12-31", "not a day", null),
      "field.size": pick(38, 41.5, -1, null),
      "field.color": pick("red", "blue", ""),
      "field.vip": pick(true, false, null),
      "field.motto": pick("Carpe diem", "100% yes", "", null),
      "consent.news": pick("none", "confirmed", "unsubscribed", "unconfirmed"),
      paused: pick(true, false),
      picked: pick(true, false),
    },
    events: some([0, 1, 2, 3, 4]).map(() => {
      const event = pick("received", "opened", "clicked_email", "replied", "bought", "signed_up");
      return {
        event,
        daysAgo: pick(0.5, 5, 29, 31, 100),
        ...(event === "bought" && { amount: pick(10, 49.99, 200) }),
        ...(event !== "bought" && { batch: pick(...batches) }),
      };
    }),
  };
}

async function store({ id, values: v, events }: Person, now: number): Promise<void> {
  const { db } = app.platform;
  const at = (days: unknown) => (days === null ? null : new Date(now - Number(days) * DAY).toISOString());
  const touch = {
    app: v.app || undefined,
    referrer_host: v.referrer,
    link: v.link || undefined,
    device: v.device || undefined,
    language: v.language || undefined,
    utm: v["utm.source"] ? { source: v["utm.source"] } : undefined,
  };
  const fields = Object.fromEntries(
    ["birthday", "size", "color", "vip", "motto"].flatMap((key) => {
      const value = v[`field.${key}`];
      return value === null || (key === "color" && value === "") ? [] : [[key, value]];
    }),
  );
  await db.execute(sql`insert into contacts (user_id, id, email, name, phone, country, time_zone, tags, fields, status, profile_ids,
      first_touch, stage_id, stage_at, value_cents, score, paused_until, created_at, updated_at)
    values (${owner.id}, ${id}, ${v.email}, ${v.name}, ${v.phone || null}, ${v.country}, ${v.time_zone || null}, ${sql.param(v.tag)}::text[],
      ${JSON.stringify(fields)}::jsonb, ${v.status}, ${sql.param(v.page)}::uuid[], ${JSON.stringify(touch)}::jsonb,
      ${v.stage || null}::uuid, ${at(v.stage_since)}, ${v.value === null ? null : Number(v.value) * 100}, ${v.score}, ${v.paused ? at(-1) : null}, ${at(v.created)}, ${at(0)})`);
  if (v["consent.news"] !== "none")
    await db.execute(sql`insert into contact_consents (user_id, contact_id, id, topic, state, text, version, method, given_at)
      values (${owner.id}, ${id}, ${randomUUID()}, 'news', ${v["consent.news"]}, '', '', 'form', ${at(1)})`);
  for (const { event, daysAgo, amount, batch } of events) {
    const time = at(daysAgo);
    if (event === "bought")
      await db.execute(sql`insert into orders (user_id, id, contact_id, amount, currency, ordered_at)
        values (${owner.id}, ${randomUUID()}, ${id}, ${Math.round((amount ?? 0) * 100)}, 'EUR', ${time})`);
    else if (event === "signed_up")
      await db.execute(sql`insert into fan_leads (id, profile_id, user_id, name, email, lead_source, consent_text, consent_version, consented_at, created_at, contact_id)
        values (${randomUUID()}, ${pages[0]}, ${owner.id}, '', ${randomUUID()}, 'form', '', '', ${time}, ${time}, ${id})`);
    else if (event === "clicked_email")
      await db.execute(sql`insert into delivery_clicks (user_id, id, batch_id, contact_id, link, is_scanner, is_machine, created_at)
        values (${owner.id}, ${randomUUID()}, ${batch}, ${id}, 0, false, false, ${time}), (${owner.id}, ${randomUUID()}, ${batch}, ${id}, 0, false, true, ${time})`);
    else
      await db.execute(
        sql`insert into deliveries (user_id, batch_id, contact_id, due_at, host, ${sql.raw(
          { received: "handed_over_at", opened: "opened_at", replied: "replied_at" }[event] ?? "",
        )}) values (${owner.id}, ${randomUUID()}, ${id}, ${time}, '', ${time})`,
      );
  }
}

const known = () => ({
  catalog: evaluation.catalog,
  picked,
  page: pages[0] as string,
  // The same for both, or they differ for a moment at midnight.
  now: Date.parse(evaluation.now),
});
const matched = async (condition: Condition) =>
  (await listNewestMatching(app.platform.db, condition, { ...evaluation, limit: 1000 }))
    .map(({ id }) => id)
    .sort();
const expected = (condition: Condition) =>
  people
    .filter((one) => isTrue(condition, one, known()))
    .map(({ id }) => id)
    .sort();

const attributeTest = () =>
  fc
    .constantFrom(
      ...attributesOf(evaluation.catalog).filter(({ name }) => name !== "owner" && name !== "search"),
    )
    .chain((attribute) =>
      fc.constantFrom(...OPERATORS_OF[attribute.type]).chain((operator): fc.Arbitrary<Condition> => {
        const test = { attribute: attribute.name, operator };
        if (isValueless(operator)) return fc.constant(test);
        const own = people
          .flatMap(({ values }) => values[attribute.name] ?? [])
          .filter((value) => value !== "");
        const value: fc.Arbitrary<string | number | boolean> = DAYS_OPERATORS.includes(operator)
          ? fc.constantFrom(1, 7, 30, 366)
          : operator === "matches"
            ? fc.constantFrom("^a", "(o|b)+", "\\d{2}", "%", "x$")
            : attribute.type === "flag"
              ? fc.boolean()
              : attribute.type === "date"
                ? fc.constantFrom("1990-01-01", "2001-12-31", "2030-01-01")
                : attribute.choices
                  ? fc.constantFrom(
                      ...attribute.choices.filter(
                        (choice) => attribute.name !== "country" || own.includes(choice),
                      ),
                    )
                  : attribute.refersTo
                    ? fc.constantFrom(...evaluation.catalog[attribute.refersTo].map(({ id }) => id))
                    : attribute.type === "number"
                      ? fc.constantFrom(0, 12.5, 41.5, 1000)
                      : fc.constantFrom(...(own.length > 0 ? (own as string[]) : ["x"]), "a", "%", "_", "\\");
        if (operator === "between")
          return fc.tuple(value, value).map(([a, b]) => ({ ...test, value: a <= b ? [a, b] : [b, a] }));
        const isList = operator === "in" || operator === "not_in";
        return (isList ? fc.array(value, { minLength: 1, maxLength: 3 }) : value).map((value) => ({
          ...test,
          value,
        }));
      }),
    );
const dayAgo = (days: number) => new Date(Date.parse(evaluation.now) - days * DAY).toISOString().slice(0, 10);
const eventTest = () =>
  fc
    .record(
      {
        event: fc.constantFrom(...EVENTS),
        at_least: fc.integer({ min: 1, max: 3 }),
        more: fc.integer({ min: 0, max: 2 }),
        amount: fc.constantFrom(10, 49.99, 100),
        days: fc.constantFrom(1, 30, 60),
        page: fc.constantFrom(0, 1),
        from: fc.constantFrom(100, 31, 5),
        to: fc.constantFrom(31, 5, 0),
      },
      { requiredKeys: ["event"] },
    )
    .map(
      ({ event, at_least, more, amount, days, page, from, to }): Condition => ({
        event,
        ...(at_least !== undefined && { at_least }),
        ...(event === "bought" && amount !== undefined
          ? { amount }
          : more !== undefined && { at_most: (at_least ?? 0) + more }),
        ...(days !== undefined
          ? { days }
          : {
              ...(from !== undefined && { from: dayAgo(from) }),
              ...(to !== undefined && { to: dayAgo(Math.min(to, from ?? to)) }),
            }),
        ...(event === "signed_up" && page !== undefined && { profile_id: pages[page] as string }),
      }),
    );

describe("a condition in SQL", () => {
  it("is true for exactly those for whom each test is", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(attributeTest(), eventTest()), async (condition) => {
        expect(await matched(condition), JSON.stringify(condition)).toEqual(expected(condition));
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  it("is true for exactly those for whom its groups are", { timeout: 120_000 }, async () => {
    const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 3 },
        attributeTest(),
        eventTest(),
        fc.constantFrom({ segment_id: picked }, { segment_id: dynamic }),
        ...(["all", "any", "none"] as const).map((join) =>
          fc
            .array(tie("condition"), { minLength: 1, maxLength: 4 })
            .map((parts) => ({ [join]: parts }) as Condition),
        ),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(condition, async (condition) => {
        expect(await matched(condition), JSON.stringify(condition)).toEqual(expected(condition));
        expect(await countMatching(app.platform.db, condition, evaluation)).toBe(expected(condition).length);
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  it("says the same about single contacts, where the events of others aren't read", async () => {
    const ids = people.slice(0, 10).map(({ id }) => id);
    const few = await evaluationOf(ctx, ids);
    await fc.assert(
      fc.asyncProperty(eventTest(), async (condition) => {
        const found = await listNewestMatching(app.platform.db, condition, { ...few, limit: 100 });
        expect(found.map(({ id }) => id).sort()).toEqual(
          expected(condition).filter((id) => ids.includes(id)),
        );
      }),
      { numRuns: 30 },
    );
  });

  it("is true for nobody where it names what's gone, even inside a “none”", async () => {
    const gone: Condition = { none: [{ attribute: "field.gone", operator: "equals", value: "x" }] };
    expect(await matched(gone)).toEqual([]);
    expect(await matched({ any: [gone, { all: [] }] })).toEqual([]);
  });

  it("counts what happened before somebody was merged into a contact", async () => {
    const [kept, gone] = [
      people.find(({ events }) => events.length === 0),
      people.find(({ events }) => events.some(({ event }) => event === "opened")),
    ];
    if (!kept || !gone) throw new Error("The people are made up badly.");
    await app.platform.db.execute(
      sql`insert into contact_merges (user_id, id, kept_id, at) values (${owner.id}, ${gone.id}, ${kept.id}, now())`,
    );
    evaluation = await evaluationOf(ctx);
    expect(await matched({ event: "opened" })).toContain(kept.id);
    const one = await evaluationOf(ctx, [kept.id]);
    expect(await countMatching(app.platform.db, { event: "opened" }, one)).toBe(1);
  });
});
