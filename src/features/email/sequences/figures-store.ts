import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { SequenceKey } from "./store.ts";

type VersionKey = SequenceKey & { version: number };

export async function countSteps(
  db: Db,
  { user_id, id, version }: VersionKey,
): Promise<{ step_id: string; outcome: string; part: number | null; count: number }[]> {
  const rows = await rowsOf<{ step_id: string; outcome: string; part: number | null; count: string }>(
    db,
    sql`select step_id, outcome, part, count(*) as count from enrollment_steps where user_id = ${user_id}
      and sequence_id = ${id}::uuid and version = ${version} group by step_id, outcome, part`,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export async function countExits(
  db: Db,
  { user_id, id, version }: VersionKey,
): Promise<{ reason: string; count: number }[]> {
  const rows = await rowsOf<{ reason: string; count: string }>(
    db,
    sql`select coalesce(reason, '') as reason, count(*) as count from enrollments where user_id = ${user_id}
      and sequence_id = ${id}::uuid and version = ${version} and state in ('exited', 'failed')
      group by reason order by count(*) desc, reason`,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export interface MailCounts {
  step_id: string;
  sent: number;
  opened: number;
  clicked: number;
  replied: number;
  bought: number;
  unsubscribed: number;
}

/** What became of a version's e-mail, by step. Opens and clicks are people's, not machines'. */
export async function countMails(db: Db, { user_id, id, version }: VersionKey): Promise<MailCounts[]> {
  const rows = await rowsOf<Record<keyof MailCounts, string>>(
    db,
    sql`select b.step_id, count(d.handed_over_at) as sent, count(d.opened_at) as opened, count(d.clicked_at) as clicked,
        count(d.replied_at) as replied, count(d.unsubscribed_at) as unsubscribed,
        (select count(distinct o.contact_id) from orders o join sequence_batches ob on ob.user_id = o.user_id
          and ob.batch_id = o.campaign_id where ob.user_id = ${user_id} and ob.sequence_id = ${id}::uuid
          and ob.version = ${version} and ob.step_id = b.step_id) as bought
      from sequence_batches b join deliveries d on d.user_id = b.user_id and d.batch_id = b.batch_id
      where b.user_id = ${user_id} and b.sequence_id = ${id}::uuid and b.version = ${version} group by b.step_id`,
  );
  return rows.map(({ step_id, ...counts }) => ({
    step_id,
    ...(Object.fromEntries(
      Object.entries(counts).map(([key, value]) => [key, Number(value)]),
    ) as unknown as Omit<MailCounts, "step_id">),
  }));
}
