import { signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import type { Measured } from "./measurement.ts";
import { measureSearches, type Search } from "./searches.ts";

const ACCOUNTS = 1_000_000;
const DAYS = 365;
const MS_MAX = 300;

/** A year of figures by the hour, and the largest of each day, as the job leaves them. */
const FILL = [
  `insert into users (id, name, email, created_at)
    select 'bench' || n, 'Person ' || n, 'person' || n || '@mail.example', now() - n * interval '30 seconds'
    from generate_series(1, $1::int) n`,
  `insert into instance_figures (metric, at, key, value)
    select m, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', '', 1000 + h % 977
    from unnest('{signups,profiles,links,views,clicks,leads,emails,referred,people,all_profiles,all_links,revenue}'::text[]) m,
      generate_series(0, $1::int * 24) h`,
  `insert into instance_figures (metric, at, key, value)
    select m, date_trunc('hour', now(), 'UTC') - h * interval '1 hour', k, 1000000 + h
    from unnest('{egress_sent,egress_saved}'::text[]) m,
      unnest('{image_optimization,cache_hit,analytics_batch,storage_access,function_call}'::text[]) k,
      generate_series(0, $1::int * 24) h`,
  `insert into instance_figures (metric, at, key, value)
    select 'activation', date_trunc('day', now(), 'UTC') - d * interval '1 day', k, 500 from
      unnest('{profile,link,clicks,lead,email}'::text[]) k, generate_series(0, $1::int) d`,
  `insert into instance_tops (kind, day, key, value)
    select k, (now() at time zone 'UTC')::date - d, 'bench' || (d * 7919 + n * 104729) % 1000000, 100000 / n
    from unnest('{page.views,page.clicks,host.clicks,account.profiles,account.links,account.leads,account.emails,account.egress}'::text[]) k,
      generate_series(0, $1::int) d, generate_series(1, 100) n`,
];

/** What the screen asks for when it's opened, and for its longest period. */
const QUESTIONS: readonly Search[] = [
  { name: "30 days", path: "/admin/analytics?tz=Europe/Berlin" },
  { name: "12 months", path: `/admin/analytics?from=start&tz=America/New_York` },
  { name: "activation", path: "/admin/analytics/activation" },
  { name: "retention", path: "/admin/analytics/retention" },
  { name: "the largest of a year", path: "/admin/analytics/tops?kind=account.emails&from=start" },
  { name: "now", path: "/admin/analytics/now" },
];

/** The slowest of what staff's first screen asks a large instance. */
export async function measureAdminHome(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl);
  const founder = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  await database.query("truncate instance_figures, instance_tops, instance_figure_progress");
  const [accounts = "", ...rest] = FILL;
  await database.query(accounts, [ACCOUNTS]);
  for (const fill of rest) await database.query(`${fill} on conflict do nothing`, [DAYS]);
  await database.query("vacuum analyze users, instance_figures, instance_tops");
  return measureSearches({
    node,
    by: founder,
    searches: QUESTIONS,
    msMax: MS_MAX,
    among: `at ${ACCOUNTS.toLocaleString("en")} accounts and a year of figures`,
  });
}
