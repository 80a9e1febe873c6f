import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type CampaignKey, HELD_UNTIL_DECIDED } from "./delivery-store.ts";

export interface WaitRow {
  via: number;
  count: number;
  /** The time when the first of them may go. */
  due_at: string;
}

/** A campaign's waiting messages by sending account. Messages held until someone decides aren't included. */
export async function listWaits(db: Db, { user_id, id }: CampaignKey): Promise<WaitRow[]> {
  const rows = await rowsOf<WaitRow & { due_at: Date | string }>(
    db,
    sql`select via, count(*)::int as count, min(case when state = 'pending' then due_at else '-infinity' end) as due_at
      from deliveries where user_id = ${user_id} and campaign_id = ${id}::uuid
        and (state = 'leased' or state = 'pending' and due_at < ${HELD_UNTIL_DECIDED}::timestamptz) group by via`,
  );
  return rows.map(({ due_at, ...row }) => ({ ...row, due_at: momentOf(due_at) }));
}

/** Leased messages count as going out now. */
function momentOf(at: Date | string | number): string {
  const time = new Date(at).getTime();
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}
