/* What becomes of a rule as one of its batches pauses by itself. */
import type { BatchListener } from "#src/features/email/delivery/delivery.ts";
import { systemCtx } from "#src/platform/context.ts";
import { haltAutomation } from "./automations.ts";
import { findAutomationOfBatch } from "./store.ts";

export const automationListener: BatchListener = {
  async paused(platform, key, reason) {
    const automation = await findAutomationOfBatch(platform.db, key);
    if (!automation) return;
    const ctx = systemCtx(platform, { job: "delivery.send", account: key.user_id });
    await haltAutomation(ctx, automation.id, { reason });
  },
  // It goes on with the next people.
  async done() {},
  async late() {},
  async resumed() {},
};
