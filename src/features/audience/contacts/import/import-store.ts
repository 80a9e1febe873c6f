import { and, eq, sql } from "drizzle-orm";
import {
  erasedConsents,
  importedConsents,
  isNotErased,
  withdrawnConsents,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHashOf } from "#src/features/audience/consent-records/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { arrayText, textRows } from "#src/platform/db/rows.ts";
import type { FieldValue } from "../rules.ts";
import { contacts } from "../tables.ts";

export interface ContactDraft {
  /** Normalized by `normalEmail`. */
  email: string;
  name: string;
  phone: string | null;
  country: string;
  tags: string[];
  fields: Record<string, FieldValue>;
  /** The times of their consent and its confirmation, if known. */
  signed_up_at: string | null;
  confirmed_at?: string | null;
  time_zone?: string | null;
  /** Their stage in the pipeline, and their value. */
  stage_id?: string | null;
  value_cents?: number | null;
  score?: number | null;
}

type Given = ContactDraft & { id: string };

interface Added {
  account: string;
  drafts: readonly Given[];
  at: string;
  consent: { text: string; version: string };
  /** The origin for their timeline. */
  data: object;
}

/**
 * Adds contacts for distinct new addresses, with their consents and the start of their timeline. Erased
 * people stay away. It's one statement, because they come by the million. A contact has at most one of each
 * here, so these have the contact's id. Returns the added ones.
 */
export async function insertImportedContacts(
  db: Db,
  { account, drafts, at, consent, data }: Added,
): Promise<string[]> {
  const given = textRows(drafts, {
    id: ({ id }) => id,
    email: ({ email }) => email,
    name: ({ name }) => name,
    phone: ({ phone }) => phone,
    country: ({ country }) => country,
    tags: ({ tags }) => arrayText(tags),
    fields: ({ fields }) => JSON.stringify(fields),
    signed_up_at: (draft) => draft.signed_up_at,
    confirmed_at: (draft) => draft.confirmed_at ?? null,
    time_zone: (draft) => draft.time_zone ?? null,
    stage_id: (draft) => draft.stage_id ?? null,
    value_cents: (draft) => (draft.value_cents == null ? null : String(draft.value_cents)),
    score: (draft) => (draft.score == null ? null : String(draft.score)),
  });
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`with given as materialized (select id::uuid as id, email, name, phone, country, tags::text[] as tags,
          fields::jsonb as fields, coalesce(signed_up_at, ${at})::timestamptz as agreed_at,
          confirmed_at::timestamptz as confirmed_at, time_zone, stage_id::uuid as stage_id, value_cents::bigint as value_cents,
          coalesce(score::int, 0) as score from ${given}),
      added as (insert into contacts (user_id, id, email, name, phone, country, tags, fields, time_zone, stage_id, stage_at,
          value_cents, score, status, created_at, updated_at)
        select ${account}, g.id, g.email, g.name, g.phone, g.country, g.tags, g.fields, g.time_zone, g.stage_id,
          case when g.stage_id is not null then ${at}::timestamptz end, g.value_cents, g.score,
          case when g.confirmed_at is null then 'new' else 'confirmed' end, ${at}, ${at} from given g
        where ${isNotErased(account)}
        on conflict (user_id, email) do nothing returning id),
      agreed as (${importedConsents(account, consent)}),
      noted as (insert into contact_timeline (user_id, contact_id, id, kind, data, at)
        select ${account}, id, id, 'created', ${JSON.stringify(data)}::jsonb, ${at} from added)
      select id from added`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes contacts who were erased while the statement that added them waited for that very erasure, because
 * it had looked for erased people before. Returns them.
 */
export async function deleteErasedContacts(
  db: Db,
  account: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`with erased as (delete from contacts c using suppressions s
        where c.user_id = ${account} and c.id = any(${arrayText(ids)}::uuid[]) and s.user_id = ${account}
          and s.reason = 'erased' and s.scope is null and s.email_hash = ${emailHashOf(sql`c.user_id`, sql`c.email`)}
        returning c.id),
      agreed as (${erasedConsents(account)}),
      noted as (delete from contact_timeline where user_id = ${account} and contact_id in (select id from erased))
      select id from erased`,
  );
  return rows.map(({ id }) => id);
}

interface Changes {
  account: string;
  mode: "update" | "append";
  drafts: readonly Given[];
  at: string;
}

export interface ChangedRow {
  id: string;
  email: string;
  before: Record<string, unknown>;
}

const GIVEN = sql`jsonb_to_recordset(given_rows) as g(email text, name text, phone text, country text,
  tags text[], fields jsonb, time_zone text, stage_id uuid, value_cents bigint, score int)`;

/** Tags in their original order, without duplicates. */
const joined = sql`(select coalesce(array_agg(tag order by at), '{}') from (
  select tag, min(n) as at from unnest(k.tags || g.tags) with ordinality as t(tag, n) group by tag) tags)`;

/**
 * Changes contacts with these distinct addresses: `update` replaces given values, `append` fills in missing
 * ones. Returns the changed ones.
 */
export async function updateImportedContacts(
  db: Db,
  { account, mode, drafts, at }: Changes,
): Promise<ChangedRow[]> {
  const text = (name: string) => {
    const [given, known] = [sql.raw(`nullif(g.${name}, '')`), sql.raw(`nullif(k.${name}, '')`)];
    return mode === "update" ? sql`coalesce(${given}, ${known})` : sql`coalesce(${known}, ${given})`;
  };
  const own = (name: string) => {
    const [given, known] = [sql.raw(`g.${name}`), sql.raw(`k.${name}`)];
    return mode === "update" ? sql`coalesce(${given}, ${known})` : sql`coalesce(${known}, ${given})`;
  };
  const fields = mode === "update" ? sql`k.fields || g.fields` : sql`g.fields || k.fields`;
  const country =
    mode === "update"
      ? sql`case when g.country = 'UNKNOWN' then k.country else g.country end`
      : sql`case when k.country = 'UNKNOWN' then g.country else k.country end`;
  // A score is never missing: zero counts as none.
  const score =
    mode === "update"
      ? sql`coalesce(g.score, k.score)`
      : sql`case when k.score = 0 then coalesce(g.score, 0) else k.score end`;
  return rowsOf<ChangedRow>(
    db,
    sql`with input as (select ${JSON.stringify(drafts)}::jsonb as given_rows),
      given as (select g.* from input, ${GIVEN} where ${isNotErased(account)}),
      known as (select c.* from contacts c join given g on g.email = c.email where c.user_id = ${account} for update of c),
      wanted as (select k.id, coalesce(${text("name")}, '') as name, ${text("phone")} as phone, ${country} as country,
          ${joined} as tags, ${fields} as fields, ${own("time_zone")} as time_zone, ${own("stage_id")} as stage_id,
          ${own("value_cents")} as value_cents, ${score} as score
        from known k join given g on g.email = k.email),
      changed as (update contacts c set name = w.name, phone = w.phone, country = w.country, tags = w.tags,
          fields = w.fields, time_zone = w.time_zone, stage_id = w.stage_id, value_cents = w.value_cents, score = w.score,
          stage_at = case when w.stage_id is distinct from c.stage_id then ${at}::timestamptz else c.stage_at end,
          updated_at = ${at}
        from wanted w where c.user_id = ${account} and c.id = w.id
          and (c.name, c.phone, c.country, c.tags, c.fields, c.time_zone, c.stage_id, c.value_cents, c.score)
            is distinct from (w.name, w.phone, w.country, w.tags, w.fields, w.time_zone, w.stage_id, w.value_cents, w.score)
        returning c.id)
      select k.id, email, jsonb_build_object('name', k.name, 'phone', k.phone, 'country', k.country,
        'tags', k.tags, 'fields', k.fields, 'placed', jsonb_build_object('time_zone', k.time_zone, 'stage_id', k.stage_id,
          'stage_at', k.stage_at, 'value_cents', k.value_cents, 'score', k.score)) as before from changed join known k using (id)`,
  );
}

export async function countSuppressed(db: Db, account: string, ids: readonly string[]): Promise<number> {
  return db.$count(
    contacts,
    and(
      eq(contacts.user_id, account),
      sql`${contacts.id} = any(${arrayText(ids)}::uuid[])`,
      sql`${contacts.status} not in ('new', 'confirmed')`,
    ),
  );
}

interface Awaited {
  added: number;
  known: number;
  /** They stay away. */
  erased: number;
  /** Suppressed ones, among those who'd be added and among existing ones. */
  silent: number;
  silent_known: number;
}

/** Counts how many of these addresses would be added, exist already, or are suppressed. */
export async function countExpected(
  db: Db,
  {
    account,
    emails,
    earlier,
    stopped,
  }: { account: string } & Record<"emails" | "earlier" | "stopped", string[]>,
): Promise<Awaited> {
  const isKnown = sql`(c.id is not null or g.email = any(${arrayText(earlier)}::text[]))`;
  const isStopped = sql`g.email = any(${arrayText(stopped)}::text[])`;
  const isSilent = sql`(${isStopped} or case when c.id is null then s.id is not null
    else c.status not in ('new', 'confirmed') end)`;
  const [row] = await rowsOf<Awaited>(
    db,
    sql`select count(*) filter (where welcome and not known)::int as added,
        count(*) filter (where welcome and known)::int as known, count(*) filter (where not welcome)::int as erased,
        count(*) filter (where welcome and not known and silent)::int as silent,
        count(*) filter (where welcome and known and silent)::int as silent_known
      from (select coalesce(s.reason, '') <> 'erased' as welcome, ${isKnown} as known, ${isSilent} as silent
        from unnest(${arrayText(emails)}::text[]) as g(email)
        left join contacts c on c.user_id = ${account} and c.email = g.email
        left join suppressions s on s.user_id = ${account} and s.scope is null
          and s.email_hash = ${emailHashOf(sql`${account}::text`, sql`g.email`)}) one`,
  );
  if (!row) throw new Error("Counting returns a row.");
  return row;
}

interface Restored {
  account: string;
  rows: readonly { id: string; before: Record<string, unknown> | null; changed_at: string }[];
}

/**
 * Deletes contacts that an import added, and restores the replaced values of others, unless they've changed
 * since. Consents that only the import recorded are deleted, too. Returns how many were restored, and which
 * are gone.
 */
export async function updateUndoneImport(db: Db, { account, rows }: Restored) {
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, before jsonb, changed_at timestamptz)`;
  const restored = await rowsOf(
    db,
    // Older imports recorded only the columns that they could change.
    sql`with restored as (update contacts c set name = b.name, phone = b.phone, country = b.country, tags = b.tags, fields = b.fields,
        time_zone = case when b.placed is null then c.time_zone else p.time_zone end,
        stage_id = case when b.placed is null then c.stage_id else p.stage_id end,
        stage_at = case when b.placed is null then c.stage_at else p.stage_at end,
        value_cents = case when b.placed is null then c.value_cents else p.value_cents end,
        score = coalesce(p.score, c.score)
      from ${input}, jsonb_to_record(g.before) as b(name text, phone text, country text, tags text[],
        fields jsonb, agreed uuid, placed jsonb),
        jsonb_to_record(coalesce(b.placed, '{}')) as p(time_zone text, stage_id uuid, stage_at timestamptz, value_cents bigint, score int)
      where g.before is not null and c.user_id = ${account} and c.id = g.id and c.updated_at = g.changed_at
      returning c.id, b.agreed),
    withdrawn as (${withdrawnConsents(account)})
    select id from restored`,
  );
  const gone = await rowsOf<{ id: string; email: string }>(
    db,
    sql`delete from contacts c using ${input} where g.before is null and c.user_id = ${account} and c.id = g.id
      and c.updated_at = g.changed_at and c.last_touch is null
      and not exists (select from contact_timeline t where t.user_id = ${account} and t.contact_id = c.id and t.kind <> 'created')
      returning c.id, c.email`,
  );
  return { restored: restored.length, gone };
}
