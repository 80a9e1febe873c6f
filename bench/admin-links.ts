import { signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import type { Measured } from "./measurement.ts";
import { measureSearches, type Search } from "./searches.ts";

const PAGES = 1_000_000;
const LINKS = PAGES * 10;
const MS_MAX = 150;

/** Accounts with one page each, and ten links on each of these. Every other link leads to one of three hosts. */
const FILL = [
  `insert into users (id, name, email, email_verified, role, created_at)
    select 'bench' || n, 'Person ' || n, 'person' || n || '@mail.example', true, 'user', now() - n * interval '1 minute'
      from generate_series(1, $1::int) n`,
  `insert into client_profiles (id, name, username, user_id, public_notes, created_at, updated_at)
    select md5('page' || n)::uuid, 'Page of person ' || n, 'creator' || n, 'bench' || n,
      case when n % 10 = 0 then 'Everything that number ' || n || ' makes' end, now() - n * interval '1 minute', now()
      from generate_series(1, $1::int) n`,
  `alter table links disable trigger user`,
  `insert into links (id, profile_id, user_id, title, url, description, position, created_at, updated_at)
    select md5('link' || n)::uuid, md5('page' || (1 + n % $1::int))::uuid, 'bench' || (1 + n % $1::int),
      (array['Tour', 'Album', 'Shop', 'Video', 'Podcast'])[1 + n % 5] || ' ' || n,
      'https://' || case n % 6 when 0 then 'tube.example' when 1 then 'gram.example' when 2 then 'tok.example'
        else 'shop' || n % 100000 || '.example' end || '/items/' || n % 1000000,
      case when n % 20 = 0 then 'More about ' || n end, n % 10, now() - n * interval '1 second', now()
      from generate_series(1, $1::int * 10) n`,
  `alter table links enable trigger user`,
  `insert into link_targets (host, account, link_id, url_key)
    select split_part(url, '/', 3), user_id, id, left(md5(url), 22) from links`,
  `insert into link_hosts (host, labels, links)
    select host, array_to_string(array(select part from unnest(string_to_array(host, '.')) with ordinality u(part, at)
      order by at desc), '.'), count(*) from link_targets group by host`,
];

/** What moderators look for, each over HTTP with a session. */
const SEARCHES: readonly Search[] = [
  { name: "every page", path: "/admin/profiles" },
  { name: "a page's name", path: "/admin/profiles?q=person+42424" },
  { name: "a username", path: "/admin/profiles?q=creator98765" },
  { name: "a bio", path: "/admin/profiles?q=number+4240+makes" },
  { name: "hidden pages", path: "/admin/profiles?state=hidden" },
  { name: "every link", path: "/admin/links" },
  { name: "a title", path: "/admin/links?q=album+424241" },
  { name: "part of an address", path: "/admin/links?q=shop4243.example" },
  { name: "a host of a hundred", path: "/admin/links?host=shop4243.example" },
  { name: "a host of a sixth of all", path: "/admin/links?host=tube.example" },
  { name: "a word at that host", path: "/admin/links?host=tube.example&q=shop" },
  { name: "hidden links", path: "/admin/links?state=hidden" },
  { name: "top hosts", path: "/admin/links/hosts" },
  { name: "nothing", path: "/admin/links?q=zzzq" },
];

/** The slowest of what moderators search a large instance for. */
export async function measureAdminLinks(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  // Jobs would examine a million pages at once, which are new on no other instance.
  const node = await stage.product(databaseUrl, { ROLES: "web" });
  const founder = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  for (const fill of FILL) await database.query(fill, fill.includes("$1") ? [PAGES] : []);
  await database.query("vacuum analyze users, client_profiles, links, link_targets, link_hosts");
  const [pages, links] = [PAGES, LINKS].map((count) => count.toLocaleString("en"));
  return measureSearches({
    node,
    by: founder,
    searches: SEARCHES,
    msMax: MS_MAX,
    among: `at ${pages} pages and ${links} links`,
  });
}
