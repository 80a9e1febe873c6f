import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "#test/nodes/creator.ts";
import { FILL_CONTACTS } from "./contacts.ts";
import type { BenchEnvironment } from "./environment.ts";
import { type Measured, result } from "./measurement.ts";

const CONTACTS = 100_000;
const RULES = 50;
/** Each event starts this many of the rules, of which one acts at once, and the others have conditions. */
const RULES_PER_TAG = 5;
const PER_SECOND = 100;
/** The promise is for ten minutes: RULE_SECONDS=600. */
const SECONDS = Number(process.env.RULE_SECONDS ?? 60);
/** The reference, a bare table, needs no more than this. */
const BARE_EVENTS_MAX = 6000;
const P99_MS_MAX = 5000;
const DONE_MS_MAX = 120_000;

/** From an event's commit to the first action of the rules that it starts, over the same changes without rules. */
export async function measureRuleLatency(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl, { PLANS: "off" });
  const owner = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  await database.query(FILL_CONTACTS, [owner.id, CONTACTS]);
  await database.query("update contacts set tags = '{}'");
  await database.query("create table bare (like contacts including all)");
  await database.query("insert into bare select * from contacts");
  await database.query("vacuum analyze contacts, bare");
  await addRules(owner);
  const events = PER_SECOND * SECONDS;
  const { rows } = await database.query<{ id: string }>(
    "select id from contacts order by md5(id::text) limit $1",
    [events],
  );
  const ids = rows.map(({ id }) => id);
  const times = {
    bare: await pace(database, { account: owner.id, table: "bare" }, ids.slice(0, BARE_EVENTS_MAX)),
    contacts: [] as number[],
  };
  times.contacts = await pace(database, { account: owner.id, table: "contacts" }, ids);
  await settle(database, events);
  const [p99, p50] = [await percentile(database, 0.99), await percentile(database, 0.5)];
  const { rows: kept } = await database.query<{ runs: string }>(
    "select count(*) as runs from automation_runs",
  );
  const [own, bare] = [p99Of(times.contacts), p99Of(times.bare)];
  return {
    ...result("ms", { value: p99, reference: bare }),
    note: `p99 from the event to the first action, ${PER_SECOND} events/s for ${SECONDS} s, ${RULES} rules of which ${RULES_PER_TAG} look at each event, ${Number(kept[0]?.runs).toLocaleString("en")} runs kept, ${CONTACTS.toLocaleString("en")} contacts, PostgreSQL; median ${Math.round(p50)} ms; a change takes ${own.toFixed(1)} ms at p99, over ${bare.toFixed(1)} ms in a bare table`,
    promises: [{ text: `p99 ≤ ${P99_MS_MAX} ms`, isKept: p99 <= P99_MS_MAX, isRate: true }],
  };
}

async function addRules(owner: Client): Promise<void> {
  const conditions = [
    null,
    { attribute: "country", operator: "equals", value: "DE" },
    { event: "opened", at_least: 2, days: 30 },
    {
      all: [
        { attribute: "name", operator: "contains", value: "a" },
        { event: "bought", at_least: 1 },
      ],
    },
    {
      any: [
        { attribute: "status", operator: "equals", value: "confirmed" },
        { event: "signed_up", at_least: 3 },
      ],
    },
  ];
  for (let at = 0; at < RULES; at++) {
    const draft = {
      triggers: [{ type: "tag", action: "added", tag: `t${Math.floor(at / RULES_PER_TAG)}` }],
      condition: conditions[at % RULES_PER_TAG],
      actions: [{ id: "a", type: "tag", action: "add", tag: `acted ${at}` }],
      budget: 100_000,
    };
    const { id } = await expectOk(owner.api("POST", "/rules", { name: `R${at}`, draft }));
    await expectOk(owner.api("POST", `/rules/${id}/enable`, {}));
  }
}

/** Changes one contact after another, at the pace that was asked for. Returns how long each change took. */
async function pace(
  database: pg.Client,
  { account, table }: { account: string; table: string },
  ids: readonly string[],
): Promise<number[]> {
  const times: number[] = [];
  const begun = performance.now();
  for (const [at, id] of ids.entries()) {
    const early = (at * 1000) / PER_SECOND - (performance.now() - begun);
    if (early > 1) await wait(early);
    const from = performance.now();
    await database.query(
      `update ${table} set tags = tags || $3::text, updated_at = now() where user_id = $1 and id = $2::uuid`,
      [account, id, `t${at % (RULES / RULES_PER_TAG)}`],
    );
    times.push(performance.now() - from);
  }
  return times;
}

/** Waits until each event's rule without a condition has acted. */
async function settle(database: pg.Client, events: number): Promise<void> {
  const until = performance.now() + DONE_MS_MAX;
  for (;;) {
    const { rows } = await database.query<{ acted: string; left: string }>(`select
      (select count(distinct contact_id) from automation_runs where acted_at is not null) as acted,
      (select count(*) from automation_events) + (select count(*) from automation_runs where ended_at is null) as left`);
    const [row] = rows;
    if (Number(row?.acted) === events && Number(row?.left) === 0) return;
    if (performance.now() > until)
      throw new Error(`${row?.acted} of ${events} were acted on; ${row?.left} are left.`);
    await wait(200);
  }
}

async function percentile(database: pg.Client, share: number): Promise<number> {
  const { rows } = await database.query<{ ms: string }>(
    `select percentile_cont($1) within group (order by extract(epoch from first - event_at) * 1000) as ms from
      (select contact_id, event_at, min(acted_at) as first from automation_runs where acted_at is not null
        group by contact_id, event_at) r`,
    [share],
  );
  return Number(rows[0]?.ms);
}

function p99Of(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
