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

/** Stripe's volume prices, as it computes them from the tiers. */
export function totalOf(units: number): number {
  const cents = units <= 10 ? 300 : units <= 25 ? 275 : units <= 50 ? 250 : units <= 100 ? 225 : 200;
  return units * cents;
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
