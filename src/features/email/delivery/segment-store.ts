/* What segments count of e-mail. */
import { type SQL, sql } from "drizzle-orm";
import type { EventQuery, EventSource } from "#src/features/audience/segments/tables.ts";
import { GO_PATH } from "#src/lib/paths.ts";

const UNPAID = sql`null::numeric as amount, null::text as currency`;

function isAbout(row: SQL, { account, test, contactIds }: EventQuery): SQL {
  const { campaign_id, last_campaigns } = test;
  return sql`${row}.user_id = ${account}${contactIds ? sql` and ${row}.contact_id = any(${contactIds})` : sql``}${
    campaign_id === undefined ? sql`` : sql` and ${row}.batch_id = ${campaign_id}::uuid`
  }${
    last_campaigns === undefined
      ? sql``
      : sql` and ${row}.batch_id in (select id from batches where user_id = ${account} order by started_at desc, id limit ${last_campaigns})`
  }`;
}

const since = (column: SQL, { since }: EventQuery) =>
  since === null ? sql`` : sql` and ${column} >= ${since}::timestamptz`;

/** One for each message. */
const messages = (column: SQL, query: EventQuery) =>
  sql`select d.contact_id, ${column} as at, ${UNPAID} from deliveries d
    where ${isAbout(sql`d`, query)} and ${column} is not null${since(column, query)}`;

const clicks = (query: EventQuery) =>
  sql`select k.contact_id, k.created_at as at, ${UNPAID} from delivery_clicks k
    where ${isAbout(sql`k`, query)} and not k.is_machine${since(sql`k.created_at`, query)}`;

/** Clicks in e-mail on a page's links, whose URLs have their ids. */
function linkClicks(query: EventQuery): SQL {
  const { link_id, profile_id } = query.test;
  const url = sql`(select b.snapshot->'links'->>k.link from batches b where b.user_id = k.user_id and b.id = k.batch_id)`;
  if (link_id !== undefined) return sql`${clicks(query)} and strpos(${url}, ${GO_PATH + link_id}) > 0`;
  if (profile_id === undefined) return sql`${clicks(query)} and strpos(${url}, ${GO_PATH}) > 0`;
  return sql`${clicks(query)} and exists (select from links l where l.profile_id = ${profile_id}::uuid
    and strpos(${url}, ${GO_PATH} || l.id) > 0)`;
}

export const deliverySources: readonly EventSource[] = [
  { event: "received", rows: (query) => messages(sql`d.handed_over_at`, query) },
  { event: "opened", rows: (query) => messages(sql`d.opened_at`, query) },
  { event: "replied", rows: (query) => messages(sql`d.replied_at`, query) },
  { event: "clicked_email", rows: clicks },
  { event: "clicked", rows: linkClicks },
];
