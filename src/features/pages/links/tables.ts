import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { PicturePlace } from "#src/features/pages/media/tables.ts";
import type { StaffMark } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { clientProfiles, markIndexes } from "#src/features/pages/profiles/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import { searchIndex } from "#src/platform/db/list.ts";
import type { Animation, Layout, LinkKind } from "./blocks-contract.ts";
import { CHECKED_FIELDS } from "./checks/rules.ts";
import type { Audience, Schedule } from "./page/access.ts";
import { TAGS_MAX } from "./tag-rules.ts";

/** Ends a tag and a folder in the text below. No text that people type has these. */
export const TAG_END = "\u001f";
export const FOLDER_END = "\u001e";

type Searched = "title" | "url" | "description" | "notes" | "folder" | "tags";

/**
 * What's searched in a link: a line for each of its texts. Tags are taken one by one, because an index can only have
 * functions that never change, and the one that joins an array isn't among them.
 */
export function linkText(link: Record<Searched, SQLWrapper>): SQL {
  const tags = Array.from(
    { length: TAGS_MAX },
    (_, at) => sql`coalesce(chr(10) || ${link.tags}[${sql.raw(String(at + 1))}] || chr(31), '')`,
  );
  return sql`(${link.title} || chr(10) || ${link.url} || coalesce(chr(10) || ${link.description}, '')
    || coalesce(chr(10) || ${link.notes}, '') || coalesce(chr(10) || ${link.folder} || chr(30), '')
    || ${sql.join(tags, sql` || `)})`;
}

/** The columns of spec §3, followed by our own. */
export const links = pgTable(
  "links",
  {
    id: uuid().primaryKey(),
    profile_id: uuid().notNull(),
    user_id: text().notNull(),
    title: text().notNull(),
    description: text(),
    url: text().notNull(),
    icon: text(),
    show_icon: boolean().notNull().default(false),
    show_adult_warning: boolean().notNull().default(false),
    is_ab_test: boolean().notNull().default(false),
    link_a: text(),
    link_b: text(),
    ab_split_ratio: doublePrecision().notNull().default(0.5),
    geo_restrictions: jsonb(),
    geo_blocked_fallback_url: text(),
    click_count: integer().notNull().default(0),
    updated_at: isoTime().notNull(),

    is_visible: boolean().notNull().default(true),
    position: integer().notNull(),
    created_at: isoTime().notNull(),
    deleted_at: isoTime(),

    kind: text().$type<LinkKind>().notNull().default("link"),
    /** What a block holds besides the columns it shares with links (`blocks-contract.ts`). */
    content: jsonb().$type<Record<string, unknown>>(),
    /** The group that it's in. One that was deleted counts as none, until it's restored. */
    parent_id: uuid(),
    layout: text().$type<Layout>().notNull().default("row"),
    animation: text().$type<Animation>(),
    picture_url: text(),

    /** When it opens and for whom (`page/access.ts`). */
    schedule: jsonb().$type<Schedule>(),
    expires_at: isoTime(),
    expires_clicks: integer(),
    expired_url: text(),
    opened_count: integer().notNull().default(0),
    audience: jsonb().$type<Audience>(),
    password_hash: text(),
    /** For whoever edits the page. */
    notes: text(),

    /** What follows `/go/` in its short address (`link_names` has the earlier ones, too). */
    short_name: text(),
    is_short_name_own: boolean().notNull().default(false),
    /** Both are for the dashboard alone (`tag-rules.ts`). */
    tags: text().array().notNull().default([]),
    folder: text(),

    /** Set while staff of the instance hide it, and while they label it as adult content. */
    staff_hidden: jsonb().$type<StaffMark>(),
    staff_adult: jsonb().$type<StaffMark>(),
  },
  (table) => [
    index("links_profile").on(table.profile_id, table.position),
    searchIndex("links_text", linkText(table)).where(sql`${table.deleted_at} is null`),
    ...markIndexes("links", table),
    index("links_newest").on(table.created_at, table.id),
  ],
);

/** The names that lead to links: what they're called now, and what they were called before. */
export const linkNames = pgTable(
  "link_names",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    user_id: text().notNull(),
    profile_id: uuid().notNull(),
    link_id: uuid().notNull(),
    /** False if it works only at the account's own domains, because another account has it elsewhere. */
    is_shared: boolean().notNull(),
    since: isoTime().notNull(),
    /** Null for a name that the link has now. */
    kept_until: isoTime(),
  },
  (table) => [
    uniqueIndex("link_names_own").on(table.user_id, table.name),
    uniqueIndex("link_names_shared").on(table.name).where(sql`${table.is_shared}`),
    index("link_names_profile").on(table.profile_id),
  ],
);

/** What was changed about links, as columns before and after; a password only by its name. */
export const linkVersions = pgTable(
  "link_versions",
  {
    id: uuid().primaryKey(),
    link_id: uuid().notNull(),
    profile_id: uuid().notNull(),
    user_id: text().notNull(),
    changed_at: isoTime().notNull(),
    /** The kind of actor, and the person if it's one. */
    changed_through: text().notNull(),
    changed_by: text(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("link_versions_link").on(table.link_id, table.id),
    index("link_versions_profile").on(table.profile_id),
  ],
);

/** Whether links' addresses still lead somewhere (`checks/`): one of most, and two of those with an A/B test. */
export const linkChecks = pgTable(
  "link_checks",
  {
    link_id: uuid().notNull(),
    /** The link's field with the address. */
    field: text({ enum: CHECKED_FIELDS }).notNull().default("url"),
    profile_id: uuid().notNull(),
    user_id: text().notNull(),
    /** The address that this is about. */
    url: text().notNull(),
    host: text().notNull(),
    state: text({ enum: ["ok", "failing", "dead"] }).notNull(),
    /** Why it doesn't work, in words. */
    reason: text(),
    /** When it first failed. */
    failed_at: isoTime(),
    checked_at: isoTime(),
    next_check_at: isoTime().notNull(),
    /** When the account heard that it's dead. */
    told_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.link_id, table.field] }),
    index("link_checks_due").on(table.next_check_at),
    index("link_checks_profile").on(table.profile_id),
    index("link_checks_dead").on(table.user_id).where(sql`${table.state} = 'dead'`),
  ],
);

/** Empty for parameters that a template leaves alone. */
const utmValue = () => text().notNull().default("");

/** UTM parameters by the names that an account gives them. */
export const utmTemplates = pgTable(
  "utm_templates",
  {
    id: uuid().primaryKey(),
    user_id: text().notNull(),
    name: text().notNull(),
    utm_source: utmValue(),
    utm_medium: utmValue(),
    utm_campaign: utmValue(),
    utm_term: utmValue(),
    utm_content: utmValue(),
  },
  (table) => [index("utm_templates_account").on(table.user_id)],
);

/**
 * A SQL check whether visitors see the link `l` on its page, for which its group has to be shown, too.
 * `profiles` has the check for the page.
 */
export const LINK_IS_SHOWN = `(l.is_visible and l.deleted_at is null and l.staff_hidden is null and (l.parent_id is null or not exists (
  select from links g where g.id = l.parent_id and g.deleted_at is null and (not g.is_visible or g.staff_hidden is not null))))`;

/** SQL for the addresses that the link `l` leads to, some of them null. */
export const ADDRESSES = `array[case when l.is_ab_test then null else l.url end, case when l.is_ab_test then l.link_a end,
  case when l.is_ab_test then l.link_b end, l.geo_blocked_fallback_url, l.expired_url]`;

/** A SQL check whether the link `l` of the page `p` asks visitors for their age: its owner or staff say so. */
export const LINK_IS_ADULT =
  "(l.show_adult_warning or l.staff_adult is not null or p.staff_adult is not null)";

/** A SQL check whether a link has any conditions. */
export const LINK_HAS_ACCESS =
  "num_nonnulls(l.schedule, l.expires_at, l.expires_clicks, l.audience, l.password_hash) > 0";

/** The link `l`'s conditions as JSON, null for most. */
export const LINK_ACCESS = `case when ${LINK_HAS_ACCESS} then json_build_object('schedule', l.schedule,
  'expires_at', l.expires_at, 'expires_clicks', l.expires_clicks, 'expired_url', l.expired_url,
  'opened_count', l.opened_count, 'audience', l.audience, 'has_password', l.password_hash is not null) end`;

/** Pages come first, because accounts' links are found by them. */
const shownBy = (kind: PicturePlace["kind"], path: SQL, among: SQL): PicturePlace => ({
  kind,
  shown: sql`select ${path} as path, ${clientProfiles.user_id} as account, ${links.title} as name,
    ${links.profile_id}::text as profile_id,
    (${links.deleted_at} is not null or ${clientProfiles.deleted_at} is not null) as is_deleted
    from ${clientProfiles} join ${links} on ${links.profile_id} = ${clientProfiles.id} ${among}`,
});

export const LINK_PICTURES: readonly PicturePlace[] = [
  shownBy("icon", sql`${links.icon}`, sql`where ${links.icon} like '/media/%'`),
  shownBy("link", sql`${links.picture_url}`, sql`where ${links.picture_url} is not null`),
  shownBy(
    "gallery",
    sql`shown #>> '{}'`,
    sql`cross join lateral jsonb_path_query(${links.content}, '$.pictures[*].url') as shown
      where ${links.kind} = 'gallery'`,
  ),
];
