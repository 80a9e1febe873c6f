/*
 * Events from providers. One only says that something changed, and queues a job that fetches the current
 * subscription. So events may arrive in any order, and more than once.
 */
import * as z from "zod";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { deleteEventsBefore, findAccountOf, insertEvent } from "./store.ts";

const EVENT_DAYS_KEPT = 90;

export const syncJob: JobType<{ account: string }> = {
  name: "subscriptions.sync",
  class: "money",
  data: z.object({ account: z.string() }),
};

interface ToldEvent {
  id: string;
  type: string;
  created: string;
  account: string;
}

/** Stores an event with the job that reacts to it. Both are committed before the provider gets a response. */
export function receiveEvent(platform: Platform, event: ToldEvent): Promise<void> {
  return platform.write(async (ctx) => {
    const isNew = await insertEvent(ctx.db, { ...event, received_at: ctx.now().toISOString() });
    if (isNew) await ctx.enqueue(syncJob, { account: event.account });
  });
}

/** Stripe's ids and names are of printable ASCII. */
const word = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const YEAR_9999_S = 253_402_300_799;

/** The common part of all events about a customer. */
const stripeEventSchema = z.object({
  id: word,
  type: word,
  created: z.int().min(0).max(YEAR_9999_S),
  data: z.object({
    object: z.object({
      object: z.string(),
      // Objects that aren't stored at Stripe, such as an upcoming invoice, have none.
      id: word.nullish(),
      customer: z.union([word, z.object({ id: word }).transform(({ id }) => id)]).nullish(),
    }),
  }),
});

/**
 * Handles an event with a valid signature. Ignores events about customers we don't know. False if it's no
 * event.
 */
export async function receiveStripeEvent(platform: Platform, body: unknown): Promise<boolean> {
  const { success, data: event } = stripeEventSchema.safeParse(body);
  if (!success) return false;
  const { object, id, customer } = event.data.object;
  const customerId = object === "customer" ? id : customer;
  if (customerId === null || customerId === undefined) return true;
  const account = await findAccountOf(platform.db, customerId);
  if (account === undefined) return true;
  const created = new Date(event.created * 1000).toISOString();
  await receiveEvent(platform, { id: event.id, type: event.type, created, account });
  return true;
}

export async function purgeBillingEvents({ db, now }: Platform): Promise<void> {
  await deleteEventsBefore(db, addDays(now(), -EVENT_DAYS_KEPT));
}
