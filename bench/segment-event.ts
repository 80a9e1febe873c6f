import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "#test/nodes/creator.ts";
import { FILL_CONTACTS } from "./contacts.ts";
import type { BenchEnvironment } from "./environment.ts";
import { alternate, type Measured, result } from "./measurement.ts";

const CONTACTS = 100_000;
const SEGMENTS = 50;
const CHANGED = 2000;
const PER_SECOND_MIN = 500;
const SECONDS = 20;
const P99_MS_MAX = 5000;
const LOOK_MS = 20;
const ANNOUNCED_MS_MAX = 60_000;

/** Changed contacts through 50 segments, each change a transaction of its own, over the same UPDATEs of a bare table. */
export async function measureSegmentEvent(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl, { PLANS: "off" });
  const owner = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  await database.query(FILL_CONTACTS, [owner.id, CONTACTS]);
  await database.query("update contacts set tags = '{}'");
  await database.query("create table bare (like contacts including all)");
  await database.query("insert into bare select * from contacts");
  await database.query("vacuum analyze contacts, bare");
  await addSegments(owner);
  await settle(database);
  const { rows: people } = await database.query<{ id: string }>(
    "select id from contacts order by md5(id::text) limit $1",
    [CHANGED * 20 + PER_SECOND_MIN * SECONDS],
  );
  const take = (count: number) => people.splice(0, count).map(({ id }) => id);
  const change = (table: string, id: string) =>
    database.query(
      `update ${table} set tags = '{vip}', updated_at = now() where user_id = $1 and id = $2::uuid`,
      [owner.id, id],
    );
  const rate = async (table: string) => {
    const ids = take(CHANGED);
    const begun = performance.now();
    for (const id of ids) await change(table, id);
    if (table === "contacts") await settle(database);
    return CHANGED / ((performance.now() - begun) / 1000);
  };
  const rates = await alternate(
    () => rate("contacts"),
    () => rate("bare"),
  );
  const p99 = await latency(database, take(PER_SECOND_MIN * SECONDS), (id) => change("contacts", id));
  return {
    ...result("contacts/s", rates),
    note: `${SEGMENTS} segments, ${CONTACTS.toLocaleString("en")} contacts, PostgreSQL, until everyone is announced, over plain UPDATEs; at ${PER_SECOND_MIN}/s, p99 to “entered” ${Math.round(p99)} ms`,
    promises: [
      { text: `≥ ${PER_SECOND_MIN}/s`, isKept: rates.value >= PER_SECOND_MIN, isRate: true },
      { text: `p99 ≤ ${P99_MS_MAX} ms`, isKept: p99 <= P99_MS_MAX, isRate: true },
    ],
  };
}

/** One that everybody comes into, and others by what's known of people and by what they did. */
async function addSegments(owner: Client): Promise<void> {
  const countries = ["DE", "US", "GB", "FR", "BR"];
  for (let at = 0; at < SEGMENTS; at++) {
    const country = countries[at % countries.length];
    const text = [
      'tag "vip"',
      `country = ${country} and name contains "${at}"`,
      `country = ${country} and opened >= ${1 + (at % 5)} times in 30 days`,
      `status = confirmed and created in last ${at + 1} days`,
      `bought for >= ${at} or signed up >= ${at} times`,
    ][at === 0 ? 0 : 1 + (at % 4)];
    await expectOk(owner.api("POST", "/segments", { name: `S${at}`, text }));
  }
}

/** Waits until the sweep has nothing to do. */
async function settle(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query(
      "select 1 from segment_changes union all select 1 from segments where not is_filled limit 1",
    );
    if (rows.length === 0) return;
    await wait(LOOK_MS);
  }
}

/** The 99th percentile of the milliseconds from a change's commit until its event can be read. */
async function latency(
  database: pg.Client,
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<number> {
  const changed = new Map<string, number>();
  const times: number[] = [];
  const look = async () => {
    const { rows } = await database.query<{ subject: string }>(
      "select subject from events where name = 'segment.entered' and time > now() - interval '10 seconds'",
    );
    for (const { subject } of rows) {
      const at = changed.get(subject);
      if (at === undefined) continue;
      changed.delete(subject);
      times.push(performance.now() - at);
    }
  };
  const begun = performance.now();
  for (const [at, id] of ids.entries()) {
    const early = (at * 1000) / PER_SECOND_MIN - (performance.now() - begun);
    if (early > 1) await wait(early);
    await change(id);
    changed.set(id, performance.now());
    if (at % (PER_SECOND_MIN / 10) === 0) await look();
  }
  const until = performance.now() + ANNOUNCED_MS_MAX;
  while (changed.size > 0) {
    if (performance.now() > until) throw new Error(`${changed.size} changed contacts weren't announced.`);
    await wait(LOOK_MS);
    await look();
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}
