/* What happened in the past that would have started a rule: each trigger's events, read from where they're kept. */
import { type SQL, sql } from "drizzle-orm";
import { firstIdAt } from "#src/lib/ids.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Trigger, TriggerType } from "./definition-rules.ts";
import type { Facts } from "./tables.ts";
import { readableFacts } from "./trigger-rules.ts";

export interface Happened {
  contact_id: string | null;
  at: string;
  /** The same for what happened once. */
  source: string;
  facts: Facts;
}

/** Where to look: from `since`, and the newest `rows` at most. */
export interface Past {
  account: string;
  since: string;
  /** The oldest announced event to look at. */
  first: string;
  now: string;
  rows: number;
  /** What of bodies that came in is asked about. All of them together would be too much. */
  asked: readonly string[];
}

type Of<Type extends TriggerType> = Extract<Trigger, { type: Type }>;

/** Triggers whose events are somewhere. Dates and clocks are calculated (`replay.ts`). */
export type RecordedTrigger = Exclude<Trigger, { type: "date" | "schedule" }>;

/** The newest events of a trigger, the last one first. */
export async function listHappened(db: Db, trigger: RecordedTrigger, past: Past): Promise<Happened[]> {
  const rows = await rowsOf<
    Omit<Happened, "at" | "facts"> & { at: Date | string; facts: Record<string, unknown> }
  >(
    db,
    sql`select h.contact_id, h.at, h.source, h.facts from (${happened(trigger, past)}) h
      order by h.at desc, h.source limit ${past.rows}`,
  );
  return rows.map(({ at, facts, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    facts: known(facts),
  }));
}

/** Facts without those that nobody knows. Amounts are kept in the smallest unit, and asked about in the currency’s. */
function known(facts: Record<string, unknown>): Facts {
  const said: Facts = readableFacts(facts);
  if (typeof said.amount !== "number" || typeof said.currency !== "string") return said;
  const format = new Intl.NumberFormat("en", { style: "currency", currency: said.currency });
  return { ...said, amount: said.amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) };
}

function happened(trigger: RecordedTrigger, past: Past): SQL {
  switch (trigger.type) {
    case "page_opened":
      return pageOpened(trigger, past);
    case "link_clicked":
      return linkClicked(trigger, past);
    case "tag":
      return tagged(trigger, past);
    case "field":
      return fieldChanged(trigger, past);
    case "stage":
      return staged(trigger, past);
    case "segment":
      return sql`select m.contact_id, m.at, 'segment ' || m.id as source,
          jsonb_build_object('segment_id', m.segment_id) as facts from segment_moves m
        where m.user_id = ${past.account} and m.segment_id = ${trigger.segment_id}::uuid and m.kind = ${trigger.action}
          and m.at >= ${past.since}::timestamptz order by m.at desc limit ${past.rows}`;
    case "contact_added":
      // As for rules that are on, what an import adds doesn't count.
      return sql`select e.subject::uuid as contact_id, e.time as at, e.id::text as source, '{}'::jsonb as facts
        from (select * ${eventsOf(past, "contact.created")} and ${ID} order by e.id desc limit ${past.rows}) e`;
    case "inactive":
      return becameInactive(trigger, past);
    case "mail_sent":
    case "mail_opened":
    case "mail_clicked":
    case "bounced":
    case "complained":
      return mailed(trigger, past);
    default:
      return announced(trigger, past);
  }
}

/** An account's events of one name. Their ids begin with their time, so that older ones aren't looked at. */
const eventsOf = ({ account, since, first }: Past, name: string): SQL =>
  sql`from events e where e.account = ${account} and e.id >= ${first}::uuid and e.name = ${name}
    and e.time >= ${since}::timestamptz`;

/** The first of the account's announced events since then, or of the newest `most` if there are more. */
export async function findFirstEvent(
  db: Db,
  { account, since, most }: { account: string; since: string; most: number },
): Promise<{ first: string; is_cut: boolean }> {
  const first = firstIdAt(since);
  const [row] = await rowsOf<{ id: string }>(
    db,
    sql`select id from events where account = ${account} and id >= ${first}::uuid order by id desc offset ${most} limit 1`,
  );
  return row ? { first: row.id, is_cut: true } : { first, is_cut: false };
}

/** Subjects are ids, but not those of suppressed addresses without a contact. */
const ID = sql`e.subject ~ '^[0-9a-f-]{36}$'`;

function announced(
  trigger: Of<"lead" | "confirmed" | "replied" | "unsubscribed" | "order" | "webhook">,
  past: Past,
): SQL {
  const newest = sql`order by e.id desc limit ${past.rows}`;
  const { account } = past;
  if (trigger.type === "lead")
    return sql`select f.contact_id, e.time as at, e.id::text as source, jsonb_build_object('profile_id', f.profile_id,
        'country', f.country, 'referrer_host', f.referrer_host) as facts
      from (select * ${eventsOf(past, "lead.captured")} and ${ID} ${amongText(sql`e.payload->>'profile_id'`, trigger.profile_ids)} ${newest}) e
        join fan_leads f on f.user_id = ${account} and f.id = e.subject::uuid where f.contact_id is not null`;
  if (trigger.type === "order")
    return sql`select (e.payload->>'contact_id')::uuid as contact_id, e.time as at, e.id::text as source,
        jsonb_build_object('order_id', e.subject, 'amount', o.amount, 'currency', o.currency) as facts
      from (select * ${eventsOf(past, "order.reported")} and e.payload->>'contact_id' is not null ${newest}) e
        left join orders o on o.user_id = ${account} and o.id = e.subject`;
  if (trigger.type === "replied")
    return sql`select e.subject::uuid as contact_id, e.time as at, e.id::text as source,
        jsonb_build_object('campaign_id', e.payload->>'campaign') as facts
      from (select * ${eventsOf(past, "contact.replied")} and ${ID} ${newest}) e`;
  if (trigger.type === "unsubscribed")
    return sql`select e.subject::uuid as contact_id, e.time as at, e.id::text as source,
        jsonb_build_object('topic', coalesce(e.payload->>'scope', '')) as facts
      from (select * ${eventsOf(past, "contact.unsubscribed")} and ${ID}
        ${trigger.topic === null ? sql`` : sql`and coalesce(e.payload->>'scope', ${trigger.topic}) = ${trigger.topic}`} ${newest}) e
        join contacts c on c.user_id = ${account} and c.id = e.subject::uuid`;
  if (trigger.type === "webhook")
    return sql`select (e.payload->>'contact_id')::uuid as contact_id, e.time as at, e.id::text as source,
        coalesce((select jsonb_object_agg('body.' || b.key, b.value) from jsonb_each(e.payload->'body') b
            where 'body.' || b.key = any(${list(past.asked)}::text[])), '{}'::jsonb)
          || jsonb_build_object('webhook_id', e.subject) as facts
      from (select * ${eventsOf(past, "incoming_webhook.received")} and e.subject = ${trigger.webhook_id} ${newest}) e`;
  return sql`select e.subject::uuid as contact_id, e.time as at, e.id::text as source, '{}'::jsonb as facts
    from (select * ${eventsOf(past, "contact.confirmed")} and ${ID} ${newest}) e`;
}

const list = (ids: readonly string[]) => sql`${sql.param([...ids])}`;
const among = (column: SQL, ids: readonly string[]) =>
  ids.length === 0 ? sql`` : sql`and ${column} = any(${list(ids)}::uuid[])`;
const amongText = (column: SQL, ids: readonly string[]) =>
  ids.length === 0 ? sql`` : sql`and ${column} = any(${list(ids)}::text[])`;

/** The newest sign-ups with a visit that's known. */
const visits = ({ account, since, rows }: Past) =>
  sql`(select f.* from fan_leads f where f.user_id = ${account} and f.contact_id is not null and f.session_id is not null
    and f.created_at >= ${since}::timestamptz - interval '30 minutes' order by f.created_at desc limit ${rows}) f`;

/** What a visit's row says. The text of a URL's tags begins with `utm_source`. */
const placeOf = (
  row: SQL,
) => sql`jsonb_build_object('profile_id', ${row}.profile_id, 'country', ${row}.country,
  'device', ${row}.device_type, 'app', ${row}.app, 'referrer_host', ${row}.referrer_host, 'utm_source', (select split_part(t.text, '|', 1)
    from visit_texts t where t.profile_id = ${row}.profile_id and t.id = ${row}.utm_id))`;

const inVisit = (
  row: SQL,
  at: SQL,
  { since }: Past,
) => sql`${row}.profile_id = f.profile_id and ${row}.session_id = f.session_id
  and ${at} between f.created_at - interval '30 minutes' and f.created_at + interval '30 minutes'
  and ${at} >= ${since}::timestamptz and not ${row}.is_bot and not ${row}.is_suspected`;

function pageOpened({ profile_ids }: Of<"page_opened">, past: Past): SQL {
  return sql`select f.contact_id, v.viewed_at as at, 'view ' || v.id as source, ${placeOf(sql`v`)} as facts
    from ${visits(past)} join page_views v on ${inVisit(sql`v`, sql`v.viewed_at`, past)} ${among(sql`f.profile_id`, profile_ids)}`;
}

/** On a page, and in e-mail. */
function linkClicked({ link_ids }: Of<"link_clicked">, past: Past): SQL {
  const url = sql`(select b.snapshot->'links'->>k.link from batches b where b.user_id = k.user_id and b.id = k.batch_id)`;
  const link = sql`substring(${url} from ${`${GO_PATH}([0-9a-f-]{36})`})`;
  const own = link_ids.length === 0 ? sql`m.link is not null` : sql`m.link = any(${list(link_ids)}::text[])`;
  return sql`select f.contact_id, a.clicked_at as at, 'click ' || a.id as source,
      ${placeOf(sql`a`)} || jsonb_build_object('link_id', a.link_id) as facts
    from ${visits(past)} join link_analytics a on ${inVisit(sql`a`, sql`a.clicked_at`, past)} ${among(sql`a.link_id`, link_ids)}
    union all
    select m.contact_id, m.created_at, 'mail click ' || m.id,
      jsonb_build_object('link_id', m.link, 'country', m.country, 'device', m.device)
    from (select k.contact_id, k.created_at, k.id, k.country, k.device, ${link} as link from delivery_clicks k
      where k.user_id = ${past.account} and not k.is_machine and k.created_at >= ${past.since}::timestamptz
      order by k.created_at desc limit ${past.rows}) m where ${own}`;
}

function mailed(
  trigger: Of<"mail_sent" | "mail_opened" | "mail_clicked" | "bounced" | "complained">,
  { account, since, rows }: Past,
): SQL {
  const ids = "campaign_ids" in trigger ? trigger.campaign_ids : [];
  const about = sql`'campaign_id', b.id, 'subject', b.snapshot->>'subject'`;
  const ofBatch = (row: SQL) => sql`join batches b on b.user_id = ${row}.user_id and b.id = ${row}.batch_id`;
  if (trigger.type === "mail_sent")
    return sql`select d.contact_id, d.handed_over_at as at, 'sent ' || d.batch_id || ' ' || d.contact_id as source,
        jsonb_build_object(${about}) as facts
      from batches b cross join lateral (select * from deliveries d where d.user_id = b.user_id and d.batch_id = b.id
        and d.tried_at >= ${since}::timestamptz and d.handed_over_at is not null order by d.tried_at desc limit ${rows}) d
      where b.user_id = ${account} ${among(sql`b.id`, ids)}`;
  if (trigger.type === "mail_clicked")
    return sql`select k.contact_id, k.created_at as at, 'mail click ' || k.id as source, jsonb_build_object(${about},
        'url', b.snapshot->'links'->>k.link, 'country', k.country, 'device', k.device) as facts
      from (select * from delivery_clicks k where k.user_id = ${account} and not k.is_machine
        and k.created_at >= ${since}::timestamptz ${among(sql`k.batch_id`, ids)} order by k.created_at desc limit ${rows}) k ${ofBatch(sql`k`)}`;
  if (trigger.type === "bounced")
    return sql`select r.contact_id, r.at, 'bounced ' || r.batch_id || ' ' || r.contact_id as source, jsonb_build_object(${about}) as facts
      from (select * from delivery_returns r where r.user_id = ${account} and r.kind in ('bounced_hard', 'bounced_soft', 'policy') and r.at >= ${since}::timestamptz
        order by r.at desc limit ${rows}) r ${ofBatch(sql`r`)}`;
  const column = sql.raw(trigger.type === "mail_opened" ? "opened_at" : "complained_at");
  return sql`select d.contact_id, d.${column} as at, ${`${trigger.type} `} || d.batch_id || ' ' || d.contact_id as source,
      jsonb_build_object(${about}) as facts
    from (select * from deliveries d where d.user_id = ${account} and d.${column} >= ${since}::timestamptz ${among(sql`d.batch_id`, ids)}
      order by d.${column} desc limit ${rows}) d ${ofBatch(sql`d`)}`;
}

/** A contact's own history has what was changed when an event says that something was: quick changes are found more than once. */
const changes = (
  past: Past,
  kind: string,
  field: string,
) => sql`from (select e.* ${eventsOf(past, "contact.updated")} and ${ID}
    and e.payload->'fields' ? ${field} order by e.id desc limit ${past.rows}) e
  join contact_timeline t on t.user_id = ${past.account} and t.contact_id = e.subject::uuid and t.kind = ${kind}
    and t.at between e.time - interval '1 second' and e.time + interval '1 second'`;

function tagged({ action, tag }: Of<"tag">, past: Past): SQL {
  const [gains, has] = action === "added" ? ["after", "before"] : ["before", "after"];
  const verb = action === "added" ? "add" : "remove";
  const facts = sql`jsonb_build_object('tag', ${tag}::text) as facts`;
  return sql`select e.subject::uuid as contact_id, t.at, t.id::text as source, ${facts} ${changes(past, "updated", "tags")}
      where t.data->${gains}::text->'tags' ? ${tag} and not coalesce(t.data->${has}::text->'tags' ? ${tag}, false)
    union all
    select p.id::uuid, e.time, e.id || ' ' || p.id, ${facts} from (select * ${eventsOf(past, "contacts.tagged")}
      and e.payload->>'tag' = ${tag} and e.payload->>'action' = ${verb} order by e.id desc limit ${past.rows}) e
      cross join lateral jsonb_array_elements_text(e.payload->'ids') as p(id)`;
}

function fieldChanged({ key }: Of<"field">, past: Past): SQL {
  const value = (side: string) => sql`t.data->${side}::text->'fields'->>${key}`;
  return sql`select e.subject::uuid as contact_id, t.at, t.id::text as source,
      jsonb_build_object('key', ${key}::text, 'value', ${value("after")}, 'before', ${value("before")}) as facts
    ${changes(past, "updated", "fields")} where ${value("after")} is distinct from ${value("before")}`;
}

/** A history has the stage's name at that time. */
function staged({ action, stage_id }: Of<"stage">, past: Past): SQL {
  const side = action === "entered" ? "to" : "from";
  const name = sql`(select s->>'name' from contact_settings k cross join lateral jsonb_array_elements(k.stages) s
    where k.user_id = ${past.account} and s->>'id' = ${stage_id})`;
  return sql`select e.subject::uuid as contact_id, t.at, t.id::text as source,
      jsonb_build_object('stage_id', ${stage_id}::text) as facts
    ${changes(past, "stage", "stage")} where t.data->>${side} = ${name}`;
}

/** Whoever was last active so many days before some moment of that time. */
function becameInactive({ days }: Of<"inactive">, { account, since, now, rows }: Past): SQL {
  const from = sql`${since}::timestamptz - make_interval(days => ${days})`;
  const one = (table: string, columns: { contact?: string; at: string }, more = sql``) => {
    const at = sql.raw(columns.at);
    return sql`select ${sql.raw(columns.contact ?? "contact_id")} as contact_id, ${at} as at from ${sql.raw(table)}
      where user_id = ${account} and ${at} >= ${from} ${more}`;
  };
  const acts = [
    one("contacts", { contact: "id", at: "created_at" }),
    one("fan_leads", { at: "created_at" }, sql`and contact_id is not null`),
    one("deliveries", { at: "opened_at" }),
    one("deliveries", { at: "replied_at" }),
    one("delivery_clicks", { at: "created_at" }, sql`and not is_machine`),
    one("orders", { at: "ordered_at" }, sql`and contact_id is not null`),
  ];
  return sql`select a.contact_id, max(a.at) + make_interval(days => ${days}) as at, 'inactive' as source, '{}'::jsonb as facts
    from (${sql.join(acts, sql` union all `)}) a group by a.contact_id
    having max(a.at) + make_interval(days => ${days}) <= ${now}::timestamptz order by max(a.at) desc limit ${rows}`;
}

/** Contacts whose date field has one of these days: `2026-02-28`, or `02-28` of any year. */
export function listWithDay(
  db: Db,
  { account, rows }: Past,
  { field, days, is_yearly }: { field: string; days: readonly string[]; is_yearly: boolean },
): Promise<{ id: string; value: string; time_zone: string | null; country: string }[]> {
  const value = is_yearly ? sql`substr(c.fields->>${field}, 6, 5)` : sql`substr(c.fields->>${field}, 1, 10)`;
  return rowsOf(
    db,
    sql`select c.id, ${value} as value, c.time_zone, c.country from contacts c
      where c.user_id = ${account} and ${value} = any(${list(days)}::text[]) order by c.created_at desc, c.id limit ${rows}`,
  );
}

/** The account's newest contacts. */
export async function listNewestIds(db: Db, { account, rows }: Past): Promise<string[]> {
  const found = await rowsOf<{ id: string }>(
    db,
    sql`select id from contacts where user_id = ${account} order by created_at desc, id limit ${rows}`,
  );
  return found.map(({ id }) => id);
}
