import { signUp } from "#test/nodes/creator.ts";
import type { BenchEnvironment } from "./environment.ts";
import { FILL_LINKS, PAGES } from "./links.ts";
import type { Measured } from "./measurement.ts";
import { measureSearches } from "./searches.ts";

const LINKS = 100_000;
const MS_MAX = 100;

/** What people search 100,000 links for, each over HTTP with a session. */
const SEARCHES: readonly { name: string; q: string }[] = [
  { name: "two words", q: "tour 4242" },
  { name: "part of a word, with an accent", q: "ñandu" },
  { name: "a host", q: "url:shop77.example" },
  { name: "a tag of 1,000", q: "tag:vip" },
  { name: "a tag, a word, and a status", q: "tag:vip album status:hidden" },
  { name: "a folder", q: "in:Festival" },
  { name: "a page", q: `in:"Page 7" status:shown` },
  { name: "nothing", q: "zzzq" },
];

/** The slowest of what people search in a large account. */
export async function measureLinkSearch(stage: BenchEnvironment): Promise<Measured> {
  const databaseUrl = await stage.database();
  const node = await stage.product(databaseUrl, { PLANS: "off" });
  const owner = await signUp(node.url);
  const database = await stage.connect(databaseUrl);
  await database.query(PAGES, [owner.id, LINKS / 500]);
  await database.query(FILL_LINKS, [owner.id, LINKS]);
  await database.query("vacuum analyze links, client_profiles");
  return measureSearches({
    node,
    by: owner,
    searches: SEARCHES.map(({ name, q }) => ({ name, path: `/links/search?q=${encodeURIComponent(q)}` })),
    msMax: MS_MAX,
    among: `at ${LINKS.toLocaleString("en")} links of one account`,
  });
}
