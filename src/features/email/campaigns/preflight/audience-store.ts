/* A campaign's recipients, and the people left out with the reasons: counted before, and frozen at the
   start. */

import { type SQL, sql } from "drizzle-orm";
import { consentIn, emailHashIn } from "#src/features/audience/consent-records/tables.ts";
import {
  type BatchKey,
  countRecipients,
  insertRecipients,
  type RecipientCount,
  type SenderSplit,
} from "#src/features/email/delivery/delivery.ts";
import { HELD_UNTIL_DECIDED, type SkipReason } from "#src/features/email/delivery/rules.ts";
import { receivedRecently } from "#src/features/email/delivery/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { RESEND_HOURS_MIN } from "../rules.ts";
import { delayOf, isHeldOut, isSampled, type Split, variantOf } from "./split-store.ts";

const RESEND_PAUSE = `${RESEND_HOURS_MIN} hours`;

/** A campaign's audience now, and everything that decides who of it gets the campaign. */
export interface AudienceQuery extends BatchKey {
  /** The contacts in the audience. */
  people: SQL;
  topic: string;
  content_hash: string;
  now: string;
  series_id: string | null;
  resend_of: string | null;
  /** Set if it starts with a test. */
  split?: Split | undefined;
}

/** The times for each part of an audience, by known location. Everyone else gets it at `rest`. */
export interface DueTimes {
  rest: string;
  places: (ContactLocation & { due_at: string })[];
}

export interface ContactLocation {
  time_zone: string | null;
  country: string;
}

/** More than there are, unless someone imported nonsense. */
const PLACES_MAX = 5000;

export interface AudienceCounts {
  recipients: number;
  /** The number of them for each sending account, by its position. */
  sender_recipients: number[];
  left_out: Partial<Record<SkipReason, number>>;
}

function countsOf(rows: RecipientCount[]): AudienceCounts {
  const counts: AudienceCounts = { recipients: 0, sender_recipients: [0], left_out: {} };
  const { sender_recipients, left_out } = counts;
  for (const { reason, sender_index, count } of rows) {
    if (reason !== null) left_out[reason] = (left_out[reason] ?? 0) + Number(count);
    else {
      counts.recipients += Number(count);
      while (sender_recipients.length <= sender_index) sender_recipients.push(0);
      sender_recipients[sender_index] = Number(count);
    }
  }
  return counts;
}

/** Counts the people in the audience who would get a row, and those who wouldn't by reason. */
export async function countAudience(
  db: Db,
  campaign: AudienceQuery,
  senders: SenderSplit,
): Promise<AudienceCounts> {
  const { variant } = versionIn(campaign, sql`null::timestamptz`);
  const people = campaign.split
    ? sql`select a.*, ${variant} as variant from (${aimedAt(campaign)}) a`
    : aimedAt(campaign);
  return countsOf(await countRecipients(db, campaign, { people, ...senders }));
}

export async function countByLocation(
  db: Db,
  campaign: AudienceQuery,
): Promise<(ContactLocation & { count: number })[]> {
  return rowsOf(
    db,
    sql`select time_zone, country, count(*)::int as count from (${aimedAt(campaign)}) aimed
      where reason is null group by time_zone, country order by count desc limit ${PLACES_MAX}`,
  );
}

/** Gives everyone in the audience a row. A second run adds only missing ones. */
export async function insertAudience(
  db: Db,
  campaign: AudienceQuery,
  { due, ...senders }: SenderSplit & { due: DueTimes },
): Promise<AudienceCounts> {
  const { variant, due_at } = versionIn(campaign, sql`coalesce(p.due_at, ${due.rest}::timestamptz)`);
  const people = sql`select a.id, a.host, a.reason, ${variant} as variant, ${due_at} as due_at
    from (${aimedAt(campaign)}) a left join json_to_recordset(${JSON.stringify(due.places)}::json)
      as p (time_zone text, country text, due_at timestamptz)
      on p.country = a.country and p.time_zone is not distinct from a.time_zone`;
  const isTested = campaign.split !== undefined;
  return countsOf(await insertRecipients(db, campaign, { people, isTested, ...senders }));
}

/** The version that a person `a` gets, and when, if it's usually due then. Without one, they wait for the winner. */
function versionIn({ split }: AudienceQuery, due: SQL): Record<"variant" | "due_at", SQL> {
  if (!split) return { variant: sql`null::smallint`, due_at: due };
  const id = sql`a.id`;
  const variant = sql`case when ${isSampled(split, id)} then ${variantOf(split, id)} end`;
  return {
    variant,
    due_at: sql`case when ${isSampled(split, id)} then ${due} + ${delayOf(split, variantOf(split, id))}
      when a.reason is null then ${HELD_UNTIL_DECIDED}::timestamptz else ${due} end`,
  };
}

/** Matches people in the current audience without a row, who weren't in it at the start. */
function lateIn(campaign: AudienceQuery): SQL {
  return sql`select aimed.* from (${aimedAt(campaign)}) aimed
    where aimed.reason is null and not exists (select 1 from deliveries d where d.user_id = ${campaign.user_id}
      and d.batch_id = ${campaign.id}::uuid and d.contact_id = aimed.id)
      and not ${mergedGot("aimed", campaign, sql`d.batch_id = ${campaign.id}::uuid and ${GOT}`)}`;
}

export async function countLateJoiners(db: Db, campaign: AudienceQuery): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (${lateIn(campaign)}) late`,
  );
  return Number(row?.count ?? 0);
}

/** Gives each of them a row, and returns how many got one. */
export async function insertLateJoiners(
  db: Db,
  campaign: AudienceQuery,
  senders: SenderSplit,
): Promise<number> {
  const people = sql`select late.*, ${campaign.now}::timestamptz as due_at from (${lateIn(campaign)}) late`;
  return countsOf(await insertRecipients(db, campaign, { people, ...senders })).recipients;
}

/** Counts people in more than one of these campaigns: future ones, and those with a frozen list. */
export async function countOverlap(db: Db, ahead: AudienceQuery[], frozen: BatchKey[]): Promise<number> {
  const people = [
    ...ahead.map((aim) => sql`select id from (${aimedAt(aim)}) aimed where reason is null`),
    ...frozen.map(
      ({ user_id, id }) => sql`select contact_id as id from deliveries where user_id = ${user_id}
        and batch_id = ${id}::uuid and state not in ('failed', 'skipped')`,
    ),
  ];
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select id from (${sql.join(people, sql` union all `)}) people
      group by id having count(*) > 1) twice`,
  );
  return Number(row?.count ?? 0);
}

const GOT = sql`d.state not in ('failed', 'skipped')`;

/**
 * Matches contacts that absorbed, by a merge, someone who got what `isWhat` matches. Merges are few, so
 * they're scanned once for all contacts.
 */
function mergedGot(alias: string, { user_id }: AudienceQuery, isWhat: SQL): SQL {
  return sql`${sql.identifier(alias)}.id in (select m.kept_id from contact_merges m
    join deliveries d on d.user_id = m.user_id and d.contact_id = m.id
    join campaigns k on k.user_id = d.user_id and k.id = d.batch_id
    where m.user_id = ${user_id} and ${isWhat})`;
}

function aimedAt(campaign: AudienceQuery): SQL {
  return sql`select c.id, lower(regexp_replace(c.email, '^.*@', '')) as host,
      c.time_zone, c.country, ${leftOutBecause(campaign)} as reason
    from ${campaign.people} c where ${didNotOpen(campaign)}`;
}

/** Returns the reason why a contact doesn't get a campaign, or null if they do. */
function leftOutBecause(aim: AudienceQuery): SQL {
  const { user_id, id, content_hash, topic, now, series_id, resend_of, split } = aim;
  const isReceived = sql`k.id <> ${id}::uuid and ${GOT} and (k.resend_of = ${resend_of}::uuid
    or (k.content_hash = ${content_hash}
      and (k.series_id is null or k.series_id is distinct from ${series_id}::uuid)))`;
  const isRecent = sql`d.handed_over_at > ${now}::timestamptz - ${RESEND_PAUSE}::interval`;
  const consent = sql`(select ${sql.raw(consentIn("c", "about.topic"))} from (select ${topic}::text as topic) about)`;
  const lately = sql`(select ${sql.raw(receivedRecently("about.now"))} from (select ${now}::timestamptz as now) about)`;
  return sql`case
    when c.status in ('unsubscribed', 'bounced', 'complained', 'blocked')
      or exists (select 1 from suppressions s where s.user_id = c.user_id
        and s.email_hash = ${sql.raw(emailHashIn("c"))} and (s.scope is null or s.scope = ${topic})) then 'suppressed'
    when c.status = 'unconfirmed' or ${consent} is distinct from 'confirmed' then 'consent'
    when c.paused_until > ${now}::timestamptz then 'paused'
    when ${lately} then 'often'
    when exists (select 1 from deliveries d join campaigns k on k.user_id = d.user_id and k.id = d.batch_id
      where d.user_id = ${user_id} and d.contact_id = c.id and ${isReceived})
      or ${mergedGot("c", aim, isReceived)} then 'received'
    when ${resend_of}::uuid is not null and (exists (select 1 from deliveries d where d.user_id = ${user_id}
      and d.contact_id = c.id and ${isRecent}) or ${mergedGot("c", aim, isRecent)}) then 'recent'
    when ${split ? isHeldOut(split, sql`c.id`) : sql`false`} then 'holdout'
    end`;
}

/**
 * Matches contacts who got another campaign without any sign that they opened it. Possible opens by machines
 * count here, because some inboxes load pictures only by machine.
 */
function didNotOpen(aim: AudienceQuery): SQL {
  const { user_id, resend_of } = aim;
  if (resend_of === null) return sql`true`;
  const isOpened = sql`coalesce(d.opened_at, d.machine_opened_at, d.clicked_at) is not null`;
  return sql`exists (select 1 from deliveries d where d.user_id = ${user_id}
    and d.batch_id = ${resend_of}::uuid and d.contact_id = c.id and d.state in ('handed_over', 'delivered')
    and not (${isOpened}))
    and not ${mergedGot("c", aim, sql`d.batch_id = ${resend_of}::uuid and ${isOpened}`)}`;
}
