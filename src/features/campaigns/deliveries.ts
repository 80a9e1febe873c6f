import type { Ctx } from "#src/platform/context.ts";
import { requireCampaign } from "./campaigns.ts";
import type { CampaignDelivery } from "./contract.ts";
import { type DeliveryState, FAIL_REASONS, SKIP_REASONS, WAIT_REASONS } from "./rules.ts";
import { listDeliveryRows } from "./store.ts";

const PAGE_ROWS = 50;
const REASONS = { ...SKIP_REASONS, ...FAIL_REASONS, ...WAIT_REASONS };

interface Asked {
  id: string;
  status?: DeliveryState | undefined;
  cursor?: string | undefined;
}

/** A campaign's recipients, with what became of each one's message. */
export async function listDeliveries(ctx: Ctx, { id, status, cursor }: Asked) {
  await requireCampaign(ctx, id);
  const asked = { user_id: ctx.account, id, status, cursor, rows: PAGE_ROWS };
  const { rows, next } = await listDeliveryRows(ctx.db, asked);
  const items = rows.map(({ delivery, email, name }): CampaignDelivery => {
    const { contact_id, state, outcome, due_at, tried_at, handed_over_at } = delivery;
    const { opened_at, clicked_at, unsubscribed_at, reason } = delivery;
    return {
      ...{ contact_id, email: email ?? "", name: name ?? "", state, outcome, due_at, tried_at },
      ...{ handed_over_at, opened_at, clicked_at, unsubscribed_at },
      reason: reason === null ? "" : REASONS[reason],
    };
  });
  return { items, ...(next !== undefined && { next }) };
}
