import type { Platform } from "#src/platform/context.ts";
import type { Provider } from "./provider.ts";
import { sandboxProvider } from "./sandbox.ts";
import type { SubscriptionRow } from "./store.ts";
import { stripeProvider } from "./stripe.ts";

export function providerOf({ stripe }: Platform): Provider {
  return stripe ? stripeProvider(stripe) : sandboxProvider;
}

export function currentRow(
  platform: Platform,
  row: SubscriptionRow | undefined,
): SubscriptionRow | undefined {
  return row?.provider === providerOf(platform).kind ? row : undefined;
}
