import { type SQL, sql } from "drizzle-orm";

/*
 * What workers hold, in tables with `state`, `worker`, `leased_until`, and `handing_since`: a message is leased, its hand-over is committed as
 * begun, it's handed over, and its outcome is committed.
 */

/** What a row that no worker has anymore looks like. */
export const RELEASED = { worker: null, leased_until: null, handing_since: null };

/** Until when a row is leased that's claimed at `now`. */
export function leaseEnd(now: Date, seconds: number): SQL {
  return sql`${now.toISOString()}::timestamptz + make_interval(secs => ${seconds})`;
}

/** Whether nobody has renewed a lease. A clock that jumped back has left leases that end later than any lease could. */
export function isLeaseOver(now: Date, seconds: number): SQL {
  return sql`(leased_until < ${now.toISOString()}::timestamptz or leased_until > ${leaseEnd(now, 2 * seconds)})`;
}

/** What becomes of a message whose lease is over: what may have been handed over is uncertain, the rest waits again. */
export const STATE_AFTER_LEASE: SQL = sql`case when handing_since is null then 'pending' else 'uncertain' end`;
