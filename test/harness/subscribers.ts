import { expect } from "vitest";
import { syncSubscription } from "#src/features/money/billing/sync.ts";
import type { TestApp } from "./app.ts";
import type { Client } from "./client.ts";

/** Someone who has paid for `units` in the sandbox. */
export async function signUpSubscriber(app: TestApp, units: number): Promise<Client> {
  const who = await app.signUp();
  await payForUnits(app, who, units);
  return who;
}

export async function payForUnits(app: TestApp, who: Client, units: number): Promise<void> {
  const { url } = (await who.api("POST", "/billing/checkout", { units })).body;
  const checkout = new URL(url, app.url).searchParams.get("checkout") ?? "";
  const paid = await who.api("POST", "/billing/sandbox", { act: "pay", checkout });
  expect(paid.body).toMatchObject({ has_subscription: true });
  // The process reacts by itself; this does it at once.
  await syncSubscription(app.platform, who.id);
}
