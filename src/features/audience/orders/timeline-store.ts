import { sql } from "drizzle-orm";
import type { TimelineSource } from "#src/features/audience/contacts/tables.ts";

/** A contact's orders, for people with access to the whole account: a shop belongs to no page. */
export const orderTimeline: TimelineSource = ({ account, id, profileIds }) => sql`
  select md5(o.id)::uuid as id, 'ordered' as kind, o.ordered_at as at,
      jsonb_build_object('amount', o.amount, 'currency', o.currency, 'campaign', c.name) as data
    from orders o left join campaigns c on c.user_id = o.user_id and c.id = o.campaign_id
    where o.user_id = ${account} and o.contact_id = ${id} and ${profileIds === null}`;
