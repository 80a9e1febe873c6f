import { sql } from "drizzle-orm";
import { linkIn } from "#src/features/email/delivery/snapshot.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Definition } from "./definition-rules.ts";
import { findSnapshot, findStepTest } from "./store.ts";

interface FirstMail {
  user_id: string;
  sequence_id: string;
  version: number;
  step_id: string;
}

/** True if an e-mail links to a URL, in each of the versions that are tested. */
export async function hasLinkInAll(db: Db, mail: FirstMail, url: string): Promise<boolean> {
  const test = await findStepTest(db, mail);
  const snapshot = await findSnapshot(db, mail);
  const all = test?.variants ?? (snapshot ? [snapshot] : []);
  return all.length > 0 && all.every((one) => linkIn(one, url));
}

const BY_LEAD = (
  lead_id: string,
) => sql`join events v on v.account = e.user_id and v.name = 'lead.captured' and v.subject = ${lead_id}
        and v.id = case when e.source ~ '^[0-9a-f-]{36}$' then e.source::uuid end`;

/** True if a sign-up let somebody into this version, and they've got its first e-mail or will. */
export async function isGettingMail(
  db: Db,
  { user_id, sequence_id, version, step_id }: FirstMail,
  { contact_id, lead_id }: { contact_id: string; lead_id: string },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from enrollments e ${BY_LEAD(lead_id)}
      where e.user_id = ${user_id} and e.sequence_id = ${sequence_id}::uuid and e.contact_id = ${contact_id}::uuid
        and e.version = ${version} and coalesce((select s.outcome = 'sent' from enrollment_steps s where s.user_id = e.user_id
          and s.enrollment_id = e.id and s.step_id = ${step_id} order by s.number limit 1), e.ended_at is null) limit 1`,
  );
  return rows.length > 0;
}

interface Inside {
  id: string;
  sequence_id: string;
  version: number;
  definition: Definition;
}

/** Where a sign-up let somebody in who's still inside, in whichever version, also of paused sequences. */
export function listStillInside(
  db: Db,
  { user_id, contact_id, lead_id }: { user_id: string; contact_id: string; lead_id: string },
): Promise<Inside[]> {
  return rowsOf(
    db,
    sql`select e.id, e.sequence_id, e.version, k.definition from enrollments e ${BY_LEAD(lead_id)}
      join sequence_versions k on k.user_id = e.user_id and k.sequence_id = e.sequence_id and k.version = e.version
      where e.user_id = ${user_id} and e.contact_id = ${contact_id}::uuid and e.ended_at is null order by e.entered_at, e.id`,
  );
}

/** Leaves out the next e-mail of somebody's way, unless they're past this step. */
export async function updateAsSkipping(
  db: Db,
  { user_id, id, step_id }: { user_id: string; id: string; step_id: string },
): Promise<void> {
  await db.execute(sql`update enrollments e set is_skipping = true where e.user_id = ${user_id} and e.id = ${id}::uuid
    and not exists (select 1 from enrollment_steps s where s.user_id = e.user_id and s.enrollment_id = e.id
      and s.step_id = ${step_id})`);
}
