/* Customers at Stripe, which may be gone there: deleted by hand, or created under other keys. */
import type { Ctx } from "#src/platform/context.ts";
import type { StripeAccess } from "#src/platform/stripe.ts";
import type { Order } from "./provider.ts";
import { updateSubscription } from "./store.ts";

type Client = StripeAccess["client"];

/**
 * Returns the account's customer, creating one if Stripe doesn't have it under the current keys. An
 * idempotency key ensures that two simultaneous calls, or a killed one, create only one.
 */
export async function ensureCustomer(client: Client, ctx: Ctx, { row, email }: Order): Promise<string> {
  const known = row.customer_id;
  if (known && (await hasCustomer(client, known))) return known;
  const customer = await client.customers.create(
    { email, metadata: { account: row.account } },
    { idempotencyKey: `customer-${row.account}-${row.created_at}${known ? `-after-${known}` : ""}` },
  );
  await updateSubscription(ctx.db, row.account, { customer_id: customer.id });
  return customer.id;
}

/** Stripe still returns customers that were deleted there. */
async function hasCustomer(client: Client, id: string): Promise<boolean> {
  return client.customers.retrieve(id).then(
    (customer) => !customer.deleted,
    (error: unknown) => !isGone(error),
  );
}

/** After an interruption, the customer may be gone already. */
export async function deleteCustomer(client: Client, customer: string): Promise<void> {
  await client.customers.del(customer).catch(isGone);
}

/** True if the object doesn't exist at Stripe. Other errors are rethrown. */
export function isGone(error: unknown): true {
  if ((error as { code?: unknown }).code !== "resource_missing") throw error;
  return true;
}
