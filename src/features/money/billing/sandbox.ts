/*
 * Stands in for Stripe until its keys are set. It charges nobody, and otherwise does the same: it has its own
 * state, and reports each change with the same events.
 */
import { PATHS } from "#src/lib/paths.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { receiveEvent } from "./billing-events.ts";
import { CardDeclined, type Provider } from "./provider.ts";
import { prorate, startDiscount, withBalance } from "./rules.ts";
import {
  bill,
  changePrices,
  changeUnits,
  giveDiscount,
  NEW_CUSTOMER,
  pause,
  pricesOf,
  type SandboxState,
  type SandboxTransition,
  setCanceled,
  unpause,
} from "./sandbox-rules.ts";
import {
  findSandbox,
  insertSandbox,
  listSandboxAccounts,
  lockSandbox,
  type SubscriptionRow,
  updateSandbox,
} from "./store.ts";

/**
 * Changes a customer of the sandbox and sends the events that Stripe would send. `change` returns undefined
 * to refuse.
 */
export function transitionSandbox(
  platform: Platform,
  account: string,
  change: (state: SandboxState) => SandboxTransition | undefined,
): Promise<SandboxState | undefined> {
  return platform.write(async (ctx) => {
    await insertSandbox(ctx.db, account, NEW_CUSTOMER);
    const step = change((await lockSandbox(ctx.db, account)) ?? NEW_CUSTOMER);
    if (!step) return undefined;
    await updateSandbox(ctx.db, account, step.state);
    const created = ctx.now().toISOString();
    for (const type of step.events)
      await receiveEvent(ctx, { id: `evt_sandbox_${ctx.newId()}`, type, created, account });
    return step.state;
  });
}

export async function billSandbox(platform: Platform): Promise<void> {
  for (const account of await listSandboxAccounts(platform.db)) {
    platform.abortSignal.throwIfAborted();
    await transitionSandbox(platform, account, (state) => bill(state, platform.now()));
  }
}

async function stateOf({ db }: Platform, { account }: SubscriptionRow): Promise<SandboxState> {
  return (await findSandbox(db, account)) ?? NEW_CUSTOMER;
}

/** Like Stripe, the sandbox refuses what a card can't pay. */
function charging(
  state: SandboxState,
  change: (state: SandboxState) => SandboxTransition,
): SandboxTransition {
  const step = change(state);
  const isCharged =
    (step.state.invoices[0]?.total_cents ?? 0) > 0 && step.state.invoice_count > state.invoice_count;
  if (isCharged && state.card === "declines") throw new CardDeclined();
  return step;
}

const step = async (
  platform: Platform,
  row: SubscriptionRow,
  change: (state: SandboxState) => SandboxTransition,
) => {
  await transitionSandbox(platform, row.account, change);
};

export const sandboxProvider: Provider = {
  kind: "sandbox",
  async startCheckout(ctx: Ctx, { row, quote, prices, coupon }) {
    const id = ctx.newId();
    const { discount = null, redemption = null, until: expires_at = null } = coupon ?? {};
    const checkout = { id, units: quote.units, prices, discount, redemption, expires_at };
    await step(ctx, row, (state) => ({ state: { ...state, checkout }, events: [] }));
    return `${PATHS.sandbox}?checkout=${id}`;
  },
  async preview(ctx, row, { units, at }) {
    const { subscription, credit_cents } = await stateOf(ctx, row);
    const change =
      subscription && prorate({ ...subscription, tiers: pricesOf(subscription).tiers, to: units, at });
    return withBalance(change ?? { due_now_cents: 0, credit_cents: 0 }, credit_cents);
  },
  changePrices: (platform, row, prices) => step(platform, row, (state) => changePrices(state, prices)),
  changeUnits: (ctx, row, change) =>
    step(ctx, row, (state) => charging(state, (one) => changeUnits(one, change))),
  setCanceled: (platform, row, isCanceled) => step(platform, row, (state) => setCanceled(state, isCanceled)),
  pause: (ctx, row, times) => step(ctx, row, (state) => pause(state, times)),
  unpause: (ctx, row) => step(ctx, row, (state) => charging(state, (one) => unpause(one, ctx.now()))),
  giveDiscount: (ctx, row, discount) =>
    step(ctx, row, (state) => giveDiscount(state, startDiscount(discount, ctx.now().toISOString()))),
  // The sandbox sends no e-mail.
  setEmail: async () => undefined,
  // The sandbox has only a row, which is deleted with the account.
  end: async () => undefined,
  endDuplicate: async () => undefined,
  portal: async () => PATHS.sandbox,
  async findSnapshot(platform, row) {
    const { subscription, credit_cents } = await stateOf(platform, row);
    if (!subscription) return undefined;
    const { next_try_at, prices, ...snapshot } = subscription;
    // Only one checkout can be paid at a time.
    return { ...snapshot, price_list: pricesOf(subscription).number, credit_cents, extras: [] };
  },
  async listInvoices(ctx, row) {
    return (await stateOf(ctx, row)).invoices.map(({ discount_cents = 0, ...invoice }) => ({
      ...invoice,
      discount_cents,
      url: null,
    }));
  },
};
