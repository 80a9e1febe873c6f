import { signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import type { Measured } from "./measurement.ts";
import { measureSearches } from "./searches.ts";

const ACCOUNTS = 1_000_000;
const MS_MAX = 150;

/** Accounts with one page each. Every tenth has confirmed its address, and every thousandth pays. */
const FILL = [
  `insert into users (id, name, email, email_verified, role, created_at)
    select 'bench' || n, 'Person ' || n || ' Müller', 'person' || n || '@mail' || n % 977 || '.example', n % 10 = 0, 'user',
      now() - n * interval '1 minute' from generate_series(1, $1::int) n`,
  `insert into client_profiles (id, name, username, user_id, created_at, updated_at)
    select gen_random_uuid(), 'Page of person ' || n, 'creator' || n, 'bench' || n, now() - n * interval '1 minute', now()
      from generate_series(1, $1::int) n`,
  `insert into subscriptions (account, provider, status, units, granted_units, created_at)
    select 'bench' || n, 'stripe', 'active', 10, 10, now() from generate_series(1, $1::int, 1000) n`,
];

/** What staff look for, each over HTTP with a session. */
const SEARCHES: readonly { name: string; query: string }[] = [
  { name: "everyone", query: "" },
  { name: "a name", query: "q=person+4242+mu" },
  { name: "part of an address", query: "q=123456%40mail" },
  { name: "a provider's thousand", query: "q=%40mail77.example" },
  { name: "a username", query: "q=creator98765" },
  { name: "an id", query: "q=bench777777" },
  { name: "who pays", query: "plan=premium" },
  { name: "a name among the unconfirmed", query: "q=person+99999&verified=no" },
  { name: "nobody", query: "q=zzzq" },
];

/** The slowest of what staff search a large instance for. */
export async function measureAdminUsers(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl);
  const founder = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  for (const fill of FILL) await database.query(fill, [ACCOUNTS]);
  await database.query("vacuum analyze users, client_profiles, subscriptions");
  return measureSearches({
    node,
    by: founder,
    searches: SEARCHES.map(({ name, query }) => ({ name, path: `/admin/users?${query}` })),
    msMax: MS_MAX,
    among: `at ${ACCOUNTS.toLocaleString("en")} accounts`,
  });
}
