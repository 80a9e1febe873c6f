import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Topic } from "#src/features/audience/consent-records/rules.ts";
import { emailHashOf } from "#src/features/audience/consent-records/tables.ts";
import type { Ctx } from "#src/platform/context.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import { searchIndex } from "#src/platform/db/list.ts";
import type { ContactFilterInput } from "./contract.ts";
import { isRiskyAddress } from "./list/address-quality-store.ts";
import type { MergeUndo } from "./merge/merge-rules.ts";
import type {
  FieldDefinition,
  FieldValue,
  RequestKind,
  Stage,
  Status,
  TimelineKind,
  Touch,
} from "./rules.ts";

/** SQL for the text that contacts are searched in. Phone numbers are found as written and by their digits. */
export function contactText({ name, email, phone }: Record<"name" | "email" | "phone", SQLWrapper>): SQL {
  return sql`(${name} || chr(10) || ${email} || chr(10) || coalesce(${phone}, '') || chr(10) || regexp_replace(coalesce(${phone}, ''), '[^0-9]', '', 'g'))`;
}

/** Fans of an account: one row per normalized e-mail address, however often they signed up. */
export const contacts = pgTable(
  "contacts",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    /** Trimmed and lowercased (spec §5). */
    email: text().notNull(),
    name: text().notNull().default(""),
    phone: text(),
    country: text().notNull().default("UNKNOWN"),
    time_zone: text(),
    tags: text().array().notNull().default([]),
    /** Values of custom fields, by key. */
    fields: jsonb().$type<Record<string, FieldValue>>().notNull().default({}),
    /** Derived from suppressions and consents; stored here so that lists and audiences can filter by it. */
    status: text().$type<Status>().notNull(),
    /** The profiles of their sign-ups, the first one first. */
    profile_ids: uuid().array().notNull().default([]),
    first_touch: jsonb().$type<Touch>(),
    last_touch: jsonb().$type<Touch>(),
    /** They requested no e-mail until then. */
    paused_until: isoTime(),
    /** Their stage in the account's pipeline, and since when. */
    stage_id: uuid(),
    stage_at: isoTime(),
    /** Their value, in hundredths of the pipeline's currency. */
    value_cents: bigint({ mode: "number" }),
    owner_id: text(),
    /** Points that rules, programs, and the team gave them. */
    score: integer().notNull().default(0),
    /** They requested at most one e-mail in this many days. */
    mail_every_days: integer(),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    uniqueIndex("contacts_email").on(table.user_id, table.email),
    // Links in old e-mails name a contact without its account.
    index("contacts_id").on(table.id),
    index("contacts_newest").on(table.user_id, table.created_at, table.id),
    index("contacts_name").on(table.user_id, sql`lower(${table.name})`, table.id),
    index("contacts_facets").using(
      "gin",
      table.user_id,
      table.tags,
      table.profile_ids,
      table.country,
      table.status,
    ),
    searchIndex("contacts_text", contactText(table)),
    // Few contacts are in the pipeline or have an owner, so the others don't pay for it.
    index("contacts_stage")
      .on(table.user_id, table.stage_id, table.stage_at, table.id)
      .where(sql`${table.stage_id} is not null`),
    index("contacts_owner").on(table.owner_id, table.user_id).where(sql`${table.owner_id} is not null`),
    // Links in old e-mails and requests identify an address only by its hash.
    index("contacts_hash").using("hash", emailHashOf(table.user_id, table.email)),
    index("contacts_odd").on(table.user_id, table.created_at, table.id).where(isRiskyAddress(table.email)),
  ],
);

export const contactTimeline = pgTable(
  "contact_timeline",
  {
    user_id: text().notNull(),
    contact_id: uuid().notNull(),
    id: uuid().notNull(),
    kind: text().$type<TimelineKind>().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.contact_id, table.id] }),
    index("contact_timeline_newest").on(table.user_id, table.contact_id, table.at, table.id),
  ],
);

/**
 * A later slice's events of a contact, limited to profiles that the caller may see: `id uuid, kind text, at
 * timestamptz, data jsonb`.
 */
export type TimelineSource = (of: { account: string; id: string } & Pick<Ctx, "profileIds">) => SQL;

/** The language of conditions, whose slice comes later. */
export interface ConditionSource {
  /** The condition that a filter stands for, or null if it's everyone. Refuses one that doesn't work. */
  read(ctx: Ctx, input: ContactFilterInput): Promise<object | null>;
  /** SQL that's true for a contact whom a condition is true for, now. */
  test(ctx: Ctx, condition: object): Promise<SQL>;
}

/** A slice's data about a contact, for the export of a person's data. `ids` is a text array. */
export interface PersonSource {
  name: string;
  rows: (of: { account: string; ids: string; email: string; email_hash: string }) => SQL;
}

/**
 * Contacts that are gone or have another address now, so that links in old e-mails still unsubscribe the
 * address they were sent to. An address may have several.
 */
export const formerContacts = pgTable(
  "former_contacts",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    email_hash: text().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id, table.email_hash, table.at] }),
    index("former_contacts_id").on(table.id),
  ],
);

/**
 * An account's settings for all of its contacts, and the accounts whose hashes `suppressions` has from
 * exports.
 */
export const contactSettings = pgTable("contact_settings", {
  user_id: text().primaryKey(),
  fields: jsonb().$type<FieldDefinition[]>().notNull().default([]),
  tags: text().array().notNull().default([]),
  /** The pipeline's stages in their order, and the currency of contacts' values. */
  stages: jsonb().$type<Stage[]>().notNull().default([]),
  currency: text().notNull().default("USD"),
  /** The account's topics besides news, in their order. */
  topics: jsonb().$type<Topic[]>().notNull().default([]),
  former_accounts: text().array().notNull().default([]),
});

/**
 * Contacts that were merged into another one. Rows under their own id stay under it, here and in later
 * slices, so that a merge can be undone and links in old e-mails keep working.
 */
export const contactMerges = pgTable(
  "contact_merges",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    kept_id: uuid().notNull(),
    at: isoTime().notNull(),
    /** The undo data, as long as undoing is possible. */
    undo: jsonb().$type<MergeUndo>(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("contact_merges_kept").on(table.user_id, table.kept_id),
    index("contact_merges_undo").on(table.at).where(sql`${table.undo} is not null`),
  ],
);

export const contactTasks = pgTable(
  "contact_tasks",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    contact_id: uuid().notNull(),
    title: text().notNull(),
    due_at: isoTime().notNull(),
    /** The person to remind. Null for the account's owner. */
    assignee_id: text(),
    done_at: isoTime(),
    reminded_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("contact_tasks_contact").on(table.user_id, table.contact_id),
    index("contact_tasks_open")
      .on(table.user_id, table.due_at, table.id)
      .where(sql`${table.done_at} is null`),
    index("contact_tasks_reminders")
      .on(table.due_at)
      .where(sql`${table.done_at} is null and ${table.reminded_at} is null`),
    index("contact_tasks_assignee").on(table.assignee_id).where(sql`${table.assignee_id} is not null`),
  ],
);

/** Privacy requests and their results: evidence without the person's address. */
export const contactRequests = pgTable(
  "contact_requests",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    kind: text().$type<RequestKind>().notNull(),
    email_hash: text().notNull(),
    /** The team member who handled it, or null if it was the contact. */
    by: text(),
    report: jsonb().$type<Record<string, number>>().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("contact_requests_newest").on(table.user_id, table.at, table.id),
  ],
);
