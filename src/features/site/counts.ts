import type { Db } from "#src/platform/db/database.ts";
import type { Stat } from "./landing-stats.ts";
import { shortCount } from "./rules.ts";
import { countAll } from "./store.ts";

/** This instance's real numbers: links, people, and counted clicks. */
export async function getLandingStats(db: Db): Promise<readonly Stat[]> {
  const { links, users, clicks } = await countAll(db);
  return [
    { number: shortCount(links), label: "links created" },
    { number: shortCount(users), label: "active users" },
    { number: shortCount(clicks), label: "clicks counted" },
  ];
}
