import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

const DIGITS = 32;
const toId = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Matches ids that start with these digits, because a link's token has no room for more. */
function startsWith(column: SQL, start: string): SQL {
  const digits = start.replaceAll("-", "");
  const [least, most] = [toId(digits.padEnd(DIGITS, "0")), toId(digits.padEnd(DIGITS, "f"))];
  return sql`${column} between ${least}::uuid and ${most}::uuid`;
}

/** Returns the contact's batch whose id starts like this: the latest, should two start alike. */
export async function findBatchByIdPrefix(
  db: Db,
  { account, contact_id, start }: { account: string; contact_id: string; start: string },
): Promise<string | undefined> {
  const [found] = await rowsOf<{ batch_id: string }>(
    db,
    sql`select batch_id from deliveries where user_id = ${account} and contact_id = ${contact_id}::uuid
      and ${startsWith(sql`batch_id`, start)}
      order by handed_over_at desc nulls last, batch_id desc limit 1`,
  );
  return found?.batch_id;
}

interface Unsubscription {
  user_id: string;
  /** The people who unsubscribed, or the recipient of the e-mail. */
  contact_ids: readonly string[];
  /** The batch's id, or its prefix. Null if it's unknown which e-mail made them unsubscribe. */
  batch: string | null;
  /** The topic they left, or null for everything. */
  scope: string | null;
  /** Older e-mail doesn't count as the cause. */
  since: string;
  at: string;
}

/**
 * Records an unsubscription at the message that caused it: the one with the link, or else the last one about
 * the same topic. Messages to people who were merged into others count, too.
 */
export async function updateUnsubscribed(db: Db, given: Unsubscription): Promise<void> {
  const { user_id, contact_ids, batch, scope, since, at } = given;
  const isAbout =
    batch === null
      ? sql`d.handed_over_at <= ${at}::timestamptz and d.state not in ('bounced_soft', 'bounced_hard') and (${scope}::text is null or exists (select from batches k where k.user_id = d.user_id
          and k.id = d.batch_id and k.topic = ${scope}))`
      : startsWith(sql`d.batch_id`, batch);
  await db.execute(sql`with people as (
      select id, id as contact_id from unnest(${sql.param([...contact_ids])}::uuid[]) as g (id)
      union select m.kept_id, m.id from contact_merges m
        where m.user_id = ${user_id} and m.kept_id = any(${sql.param([...contact_ids])}::uuid[])
    ), last as (
      select distinct on (p.id) d.batch_id, d.contact_id from people p
      join deliveries d on d.user_id = ${user_id} and d.contact_id = p.contact_id
      where d.handed_over_at > ${since}::timestamptz and ${isAbout}
      order by p.id, d.handed_over_at desc, d.batch_id
    )
    update deliveries d set unsubscribed_at = ${at}::timestamptz from last
    where d.user_id = ${user_id} and d.batch_id = last.batch_id and d.contact_id = last.contact_id
      and d.unsubscribed_at is null`);
}
