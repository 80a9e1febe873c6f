import { hasFeature } from "#src/platform/account-features.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { WEBHOOK_EVENTS } from "./contract.ts";
import { deliver, deliverJob, groupOf, purgeDeliveries } from "./deliveries.ts";
import { insertDeliveries } from "./delivery-store.ts";

/**
 * The transaction that announces an event also adds a delivery and a job for each webhook that subscribes to
 * it.
 */
const subscriptions: JobHandler<Platform>[] = WEBHOOK_EVENTS.map(({ type, announced }) => ({
  ...jobHandler(deliverJob, deliver),
  event: announced,
  async each(platform, event) {
    const { db, now } = platform;
    if (!(await hasFeature(platform, "webhooks", event.account))) return [];
    const made = await insertDeliveries(db, { event, type, now: now().toISOString() });
    return made.map(({ id, lane }) => {
      const turn = { account: event.account, id, turn: 0 };
      return { job: deliverJob, data: turn, group: groupOf(turn, lane) };
    });
  },
}));

export const webhookJobs: JobHandler<Platform>[] = [
  jobHandler(deliverJob, deliver),
  ...subscriptions,
  scheduled("webhooks.prune", "29 4 * * *", purgeDeliveries),
];
