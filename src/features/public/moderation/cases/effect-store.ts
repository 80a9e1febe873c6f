import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Effect } from "./case-rules.ts";

type MarkEffect = Exclude<Effect["did"], "suspend" | "ban">;

interface OfCase {
  caseId: string;
  did: MarkEffect;
  id: string;
}

const MARKS: Readonly<Record<MarkEffect, string>> = {
  label_adult: "staff_adult from client_profiles",
  hide_page: "staff_hidden from client_profiles",
  hide_link: "staff_hidden from links",
};

/** The case whose decision set a mark. Undefined if nothing is marked, or staff did it apart from cases. */
export async function findMarkingCase(
  db: Db,
  { did, id }: Omit<OfCase, "caseId">,
): Promise<string | undefined> {
  const [row] = await rowsOf<{ mark: { case?: string } | null }>(
    db,
    sql`select x.mark from (select id, ${sql.raw(MARKS[did].replace(" from", " as mark from"))}) x where x.id = ${id}`,
  );
  return row?.mark?.case;
}

const STANDS = sql`c.state in ('closed', 'appealed') and c.appeal_outcome is distinct from 'overturned'`;

/** True if a case's decision holds. */
export async function isStanding(db: Db, caseId: string): Promise<boolean> {
  const rows = await rowsOf(db, sql`select 1 from moderation_cases c where c.id = ${caseId} and ${STANDS}`);
  return rows.length > 0;
}

/** True if another decision that stands did the same. */
export async function isDoneElsewhere(db: Db, { caseId, did, id }: OfCase): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from moderation_cases c where c.id <> ${caseId} and ${STANDS}
      and c.effects @> ${JSON.stringify([{ did, id }])}::jsonb limit 1`,
  );
  return rows.length > 0;
}

interface OfAccount {
  account: string;
  caseId: string;
}

/** True if an account is closed for the reason that a case gave. */
export async function isBannedBy(db: Db, { account, caseId }: OfAccount): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from users u join moderation_cases c on c.id = ${caseId}
      where u.id = ${account} and u.banned and u.ban_reason = c.facts`,
  );
  return rows.length > 0;
}

interface OtherBan {
  reason: string;
  until: string | null;
}

/** What another decision that stands asks for, the longest first. */
export async function findOtherBan(
  db: Db,
  { account, caseId, now }: OfAccount & { now: string },
): Promise<OtherBan | undefined> {
  const [row] = await rowsOf<OtherBan>(
    db,
    sql`select c.facts as reason, e->>'until' as until
      from moderation_cases c, jsonb_array_elements(c.effects) e
      where c.id <> ${caseId} and ${STANDS} and c.owner_id = ${account} and e->>'id' = ${account}
        and e->>'did' in ('suspend', 'ban') and c.facts is not null
        and coalesce((e->>'until')::timestamptz > ${now}::timestamptz, true)
      order by (e->>'until')::timestamptz desc nulls first limit 1`,
  );
  return row;
}
