import { sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/audience/contacts/tables.ts";

/**
 * A person's messages from campaigns, their actions on them, and the feedback, for the export of their data.
 */
export const campaignsOfPerson: readonly PersonSource[] = [
  {
    name: "campaigns",
    rows: ({ account, ids }) => sql`select c.name, c.subject, d.state, d.reason, d.outcome, d.handed_over_at,
        d.delivered_at, d.bounced_at, d.complained_at, d.replied_at, d.opened_at, d.machine_opened_at, d.clicked_at,
        d.machine_clicked_at, d.unsubscribed_at
      from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
      where d.user_id = ${account} and d.contact_id = any(${ids}::uuid[]) order by d.due_at, d.campaign_id`,
  },
  {
    name: "clicks",
    rows: ({
      account,
      ids,
    }) => sql`select c.name as campaign, c.snapshot->'links'->>k.link as url, k.is_machine,
        k.is_scanner, k.country, k.device, k.created_at
      from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.campaign_id
        join campaign_clicks k on k.user_id = d.user_id and k.campaign_id = d.campaign_id and k.contact_id = d.contact_id
      where d.user_id = ${account} and d.contact_id = any(${ids}::uuid[]) order by k.created_at, k.id`,
  },
  {
    name: "returns",
    rows: ({ account, ids }) => sql`select kind, at from campaign_returns
      where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by at, id`,
  },
];
