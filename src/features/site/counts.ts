import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { shortCount } from "./rules.ts";
import type { Stat } from "./stats.ts";

/** This instance's real numbers: links, people, and counted clicks. */
export async function getCounts(db: Db): Promise<readonly Stat[]> {
  const [row] = await rowsOf<Record<"links" | "users" | "clicks", string | number>>(
    db,
    sql`select (select count(*) from links where deleted_at is null) as links,
               (select count(*) from users where not coalesce(banned, false)) as users,
               (select coalesce(sum(click_count), 0) from links) as clicks`,
  );
  return [
    { number: shortCount(Number(row?.links ?? 0)), label: "links created" },
    { number: shortCount(Number(row?.users ?? 0)), label: "active users" },
    { number: shortCount(Number(row?.clicks ?? 0)), label: "clicks counted" },
  ];
}
