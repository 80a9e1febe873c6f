import type { Platform } from "#src/platform/context.ts";
import type { Provider } from "./provider.ts";
import { sandboxProvider } from "./sandbox.ts";
import type { SubscriptionRow } from "./store.ts";
import { stripeProvider } from "./stripe.ts";

/** Returns this instance's payment provider. */
export function providerOf({ stripe }: Platform): Provider {
  return stripe ? stripeProvider(stripe) : sandboxProvider;
}

/** Returns the account's row, if it's from this instance's current provider. */
export function currentRow(
  platform: Platform,
  row: SubscriptionRow | undefined,
): SubscriptionRow | undefined {
  return row?.provider === providerOf(platform).kind ? row : undefined;
}
