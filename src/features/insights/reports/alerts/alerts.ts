/* Spikes and drops: what's compared is in `alert-rules.ts`, and every hour `watch.ts` looks. */
import type * as z from "zod";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { addDays } from "#src/lib/time.ts";
import { type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import { alertsSwitched } from "../events.ts";
import type { alertsContract, TrafficAlerts } from "./alerts-contract.ts";
import {
  deleteAlertsBefore,
  deleteAlertsOfProfile,
  findAlertSwitch,
  listAlertRows,
  upsertAlertSwitch,
} from "./alerts-store.ts";

export { alertEmail, alertMail } from "./alert-mail.ts";
export { watchPages } from "./watch.ts";

type Input<Name extends keyof typeof alertsContract> = z.output<
  NonNullable<(typeof alertsContract)[Name]["~orpc"]["inputSchema"]>
>;

export async function listAlerts(ctx: Ctx): Promise<TrafficAlerts> {
  const [is_on, rows] = await Promise.all([
    findAlertSwitch(ctx.db, ctx.account),
    listAlertRows(ctx.db, ctx.account),
  ]);
  const items = rows
    .filter(({ alert }) => canAccessProfile(ctx, alert.profile_id))
    .map(({ alert: { id, profile_id, kind, until, hours, views, usual, cause }, name }) => ({
      id,
      profile: { id: profile_id, name },
      kind,
      until,
      hours,
      views,
      usual,
      cause,
    }));
  return { is_on, items };
}

export async function switchAlerts(ctx: Ctx, { is_on }: Input<"switch">): Promise<TrafficAlerts> {
  requireWholeAccount(ctx);
  await ctx.write(async (ctx) => {
    if ((await findAlertSwitch(ctx.db, ctx.account)) === is_on) return;
    await upsertAlertSwitch(ctx.db, ctx.account, is_on);
    await ctx.announce(alertsSwitched, { subject: ctx.account, payload: { is_on } });
  });
  return listAlerts(ctx);
}

export async function forgetAlertsOfProfile(
  { db }: Platform,
  { subject }: { subject: string },
): Promise<void> {
  await deleteAlertsOfProfile(db, subject);
}

const DAYS_KEPT = 365;

export async function purgeAlerts({ db, now }: Platform): Promise<void> {
  await deleteAlertsBefore(db, addDays(now(), -DAYS_KEPT));
}
