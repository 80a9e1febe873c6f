import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type ContactFilter, matching } from "#src/features/audience/contacts/contacts.ts";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import type { Reentry } from "./rules.ts";
import type { SequenceKey } from "./store.ts";
import { enrollmentSteps, enrollments, sequences } from "./tables.ts";

export type EnrollmentRow = typeof enrollments.$inferSelect;
export type StepRow = typeof enrollmentSteps.$inferInsert;

export const idsAsPeople = (ids: readonly string[]): SQL =>
  sql`select unnest(${sql.param([...ids])}::uuid[]) as id`;

/** The next contacts of a filter after `after`, by id. */
export function filterAsPeople(filter: ContactFilter, { after, rows }: { after: string; rows: number }): SQL {
  return sql`select ${contacts.id} as id from ${contacts} where ${matching(filter)} and ${contacts.id} > ${after}::uuid
    order by ${contacts.id} limit ${rows}`;
}

export async function listPeopleIds(db: Db, people: SQL): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(db, people);
  return rows.map(({ id }) => id);
}

interface Entry {
  user_id: string;
  sequence_id: string;
  version: number;
  step_id: string | null;
  source: string;
  reentry: Reentry;
  now: string;
  /** Null for all of them. */
  most: number | null;
}

/** Lets contacts in who may get in, up to `most`, and returns them. The same source lets somebody in once. */
export async function insertEnrollments(
  db: Db,
  entry: Entry,
  people: SQL,
): Promise<{ id: string; contact_id: string }[]> {
  const { user_id, sequence_id, version, step_id, source, now, most } = entry;
  return rowsOf(
    db,
    sql`insert into enrollments (user_id, id, sequence_id, version, contact_id, source, step_id, due_at, step_at, entered_at)
      select ${user_id}, gen_random_uuid(), ${sequence_id}::uuid, ${version}, c.id, ${source}, ${step_id},
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from (${people}) p join contacts c on c.user_id = ${user_id} and c.id = p.id
      where ${mayEnter(entry)} limit ${most} on conflict do nothing returning id, contact_id`,
  );
}

/** True for a contact `c` who may get in. */
function mayEnter({
  user_id,
  sequence_id,
  reentry,
}: Pick<Entry, "user_id" | "sequence_id" | "reentry">): SQL {
  const isIn =
    reentry === "always" ? sql`and false` : reentry === "never" ? sql`` : sql`and e.ended_at is null`;
  return sql`c.status in ('new', 'confirmed', 'unconfirmed') and not exists (select 1 from enrollments e
    where e.user_id = ${user_id} and e.sequence_id = ${sequence_id}::uuid and e.contact_id = c.id ${isIn})`;
}

/** How many of these people would get in. */
export async function countAble(
  db: Db,
  entry: Pick<Entry, "user_id" | "sequence_id" | "reentry">,
  ids: readonly string[],
): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`select count(*) as count from contacts c where c.user_id = ${entry.user_id}
      and c.id = any(${sql.param([...ids])}::uuid[]) and ${mayEnter(entry)}`,
  );
  return Number(row?.count ?? 0);
}

/** How many of a filter's contacts would get in. */
export async function countEntering(
  db: Db,
  entry: Pick<Entry, "user_id" | "sequence_id" | "reentry">,
  filter: ContactFilter,
): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`select count(*) as count from contacts c where c.user_id = ${entry.user_id} and ${mayEnter(entry)}
      and c.id in (select ${contacts.id} from ${contacts} where ${matching(filter)})`,
  );
  return Number(row?.count ?? 0);
}

/** The people inside whose time has come, with locks that skip others'. */
export function claimDueEnrollments(
  db: Db,
  { user_id, id, now, rows }: SequenceKey & { now: string; rows: number },
): Promise<EnrollmentRow[]> {
  return db
    .select()
    .from(enrollments)
    .where(
      and(
        eq(enrollments.user_id, user_id),
        eq(enrollments.sequence_id, id),
        isNull(enrollments.ended_at),
        sql`${enrollments.due_at} <= ${now}::timestamptz`,
      ),
    )
    .orderBy(enrollments.due_at)
    .limit(rows)
    .for("update", { skipLocked: true });
}

/** Saves where people are now. */
export async function updateEnrollments(db: Db, rows: readonly EnrollmentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const changes = rows.map(
    ({ user_id, id, state, reason, step_id, due_at, step_at, steps, is_skipping, ended_at }) => ({
      user_id,
      id,
      state,
      reason,
      step_id,
      due_at,
      step_at,
      steps,
      is_skipping,
      ended_at,
    }),
  );
  await db.execute(sql`update enrollments e set state = r.state, reason = r.reason, step_id = r.step_id, due_at = r.due_at,
      step_at = r.step_at, steps = r.steps, is_skipping = r.is_skipping, ended_at = r.ended_at
    from json_to_recordset(${JSON.stringify(changes)}::json) as r (user_id text, id uuid, state text, reason text,
      step_id text, due_at timestamptz, step_at timestamptz, steps int, is_skipping boolean, ended_at timestamptz)
    where e.user_id = r.user_id and e.id = r.id`);
}

export async function insertSteps(db: Db, rows: readonly StepRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.insert(enrollmentSteps).values([...rows]);
}

/** A contact as steps need them. */
export interface Walking {
  id: string;
  time_zone: string | null;
  country: string;
  status: string;
}

export function listWalking(db: Db, account: string, ids: readonly string[]): Promise<Walking[]> {
  return db
    .select({
      id: contacts.id,
      time_zone: contacts.time_zone,
      country: contacts.country,
      status: contacts.status,
    })
    .from(contacts)
    .where(and(eq(contacts.user_id, account), inArray(contacts.id, [...ids])));
}

/** How often contacts have got a version's step before. */
export async function listVisits(
  db: Db,
  {
    user_id,
    sequence_id,
    version,
    step_id,
  }: Pick<StepRow, "user_id" | "sequence_id" | "version" | "step_id">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ contact_id: string; count: string }>(
    db,
    sql`select contact_id, count(*) as count from enrollment_steps where user_id = ${user_id} and sequence_id = ${sequence_id}::uuid
      and version = ${version} and step_id = ${step_id} and outcome = 'sent'
      and contact_id = any(${sql.param([...ids])}::uuid[]) group by contact_id`,
  );
  return new Map(rows.map(({ contact_id, count }) => [contact_id, Number(count)]));
}

/** Who gets an e-mail, and which version of it, if it's tested. */
export interface MailedPerson {
  id: string;
  variant: number | null;
}

/** Everything about a contact as a recipient of e-mail, as `insertRecipients` takes it. */
export function recipientsAmong(account: string, people: readonly MailedPerson[], due_at: string): SQL {
  const [ids, variants] = [people.map(({ id }) => id), people.map(({ variant }) => variant)];
  return sql`select c.id, lower(regexp_replace(c.email, '^.*@', '')) as host, ${due_at}::timestamptz as due_at,
    null::text as reason, p.variant from unnest(${sql.param(ids)}::uuid[], ${sql.param(variants)}::smallint[]) as p(id, variant)
    join contacts c on c.user_id = ${account} and c.id = p.id`;
}

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(enrollments.entered_at) },
  tie: [enrollments.id],
  usual: { sort: "newest", order: "desc" },
};

interface Listing extends SequenceKey {
  cursor?: string | undefined;
  step_id?: string | undefined;
  state?: string | undefined;
  rows: number;
}

export function listEnrollmentRows(db: Db, { user_id, id, cursor, step_id, state, rows }: Listing) {
  const inState =
    state === undefined
      ? undefined
      : state === "inside"
        ? isNull(enrollments.ended_at)
        : sql`${enrollments.state} = ${state}`;
  return readPage({ shape: LIST, request: { cursor }, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, enrollment: enrollments, email: contacts.email, name: contacts.name })
      .from(enrollments)
      .innerJoin(
        contacts,
        and(eq(contacts.user_id, enrollments.user_id), eq(contacts.id, enrollments.contact_id)),
      )
      .where(
        and(
          eq(enrollments.user_id, user_id),
          eq(enrollments.sequence_id, id),
          inState,
          step_id === undefined
            ? undefined
            : and(eq(enrollments.step_id, step_id), isNull(enrollments.ended_at)),
          after,
        ),
      )
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** Where a contact is inside, with the sequence's name. */
export function listOpenEnrollments(
  db: Db,
  { user_id, contact_id }: { user_id: string; contact_id: string },
): Promise<{ enrollment: EnrollmentRow; name: string }[]> {
  return db
    .select({ enrollment: enrollments, name: sequences.name })
    .from(enrollments)
    .innerJoin(
      sequences,
      and(eq(sequences.user_id, enrollments.user_id), eq(sequences.id, enrollments.sequence_id)),
    )
    .where(
      and(
        eq(enrollments.user_id, user_id),
        eq(enrollments.contact_id, contact_id),
        isNull(enrollments.ended_at),
      ),
    )
    .orderBy(desc(enrollments.entered_at), desc(enrollments.id));
}

/** Locks one enrollment of a sequence. */
export async function lockEnrollment(
  db: Db,
  { user_id, sequence_id, id }: { user_id: string; sequence_id: string; id: string },
): Promise<EnrollmentRow | undefined> {
  const [row] = await db
    .select()
    .from(enrollments)
    .where(
      and(eq(enrollments.user_id, user_id), eq(enrollments.sequence_id, sequence_id), eq(enrollments.id, id)),
    )
    .for("update");
  return row;
}

/** Locks whoever of these contacts is inside of a sequence, or of any. */
export function lockInside(
  db: Db,
  {
    user_id,
    sequence_id,
    contact_ids,
  }: { user_id: string; sequence_id?: string; contact_ids?: readonly string[] },
): Promise<EnrollmentRow[]> {
  return db
    .select()
    .from(enrollments)
    .where(
      and(
        eq(enrollments.user_id, user_id),
        isNull(enrollments.ended_at),
        sequence_id === undefined ? undefined : eq(enrollments.sequence_id, sequence_id),
        contact_ids && inArray(enrollments.contact_id, [...contact_ids]),
      ),
    )
    .orderBy(enrollments.id)
    .for("update");
}

/** Moves people inside at one step to a version, and returns how many. */
export async function updateVersionOf(
  db: Db,
  {
    user_id,
    id,
    version,
    from,
    to,
    now,
  }: SequenceKey & { version: number; from: string; to: string; now: string },
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update enrollments set version = ${version}, step_id = ${to}, state = 'active', reason = null,
        due_at = case when state = 'waiting' and step_id = ${to} then due_at else ${now}::timestamptz end,
        step_at = ${now}::timestamptz
      where user_id = ${user_id} and sequence_id = ${id}::uuid and ended_at is null and step_id = ${from}
        and version <> ${version} returning 1`,
  );
  return rows.length;
}

/** How many people inside at some steps are in a version without e-mail. */
export async function countUnmailed(
  db: Db,
  { user_id, id }: SequenceKey,
  stepIds: readonly string[],
): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`select count(*) as count from enrollments e join sequence_versions v
        on v.user_id = e.user_id and v.sequence_id = e.sequence_id and v.version = e.version
      where e.user_id = ${user_id} and e.sequence_id = ${id}::uuid and e.ended_at is null and v.snapshots = '{}'
        and e.step_id = any(${sql.param([...stepIds])}::text[])`,
  );
  return Number(row?.count ?? 0);
}

/** What was due while a sequence was paused goes on at another time, or without its next e-mail. */
export async function updateBacklog(
  db: Db,
  { user_id, id, now, backlog }: SequenceKey & { now: string; backlog: "spread" | "skip" },
): Promise<void> {
  const change =
    backlog === "skip"
      ? sql`is_skipping = true`
      : sql`due_at = ${now}::timestamptz + random() * interval '1 day'`;
  await db.execute(sql`update enrollments set ${change} where user_id = ${user_id} and sequence_id = ${id}::uuid
    and ended_at is null and due_at <= ${now}::timestamptz`);
}

/** People whose e-mail was held back until they confirm go on. Returns their sequences. */
export async function updateConfirmedAsDue(
  db: Db,
  { user_id, contact_id, now }: { user_id: string; contact_id: string; now: string },
): Promise<string[]> {
  const rows = await rowsOf<{ sequence_id: string }>(
    db,
    sql`update enrollments set due_at = ${now}::timestamptz where user_id = ${user_id} and contact_id = ${contact_id}::uuid
      and ended_at is null and reason = 'unconfirmed' returning sequence_id`,
  );
  return rows.map(({ sequence_id }) => sequence_id);
}

/** Whoever is merged keeps their ways. Where the other one is inside of the same sequence, theirs ends. */
export async function updateMerged(
  db: Db,
  { account, gone, kept, now }: Record<"account" | "gone" | "kept" | "now", string>,
): Promise<void> {
  await db.execute(sql`update enrollments e set state = 'exited', reason = 'merged', step_id = null, ended_at = ${now}::timestamptz
    where e.user_id = ${account} and e.contact_id = ${gone}::uuid and e.ended_at is null
      and exists (select 1 from enrollments k where k.user_id = e.user_id and k.sequence_id = e.sequence_id
        and k.contact_id = ${kept}::uuid and k.ended_at is null)`);
  // What let both of them in, such as a birthday, let the kept one in.
  await db.execute(sql`update enrollments e set contact_id = ${kept}::uuid,
      source = case when exists (select 1 from enrollments k where k.user_id = e.user_id and k.sequence_id = e.sequence_id
        and k.contact_id = ${kept}::uuid and k.source = e.source) then e.source || ' merged ' || e.id else e.source end
    where e.user_id = ${account} and e.contact_id = ${gone}::uuid`);
  await db.execute(sql`update enrollment_steps set contact_id = ${kept}::uuid
    where user_id = ${account} and contact_id = ${gone}::uuid`);
  await db.execute(sql`insert into trigger_matches (user_id, sequence_id, trigger, contact_id)
    select m.user_id, m.sequence_id, m.trigger, ${kept}::uuid from trigger_matches m
    where m.user_id = ${account} and m.contact_id = ${gone}::uuid on conflict do nothing`);
  await db.execute(
    sql`delete from trigger_matches where user_id = ${account} and contact_id = ${gone}::uuid`,
  );
}

export async function deleteEnrollmentsOf(db: Db, account: string, ids: readonly string[]): Promise<void> {
  const list = sql`${sql.param([...ids])}::uuid[]`;
  for (const table of ["enrollment_steps", "enrollments", "trigger_matches"])
    await db.execute(
      sql`delete from ${sql.identifier(table)} where user_id = ${account} and contact_id = any(${list})`,
    );
}
