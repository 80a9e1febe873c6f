/* Stripe's objects as they come over the wire, as far as we use them. */

// biome-ignore lint/suspicious/noExplicitAny: Stripe's objects, as they come over the wire
export type Json = Record<string, any>;

export const DECLINED: Json = {};
export const REFUNDED: Json = {};
/** Nothing about a subscription that has ended can be changed. */
export const CANCELED: Json = {};

/** What paid for an invoice. */
export const paymentOf = (invoice: string): Json => ({
  id: `inpay_${invoice}`,
  object: "invoice_payment",
  payment: { type: "payment_intent", payment_intent: `pi_${invoice}` },
});

export const now = () => Math.floor(Date.now() / 1000);

export const listOf = (data: Json[]): Json => ({ object: "list", data, has_more: false });

export const refusal = (status: number, type: string, message: string, code?: string) => ({
  status,
  body: { error: { type, message, code } },
});

/** What a subscription's item costs, as Stripe computes volume prices from the tiers of its price. */
export function totalOf({ quantity, price }: Json): number {
  const tiers: Json[] = Object.values(price.tiers);
  const reached = tiers.find(({ up_to }) => up_to === "inf" || quantity <= Number(up_to));
  return quantity * Number(reached?.unit_amount);
}

/** `items[0][quantity]=2` and so on, as objects. */
export function fieldsOf(form: URLSearchParams): Json {
  const fields: Json = {};
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    const last = path.pop() ?? "";
    let at = fields;
    for (const part of path) at = at[part] ??= {};
    at[last] = value;
  }
  return fields;
}
