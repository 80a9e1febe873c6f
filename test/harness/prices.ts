import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";
import { proveAgain } from "./mailbox.ts";

export type Starts = [from: number, unit_cents: number][];

export const priceForm = (starts: Starts) => ({
  tiers: starts.map(([from, unit_cents]) => ({ from, unit_cents })),
  most_popular_from: starts.at(-1)?.[0] ?? 1,
});

/** Publishes prices as staff do: after looking at the preview. Returns the number of the list. */
export async function publishPrices(app: TestApp, founder: Client, starts: Starts): Promise<number> {
  await proveAgain(app, founder);
  const form = priceForm(starts);
  const { based_on } = (await founder.api("POST", "/admin/prices/preview", form)).body;
  const { status, body } = await founder.api("POST", "/admin/prices", {
    ...form,
    based_on,
    reason: "Costs rose",
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.current;
}
