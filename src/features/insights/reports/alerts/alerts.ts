/* Spikes and drops: what's compared is in `alert-rules.ts`, and every hour `watch.ts` looks. */
import type * as z from "zod";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isReachable } from "#src/features/pages/profiles/profiles.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { alertsSwitched } from "../events.ts";
import type { alertsContract, TrafficAlerts } from "./alerts-contract.ts";
import { deleteAlertsBefore, findAlertSwitch, listAlertRows, upsertAlertSwitch } from "./alerts-store.ts";

export { alertEmail, alertMail } from "./alert-mail.ts";
export { watchPages } from "./watch.ts";

type Input<Name extends keyof typeof alertsContract> = z.output<
  NonNullable<(typeof alertsContract)[Name]["~orpc"]["inputSchema"]>
>;

export async function listAlerts(ctx: Ctx, { profile_id }: Input<"list">): Promise<TrafficAlerts> {
  const one = profile_id !== undefined && isReachable(ctx, profile_id) ? [profile_id] : [];
  const profileIds = profile_id === undefined ? ctx.profileIds : one;
  const [is_on, rows] = await Promise.all([
    findAlertSwitch(ctx.db, ctx.account),
    listAlertRows(ctx.db, { account: ctx.account, profileIds }),
  ]);
  const items = rows.map(({ alert: { user_id: _, profile_id: id, created_at: __, ...alert }, name }) => ({
    ...alert,
    profile: { id, name },
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
  return listAlerts(ctx, {});
}

const DAYS_KEPT = 365;

export async function purgeAlerts({ db, now }: Platform): Promise<void> {
  await deleteAlertsBefore(db, addDays(now(), -DAYS_KEPT));
}
