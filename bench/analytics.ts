import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { rebuildRollups } from "#src/features/insights/clicks/rollups.ts";
import type { Db } from "#src/platform/db/database.ts";
import { expectOk, type PublishedProfile, publish, signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { fillEvents } from "./events.ts";
import { runLoad } from "./load-driver.ts";
import { alternate, type Measured, median, result } from "./measurement.ts";

const DAYS = 90;
const EVENTS = 5_000_000;
const DAYS_PER_REBUILD = 10;
const COUNTS_PER_ROUND = 5;
/** What most visitors of this page have in common, so that much is left to count. */
const TWO_FILTERS = "country=US&device_type=mobile";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Ninety full days ending this morning, which is what the page's "90 days" asks for. */
export function ninetyDays(): { from: Date; to: Date } {
  const to = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  return { from: new Date(to.getTime() - DAYS * DAY_MS), to };
}

/** Builds the rollups from the rows a few days at a time, the way the product's own jobs would. */
export async function rollUp(
  client: pg.Client,
  profileId: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const month = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth()));
  await client.query(
    "insert into rollup_progress (name, done_until) values ('day', $1), ('month', $2), ('packed', $1)",
    [to, month],
  );
  await client.query("set work_mem = '128MB'");
  const db = drizzle(client) as unknown as Db;
  for (let at = from.getTime(); at < to.getTime(); at += DAYS_PER_REBUILD * DAY_MS) {
    const part = { from: new Date(at), to: new Date(Math.min(to.getTime(), at + DAYS_PER_REBUILD * DAY_MS)) };
    await db.transaction((tx) => rebuildRollups(tx, profileId, part));
  }
  await client.query("reset work_mem");
  await client.query("vacuum analyze");
}

async function countRows(
  client: pg.Client,
  profileId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < COUNTS_PER_ROUND; n++) {
    const begun = performance.now();
    const { rows } = await client.query<{ count: number }>(
      `select (select count(*) from link_analytics where profile_id = $1 and clicked_at >= $2 and clicked_at < $3)::int
        + (select count(*) from page_views where profile_id = $1 and viewed_at >= $2 and viewed_at < $3)::int as count`,
      [profileId, from, to],
    );
    times.push(performance.now() - begun);
    if (rows[0]?.count !== EVENTS)
      throw new Error(`There are ${rows[0]?.count} events instead of ${EVENTS}.`);
  }
  return median(times);
}

function analyticsPath({ id }: PublishedProfile, { from, to }: { from: Date; to: Date }): string {
  return `/profiles/${id}/analytics?from=${from.toISOString()}&to=${to.toISOString()}&tz=Europe/Berlin`;
}

interface Stage {
  ask(filter?: string): Promise<number>;
  count(): Promise<number>;
  first(filter: string): Promise<number>;
}

/** Five million events, and who asks for their figures. */
async function prepare(stage: BenchEnvironment): Promise<Stage> {
  const databaseUrl = await stage.database();
  // Filters that combine come with premium, or where nothing is sold.
  const node = await stage.product(databaseUrl, { PLANS: "off" });
  const owner = await signUp(node.url);
  const profile = await publish(owner, "Mia Moreno");
  const client = await stage.connect(databaseUrl);
  const days = ninetyDays();
  const second = await stage.connect(databaseUrl);
  await fillEvents([client, second], { profile, userId: owner.id, days, events: EVENTS });
  await rollUp(client, profile.id, days);
  const pathOf = (filter = "") =>
    `${analyticsPath(profile, days)}${filter && `&filter=${encodeURIComponent(filter)}`}`;
  const { totals } = await expectOk(owner.api("GET", pathOf()));
  if (totals.views + totals.clicks > EVENTS || totals.clicks === 0)
    throw new Error("The totals do not fit the events.");
  return {
    async ask(filter) {
      const request = `GET /api/v1${pathOf(filter)} HTTP/1.1\r\nHost: localhost\r\nCookie: ${owner.cookie}\r\n\r\n`;
      return 1000 / (await runLoad({ port: node.port, connections: 1, requests: [request] }));
    },
    count: () => countRows(client, profile.id, days),
    async first(filter) {
      const begun = performance.now();
      await expectOk(owner.api("GET", pathOf(filter)));
      return performance.now() - begun;
    },
  };
}

/** The full 90-day answer over HTTP with a session, relative to just counting the profile's rows. */
export async function measureAnalytics(environment: BenchEnvironment): Promise<Measured> {
  const { ask, count } = await prepare(environment);
  const measured = result("ms", await alternate(ask, count));
  return {
    ...measured,
    note: "5 million events in 90 days, whole answer over HTTP; over count(*) on the profile's rows",
    promises: [
      { text: "ratio ≤ 0.1", isKept: measured.ratio <= 0.1 },
      { text: "≤ 20 ms", isKept: measured.value <= 20, isRate: true },
    ],
  };
}

/** The same answer with two filters, which no rollup has. */
export async function measureFilteredAnalytics(environment: BenchEnvironment): Promise<Measured> {
  const { ask, count, first } = await prepare(environment);
  const unread = Math.round(await first(TWO_FILTERS));
  const measured = result("ms", await alternate(() => ask(TWO_FILTERS), count));
  return {
    ...measured,
    note: `two filters over 5 million events in 90 days, every breakdown at once; the first time took ${unread} ms; over count(*)`,
    promises: [{ text: "≤ 150 ms", isKept: measured.value <= 150, isRate: true }],
  };
}
