import { and, eq, inArray, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { FieldValue } from "./rules.ts";
import { contacts, emailHashOf } from "./tables.ts";

export interface ContactDraft {
  /** As `normalEmail` writes it. */
  email: string;
  name: string;
  phone: string | null;
  country: string;
  tags: string[];
  fields: Record<string, FieldValue>;
  /** When they agreed, if that's known. */
  signed_up_at: string | null;
}

interface Upsert {
  account: string;
  mode: "update" | "skip" | "append";
  drafts: (ContactDraft & { id: string })[];
  at: string;
}

export interface UpsertedRow {
  id: string;
  email: string;
  /** What an update replaced. Null for contacts that were added. */
  before: Record<string, unknown> | null;
}

const GIVEN = sql`jsonb_to_recordset(given_rows) as g(id uuid, email text, name text, phone text, country text,
  tags text[], fields jsonb, signed_up_at timestamptz)`;

/** Tags in the order they came, each once. */
const joined = sql`(select coalesce(array_agg(tag order by at), '{}') from (
  select tag, min(n) as at from unnest(k.tags || g.tags) with ordinality as t(tag, n) group by tag) tags)`;

/**
 * Adds contacts with distinct addresses, and changes those who are there: `update` replaces what's given, `append`
 * fills in what's missing, `skip` leaves them alone. Returns those who were added or changed. Erased people stay
 * away.
 */
export async function upsertRows(db: Db, { account, mode, drafts, at }: Upsert): Promise<UpsertedRow[]> {
  const text = (name: string) => {
    const [given, known] = [sql.raw(`nullif(g.${name}, '')`), sql.raw(`nullif(k.${name}, '')`)];
    return mode === "update" ? sql`coalesce(${given}, ${known})` : sql`coalesce(${known}, ${given})`;
  };
  const fields = mode === "update" ? sql`k.fields || g.fields` : sql`g.fields || k.fields`;
  const country =
    mode === "update"
      ? sql`case when g.country = 'UNKNOWN' then k.country else g.country end`
      : sql`case when k.country = 'UNKNOWN' then g.country else k.country end`;
  return rowsOf<UpsertedRow>(
    db,
    sql`with input as (select ${JSON.stringify(drafts)}::jsonb as given_rows),
      given as (select g.* from input, ${GIVEN}
        where not exists (select from suppressions s where s.user_id = ${account} and s.reason = 'erased'
          and s.scope is null and s.email_hash = ${emailHashOf(sql`${account}::text`, sql`g.email`)})),
      known as (select c.* from contacts c join given g on g.email = c.email where c.user_id = ${account} for update of c),
      wanted as (select k.id, coalesce(${text("name")}, '') as name, ${text("phone")} as phone, ${country} as country,
          ${joined} as tags, ${fields} as fields
        from known k join given g on g.email = k.email where ${mode !== "skip"}),
      changed as (update contacts c set name = w.name, phone = w.phone, country = w.country, tags = w.tags,
          fields = w.fields, updated_at = ${at}
        from wanted w where c.user_id = ${account} and c.id = w.id
          and (c.name, c.phone, c.country, c.tags, c.fields) is distinct from (w.name, w.phone, w.country, w.tags, w.fields)
        returning c.id),
      added as (insert into contacts (user_id, id, email, name, phone, country, tags, fields, status, created_at, updated_at)
        select ${account}, g.id, g.email, g.name, g.phone, g.country, g.tags, g.fields, 'new', ${at}, ${at} from given g
        where not exists (select from known k where k.email = g.email)
        on conflict (user_id, email) do nothing returning id, email)
      select id, email, null::jsonb as before from added
      union all select k.id, k.email, jsonb_build_object('name', k.name, 'phone', k.phone, 'country', k.country,
        'tags', k.tags, 'fields', k.fields) from changed join known k using (id)`,
  );
}

/** How many of these contacts get no e-mail. */
export async function countSuppressed(db: Db, account: string, ids: readonly string[]): Promise<number> {
  return db.$count(
    contacts,
    and(
      eq(contacts.user_id, account),
      inArray(contacts.id, [...ids]),
      sql`${contacts.status} not in ('new', 'confirmed')`,
    ),
  );
}

/** How many of these addresses are there already. */
export async function countKnown(db: Db, account: string, emails: readonly string[]): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from contacts
      where user_id = ${account} and email in (select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`,
  );
  return row?.count ?? 0;
}

interface Restored {
  account: string;
  rows: readonly { id: string; before: Record<string, unknown> | null; changed_at: string }[];
}

/**
 * Deletes contacts that an import added, and gives the others back what it replaced, unless anything has happened
 * to them since. Returns how many were restored, and who's gone.
 */
export async function takeBackRows(db: Db, { account, rows }: Restored) {
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, before jsonb, changed_at timestamptz)`;
  const restored = await rowsOf(
    db,
    sql`update contacts c set name = b.name, phone = b.phone, country = b.country, tags = b.tags, fields = b.fields
      from ${input}, jsonb_to_record(g.before) as b(name text, phone text, country text, tags text[], fields jsonb)
      where g.before is not null and c.user_id = ${account} and c.id = g.id and c.updated_at = g.changed_at returning c.id`,
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
