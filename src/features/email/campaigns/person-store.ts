import { sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/audience/contacts/tables.ts";

/** A person's messages from campaigns, the person's actions, and the feedback, for the data export. */
export const campaignsOfPerson: readonly PersonSource[] = [
  {
    name: "campaigns",
    rows: ({ account, ids }) => sql`select c.name, c.subject, d.state, d.reason, d.outcome, d.handed_over_at,
        d.delivered_at, d.bounced_at, d.complained_at, d.replied_at, d.opened_at, d.machine_opened_at, d.clicked_at,
        d.machine_clicked_at, d.unsubscribed_at
      from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.batch_id
      where d.user_id = ${account} and d.contact_id = any(${ids}::uuid[]) order by d.due_at, d.batch_id`,
  },
  {
    name: "clicks",
    rows: ({
      account,
      ids,
    }) => sql`select c.name as campaign, b.snapshot->'links'->>k.link as url, k.is_machine,
        k.is_scanner, k.country, k.device, k.created_at
      from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.batch_id
        join batches b on b.user_id = d.user_id and b.id = d.batch_id
        join delivery_clicks k on k.user_id = d.user_id and k.batch_id = d.batch_id and k.contact_id = d.contact_id
      where d.user_id = ${account} and d.contact_id = any(${ids}::uuid[]) order by k.created_at, k.id`,
  },
  {
    name: "returns",
    rows: ({ account, ids }) => sql`select kind, at from delivery_returns
      where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by at, id`,
  },
];
