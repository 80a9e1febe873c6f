import { sql } from "drizzle-orm";
import type { PersonSource, TimelineSource } from "#src/features/audience/contacts/tables.ts";
import type { EventSource } from "#src/features/audience/segments/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { NewOrder, Order } from "./contract.ts";
import { ATTRIBUTION_DAYS } from "./rules.ts";
import { orders } from "./tables.ts";

/** A contact's orders, for people with access to the whole account: a shop belongs to no page. */
export const orderTimeline: TimelineSource = ({ account, id, profileIds }) => sql`
  select md5(o.id)::uuid as id, 'ordered' as kind, o.ordered_at as at,
      jsonb_build_object('amount', o.amount, 'currency', o.currency, 'campaign', c.name) as data
    from orders o left join campaigns c on c.user_id = o.user_id and c.id = o.campaign_id
    where o.user_id = ${account} and o.contact_id = ${id} and ${profileIds === null}`;

/** Purchases for segments. Refunded ones don't count. */
export const orderSource: EventSource = {
  event: "bought",
  rows: ({
    account,
    since,
    contactIds,
  }) => sql`select o.contact_id, o.ordered_at as at, o.amount::numeric as amount, o.currency
    from orders o where o.user_id = ${account} and o.contact_id is not null and o.amount > 0${
      contactIds ? sql` and o.contact_id = any(${contactIds})` : sql``
    }${since === null ? sql`` : sql` and o.ordered_at >= ${since}::timestamptz`}`,
};

/** A person's orders, for the export of their data. */
export const ordersOfPerson: PersonSource = {
  name: "orders",
  rows: ({ account, ids }) => sql`select id, amount, currency, ordered_at from orders
    where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by ordered_at, id`,
};

type Reported = Required<NewOrder> & { account: string };

/** Adds an order, or corrects its amount. The buyer, the time, and the campaign stay as they were first. */
export async function upsertOrder(db: Db, order: Reported): Promise<Order> {
  const { account, id, email, amount, currency, ordered_at } = order;
  const at = sql`${ordered_at}::timestamptz`;
  const [row] = await rowsOf<Order>(
    db,
    sql`with buyer as (select id from contacts where user_id = ${account} and email = ${email}),
      -- What happened under the id of somebody who was merged into them happened to them.
      ids as (select id from buyer union all select m.id from buyer join contact_merges m
        on m.user_id = ${account} and m.kept_id = buyer.id),
      click as (select k.batch_id as campaign_id, k.sender_index, coalesce(k.sent_at, k.created_at) as sent_at
        from ids join deliveries d on d.user_id = ${account} and d.contact_id = ids.id
          join delivery_clicks k on k.user_id = d.user_id and k.batch_id = d.batch_id and k.contact_id = d.contact_id
        where not k.is_machine and k.created_at <= ${at}
          and k.created_at >= ${at} - make_interval(days => ${ATTRIBUTION_DAYS})
        order by k.created_at desc, k.id limit 1)
      insert into orders as o (user_id, id, contact_id, campaign_id, sent_at, sender_index, amount, currency, ordered_at)
      select ${account}, ${id}, (select id from buyer), (select campaign_id from click), (select sent_at from click),
        coalesce((select sender_index from click), 0),
        ${amount}, ${currency}, ${at}
      on conflict (user_id, id) do update set amount = excluded.amount, currency = excluded.currency
      returning o.id, o.contact_id, o.campaign_id, o.amount::float8 as amount, o.currency, o.ordered_at`,
  );
  if (!row) throw new Error("An order wasn’t stored.");
  return { ...row, ordered_at: new Date(row.ordered_at).toISOString() };
}

/** Orders still count, but without their buyer. */
export async function eraseBuyerRows(db: Db, account: string, ids: readonly string[]): Promise<void> {
  await db.execute(sql`update orders set contact_id = null
    where user_id = ${account} and contact_id = any(${sql.param([...ids])}::uuid[])`);
}

export async function insertOrders(db: Db, rows: readonly (typeof orders.$inferInsert)[]): Promise<void> {
  await db
    .insert(orders)
    .values([...rows])
    .onConflictDoNothing();
}

/** In exports, the sending account's index keeps the name that it had. */
export const EXPORTED_SENDER = { via: sql<number>`sender_index` };
