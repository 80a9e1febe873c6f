import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { fanLeads } from "#src/features/audience/leads/tables.ts";
import { user } from "#src/features/identity/accounts/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Role } from "#src/lib/access.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, type PageRequest, readPage, sortBy } from "#src/platform/db/list.ts";
import { someOf } from "#src/platform/db/rows.ts";
import type { OPENED_ON } from "./rules.ts";
import { notifications } from "./tables.ts";

export interface AccountMember {
  user_id: string;
  role: Role;
  profile_ids: string[] | null;
}

/** Includes the owner. */
export function listAccountMembers(db: Db, account: string): Promise<AccountMember[]> {
  return rowsOf<AccountMember>(
    db,
    sql`select id as user_id, 'owner' as role, null::uuid[] as profile_ids from users where id = ${account}
        union all select user_id, role, profile_ids from team_members where account = ${account}`,
  );
}

export async function listExistingPeople(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(inArray(user.id, [...ids]));
  return rows.map(({ id }) => id);
}

/** Lists people with one of these roles on the instance and nothing unread of this type. */
export async function listStaffWithoutUnread(
  db: Db,
  { roles, kind }: { roles: readonly string[]; kind: string },
): Promise<string[]> {
  const isUnread = and(
    eq(notifications.user_id, user.id),
    eq(notifications.kind, kind),
    // Push-only notifications aren't in the list and so never become read.
    eq(notifications.in_app, true),
    isNull(notifications.read_at),
  );
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(and(inArray(user.role, [...roles]), notExists(db.select().from(notifications).where(isUnread))));
  return rows.map(({ id }) => id);
}

/** A notification's id and its recipient. */
export interface NotificationRecipient {
  id: string;
  user_id: string;
}
const RECIPIENT_COLUMNS = { id: notifications.id, user_id: notifications.user_id };

/** Adds rows that don't exist yet, and returns those. */
export async function insertNotifications(
  db: Db,
  rows: (typeof notifications.$inferInsert)[],
): Promise<NotificationRecipient[]> {
  if (rows.length === 0) return [];
  return db.insert(notifications).values(rows).onConflictDoNothing().returning(RECIPIENT_COLUMNS);
}

interface Grouping {
  inApp: boolean;
  people: readonly string[];
  kind: string;
  profileId: string;
  at: string;
  groupMs: number;
}

const ofGroup = ({ people, kind, profileId, inApp }: Grouping) =>
  and(
    inArray(notifications.user_id, [...people]),
    eq(notifications.in_app, inApp),
    eq(notifications.kind, kind),
    eq(notifications.profile_id, profileId),
  );

/** Returns the time of a fan's sign-up. Undefined once they've been deleted. */
export async function findFanTime(
  db: Db,
  fan: { profileId: string; id: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ at: fanLeads.created_at })
    .from(fanLeads)
    .where(and(eq(fanLeads.profile_id, fan.profileId), eq(fanLeads.id, fan.id)));
  return row?.at;
}

/** Qualified with the table's name, because fans have times of their own. */
const SINCE = sql.raw("notifications.since");
const LATEST = sql.raw("notifications.created_at");

const fansBetween = (profileId: string, from: SQLWrapper, to: SQLWrapper) =>
  sql`(select count(*)::int from fan_leads f where f.profile_id = ${profileId}
    and f.created_at between ${from} and ${to})`;

/** Returns the people who have already read about a fan who signed up at that time, alone or among others. */
export async function listReadersOfFan(db: Db, group: Grouping): Promise<string[]> {
  const { since, created_at, count, read_at } = notifications;
  const isComplete = lte(fansBetween(group.profileId, SINCE, LATEST), count);
  const rows = await db
    .select({ id: notifications.user_id })
    .from(notifications)
    .where(
      and(
        ofGroup(group),
        isNotNull(read_at),
        lte(since, group.at),
        gte(created_at, group.at),
        // Otherwise someone else signed up at that very moment.
        isComplete,
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * Adds a fan to the people's unread notifications about a page, and returns those. The count is that of the
 * fans themselves, so that a repeated call changes nothing.
 */
export async function updateGroup(db: Db, group: Grouping): Promise<NotificationRecipient[]> {
  if (group.people.length === 0) return [];
  const { profileId, at, groupMs } = group;
  const from = sql`least(${SINCE}, ${at}::timestamptz)`;
  const to = sql`greatest(${LATEST}, ${at}::timestamptz)`;
  const width = sql`${groupMs} * interval '1 millisecond'`;
  const fans = fansBetween(profileId, from, to);
  return db
    .update(notifications)
    .set({ count: sql`greatest(${fans}, 1)`, since: from, created_at: to })
    .where(and(ofGroup(group), isNull(notifications.read_at), lte(sql`${to} - ${from}`, width)))
    .returning(RECIPIENT_COLUMNS);
}

/** A person's permissions in an account that isn't theirs. */
export interface ReadableAccount {
  account: string;
  /** Notifications about themselves. */
  own: readonly string[];
  kinds: readonly string[];
  /** The only profiles that they may know about, or null for everything. */
  profileIds: readonly string[] | null;
}

export interface Reader {
  id: string;
  sights: readonly ReadableAccount[];
}

function readableBy({ id, sights }: Reader): SQL | undefined {
  const { account, kind, profile_id } = notifications;
  const seen = sights.map(({ account: team, own, kinds, profileIds }) => {
    const place = profileIds === null ? undefined : inArray(profile_id, [...profileIds]);
    return and(eq(account, team), or(inArray(kind, [...own]), and(inArray(kind, [...kinds]), place)));
  });
  return and(eq(notifications.user_id, id), or(eq(account, id), ...seen));
}

const LIST: ListShape<"created_at"> = {
  sorts: { created_at: sortBy(notifications.created_at) },
  tie: [notifications.id],
  usual: { sort: "created_at", order: "desc" },
};

const nameOf = (id: SQL) => sql<string | null>`(select u.name from users u where u.id = ${id})`;
const { kind, subject, account, actor, profile_id } = notifications;
const subjectId = sql`${subject}::uuid`;
const NAMES = {
  owner_name: nameOf(sql`${account}`),
  actor_name: nameOf(sql`${actor}`),
  /**
   * The member's, fan's, or key's name, the task's title, the domain's host, the sender's address, or the
   * webhook's URL.
   */
  subject_name: sql<string | null>`case
    when ${kind} like 'domain\\_%' then (select d.host from domains d where d.account = ${account} and d.id = ${subjectId})
    when ${kind} = 'links_died' then (select l.title from links l where l.user_id = ${account} and l.id = ${subjectId})
    when ${kind} = 'fan' then (select f.name from fan_leads f where f.profile_id = ${profile_id} and f.id = ${subjectId})
    when ${kind} = 'task_due' then (select t.title from contact_tasks t where t.user_id = ${account} and t.id = ${subjectId})
    when ${kind} = 'sequence_halted' then (select s.name from sequences s where s.user_id = ${account} and s.id = ${subjectId})
    when ${kind} in ('automation_halted', 'automation_spent') then (select a.name from automations a where a.user_id = ${account} and a.id = ${subjectId})
    when ${kind} = 'automation_notified' then coalesce((select coalesce(nullif(c.name, ''), c.email) from contacts c where c.user_id = ${account} and c.id = ${subjectId}),
      (select a.name from automations a where a.user_id = ${account} and a.id = ${subjectId}))
    when ${kind} in ('reply', 'sequence_step') then (select coalesce(nullif(c.name, ''), c.email) from contacts c where c.user_id = ${account} and c.id = ${subjectId})
    when ${kind} = 'key_created' then (select k.name from api_keys k where k.account = ${account} and k.id = ${subjectId})
    when ${kind} like 'mailbox\\_%' then (select m.from_address from mailboxes m where m.user_id = ${account} and m.id = ${subjectId})
    when ${kind} like 'campaign\\_%' then (select c.name from campaigns c where c.user_id = ${account} and c.id = ${subjectId})
    when ${kind} = 'webhook_disabled' then (select w.url from webhooks w where w.account = ${account} and w.id = ${subjectId})
    else ${nameOf(sql`${subject}`)} end`,
  profile_name: clientProfiles.name,
};

export type NamedNotificationRow = Awaited<ReturnType<typeof listNotificationRows>>["rows"][number];

export type NamedNotification = Omit<NamedNotificationRow, "key">;

/** Returns one that the reader may read, in-app or push-only. */
export async function findNotification(
  db: Db,
  reader: Reader,
  id: string,
): Promise<NamedNotification | undefined> {
  const [row] = await db
    .select({ notification: notifications, ...NAMES })
    .from(notifications)
    .leftJoin(clientProfiles, eq(clientProfiles.id, profile_id))
    .where(and(readableBy(reader), eq(notifications.id, id)));
  return row;
}

export function listNotificationRows(
  db: Db,
  reader: Reader,
  page: { request: PageRequest<"created_at">; rows: number },
) {
  return readPage({ shape: LIST, ...page }, ({ key, after, orderBy, limit }) =>
    db
      .select({ notification: notifications, ...NAMES, key })
      .from(notifications)
      .leftJoin(clientProfiles, eq(clientProfiles.id, profile_id))
      .where(and(readableBy(reader), eq(notifications.in_app, true), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export async function countUnread(db: Db, reader: Reader, most: number): Promise<number> {
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(readableBy(reader), eq(notifications.in_app, true), isNull(notifications.read_at)))
    .limit(most);
  return rows.length;
}

interface Reading {
  person: string;
  at: string;
  /** Only these, or all that had arrived until then. */
  ids?: readonly string[];
  until?: string | undefined;
  /** From where their subjects were opened. The first time counts. */
  opened?: (typeof OPENED_ON)[number] | undefined;
}

/** Marks someone's notifications as read, or opened, and returns whether any weren't. */
export async function updateRead(db: Db, { person, at, ids, until, opened }: Reading): Promise<boolean> {
  const { read_at, opened_on } = notifications;
  const rows = await db
    .update(notifications)
    .set({ read_at: sql`coalesce(${read_at}, ${at}::timestamptz)`, ...(opened && { opened_on: opened }) })
    .where(
      and(
        eq(notifications.user_id, person),
        isNull(opened ? opened_on : read_at),
        ids && inArray(notifications.id, [...ids]),
        until === undefined ? undefined : lte(notifications.created_at, until),
      ),
    )
    .returning({ id: notifications.id });
  return rows.length > 0;
}

export async function deleteNotificationsOfProfile(db: Db, profileId: string): Promise<void> {
  await db.delete(notifications).where(eq(notifications.profile_id, profileId));
}

export async function deleteNotificationsOfTypes(
  db: Db,
  { account, kinds }: { account: string; kinds: readonly string[] },
): Promise<void> {
  await db
    .delete(notifications)
    .where(and(eq(notifications.account, account), inArray(notifications.kind, [...kinds])));
}

/** Deletes notifications from before a moment, a batch at a time. */
export async function deleteNotificationsBefore(db: Db, before: string, most: number): Promise<number> {
  const rows = await db
    .delete(notifications)
    .where(someOf(notifications, { where: lt(notifications.created_at, before), most }))
    .returning({ id: notifications.id });
  return rows.length;
}
