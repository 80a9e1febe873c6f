import { sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/audience/contacts/tables.ts";

/** A person's orders, for the export of their data. */
export const ordersOfPerson: PersonSource = {
  name: "orders",
  rows: ({ account, ids }) => sql`select id, amount, currency, ordered_at from orders
    where user_id = ${account} and contact_id = any(${ids}::uuid[]) order by ordered_at, id`,
};
