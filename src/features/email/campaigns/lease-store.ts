/*
 * Leases: a worker leases messages for a while, during which no other worker gets them. `delivery-store.ts`
 * has the next steps.
 */
import { type SQL, sql } from "drizzle-orm";
import { LEASE_SECONDS } from "#src/features/email/delivery/rules.ts";
import { isSendingStopped } from "#src/features/email/sending-accounts/tables.ts";
import { type Db, runPrepared, type Statement } from "#src/platform/db/database.ts";
import { viaIn } from "./sender-assignment-store.ts";

export interface Lease {
  account: string;
  mailbox_id: string;
  worker: string;
  now: Date;
  rows: number;
}

export interface LeasedRow {
  campaign_id: string;
  contact_id: string;
  host: string;
  refusals: number;
}

/**
 * Per campaign, in the order of an index, because sorting all due messages takes a second for each batch of a
 * million.
 */
const LEASE: Statement = {
  name: "campaigns_lease",
  text: `update deliveries d set state = 'leased', worker = $3::uuid, handing_since = null,
      leased_until = $4::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    from (select w.user_id, w.campaign_id, w.contact_id from campaigns k
      cross join lateral (select ${viaIn("k", "$2")} as via) own
      cross join lateral (select p.user_id, p.campaign_id, p.contact_id, p.due_at from deliveries p
        where p.user_id = k.user_id and p.campaign_id = k.id and p.via = own.via
          and p.state = 'pending' and p.due_at <= $4::timestamptz
        order by p.due_at limit $5::int for update skip locked) w
      where k.user_id = $1 and k.state = 'sending'
        and not ${isSendingStopped("$1")}
      order by w.due_at limit $5::int) due
    where d.user_id = due.user_id and d.campaign_id = due.campaign_id and d.contact_id = due.contact_id
    returning d.campaign_id, d.contact_id, d.host, d.refusals`,
};

/**
 * Leases messages that are due through one sending account. No other worker gets them while the lease is
 * renewed.
 */
export function claimDeliveries(
  db: Db,
  { account, mailbox_id, worker, now, rows }: Lease,
): Promise<LeasedRow[]> {
  return runPrepared(db, LEASE, [account, mailbox_id, worker, now.toISOString(), rows]);
}

export async function updateLeaseExpiry(
  db: Db,
  { account, worker, now }: Pick<Lease, "account" | "worker" | "now">,
) {
  await db.execute(sql`update deliveries set leased_until = ${now.toISOString()}::timestamptz
      + make_interval(secs => ${LEASE_SECONDS})
    where user_id = ${account} and state = 'leased' and worker = ${worker}::uuid`);
}

/** Releases leased messages whose attempt hasn't begun. */
export async function updateLeasesAsReleased(db: Db, { account, worker }: Pick<Lease, "account" | "worker">) {
  await db.execute(sql`update deliveries set state = 'pending', worker = null, leased_until = null
    where user_id = ${account} and state = 'leased' and worker = ${worker}::uuid and handing_since is null`);
}

/**
 * Ends leases that are no longer renewed. Messages that may have been sent become uncertain; the others wait
 * again. A clock that jumped back leaves leases that end later than any lease could.
 */
export function updateLeasesAsExpired(db: Db, now: Date): Promise<void> {
  const latest = sql`${now.toISOString()}::timestamptz + make_interval(secs => ${2 * LEASE_SECONDS})`;
  return updateLeasesAsOver(
    db,
    sql`(leased_until < ${now.toISOString()}::timestamptz or leased_until > ${latest})`,
  );
}

/** Releases messages whose receivers are throttled, each until its turn. */
export async function updateThrottledDueAt(
  db: Db,
  { account, worker }: Pick<Lease, "account" | "worker">,
  late: { campaign_id: string; contact_id: string; due_at: string }[],
): Promise<void> {
  await db.execute(sql`update deliveries d set state = 'pending', worker = null, leased_until = null, due_at = l.due_at
    from json_to_recordset(${JSON.stringify(late)}::json) as l (campaign_id uuid, contact_id uuid, due_at timestamptz)
    where d.user_id = ${account} and d.campaign_id = l.campaign_id and d.contact_id = l.contact_id
      and d.state = 'leased' and d.worker = ${worker}::uuid and d.handing_since is null`);
}

/** Ends the leases of all workers but these. */
export function updateOrphanLeasesAsExpired(db: Db, workers: string[]): Promise<void> {
  return updateLeasesAsOver(db, sql`not (worker = any(${sql.param(workers)}::uuid[]))`);
}

async function updateLeasesAsOver(db: Db, isOver: SQL): Promise<void> {
  await db.execute(sql`update deliveries set
      state = case when handing_since is null then 'pending' else 'uncertain' end, leased_until = null,
      tried_at = handing_since
    where (user_id, campaign_id, contact_id) in (select user_id, campaign_id, contact_id from deliveries
      where state = 'leased' and ${isOver} for update skip locked)`);
}
