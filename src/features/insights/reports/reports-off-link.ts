/* Turning reports off with the link in them (RFC 8058), without signing in. It grants nothing else. */
import * as z from "zod";
import { isHandedOver } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { UNSUBSCRIBE_PATH } from "#src/lib/paths.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { reportsChanged } from "./events.ts";
import { findSubscription, type SubscriptionKey, updateSubscriptionToOff } from "./report-store.ts";

/** Counts invalid links. Inbox providers open many valid ones from one IP address. */
const WRONG_LINKS: Limit = { name: "reports.off", attempts: 30, seconds: 3600 };

const PURPOSE = "reports.off";
const linkSchema = z.object({ person: z.string(), account: z.string(), at: z.iso.datetime() });

export const REPORTS_OFF_PATH = `${UNSUBSCRIBE_PATH}/reports`;

export function reportsOffLink(
  { vault, instance, now }: Platform,
  key: SubscriptionKey,
): { label: string; url: string } {
  const token = vault.seal(PURPOSE, JSON.stringify({ ...key, at: now().toISOString() }));
  return { label: "Stop these reports", url: `${instance.publicUrl}${REPORTS_OFF_PATH}/${token}` };
}

/** Undefined for a link that isn't ours, and once the person is gone or has another id. */
export async function findReportsOff(
  visit: VisitorCtx,
  token: string,
): Promise<{ isOn: boolean } | undefined> {
  const key = await findKey(visit, token);
  if (!key) return undefined;
  const { cadence = "off" } = (await findSubscription(visit.db, key)) ?? {};
  return { isOn: cadence !== "off" };
}

/** A second call changes nothing. Undefined as for `findReportsOff`. */
export async function turnReportsOff(
  visit: VisitorCtx,
  token: string,
): Promise<{ isOn: boolean } | undefined> {
  const key = await findKey(visit, token);
  if (!key) return undefined;
  await visit.write(async (ctx) => {
    if (!(await updateSubscriptionToOff(ctx.db, key))) return;
    await ctx.announce(reportsChanged, {
      account: key.account,
      subject: key.person,
      payload: { cadence: "off" },
    });
  });
  return { isOn: false };
}

async function findKey(visit: VisitorCtx, token: string): Promise<SubscriptionKey | undefined> {
  const text = visit.vault.open(PURPOSE, token);
  if (text === undefined) {
    await visit.limits.count(WRONG_LINKS, visit.request.address);
    return undefined;
  }
  const link = linkSchema.safeParse(JSON.parse(text)).data;
  if (!link || !(await findPerson(visit.db, link.person))) return undefined;
  const isOthers = await isHandedOver(visit.db, { id: link.person, since: new Date(link.at) });
  return isOthers ? undefined : { person: link.person, account: link.account };
}
