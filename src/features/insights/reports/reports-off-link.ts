/* Turning reports off with the link in them, without signing in. */
import * as z from "zod";
import {
  openUnsubscribeLink,
  type Subscription,
  unsubscribeUrl,
} from "#src/features/identity/preferences/unsubscribe-link.ts";
import { UNSUBSCRIBE_PATH } from "#src/lib/paths.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import { reportsChanged } from "./events.ts";
import { findSubscription, type SubscriptionKey, updateSubscriptionToOff } from "./report-store.ts";

export const REPORTS_OFF_PATH = `${UNSUBSCRIBE_PATH}/reports`;

const LINK = { purpose: "reports.off", path: REPORTS_OFF_PATH, about: z.object({ account: z.string() }) };
/** For the middle of a sentence. */
const TOPIC = "this account’s figures";

export function reportsOffLink(platform: Platform, key: SubscriptionKey): { label: string; url: string } {
  return { label: "Stop these reports", url: unsubscribeUrl(platform, LINK, key) };
}

export async function findReportsOff(visit: VisitorCtx, token: string): Promise<Subscription | undefined> {
  const key = await openUnsubscribeLink(visit, LINK, token);
  if (!key) return undefined;
  const { cadence = "off" } = (await findSubscription(visit.db, key)) ?? {};
  return { topic: TOPIC, isOn: cadence !== "off" };
}

/** A second call changes nothing. */
export async function turnReportsOff(visit: VisitorCtx, token: string): Promise<Subscription | undefined> {
  const key = await openUnsubscribeLink(visit, LINK, token);
  if (!key) return undefined;
  await visit.write(async (ctx) => {
    if (!(await updateSubscriptionToOff(ctx.db, key))) return;
    await ctx.announce(reportsChanged, {
      account: key.account,
      subject: key.person,
      payload: { cadence: "off" },
    });
  });
  return { topic: TOPIC, isOn: false };
}
