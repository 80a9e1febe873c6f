/* What takes a second member of staff, who confirms it before it goes out. */
import { listOpenStaff } from "#src/features/identity/approvals/approvals.ts";
import { rolesInCharge } from "#src/features/identity/team/rules.ts";
import { refuseKeys, registerSettingCheck } from "#src/features/instance/settings/settings.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { broadcastProposed } from "./events.ts";
import { APPROVAL_OVER } from "./settings.ts";
import type { BroadcastRow } from "./store.ts";

/* A key sends nothing to many, and doesn't help its maker to do that alone either. */
registerSettingCheck(APPROVAL_OVER, refuseKeys);

/** Many receivers take two members of staff, unless there's only one. */
export async function needsSecond(
  { db, settings }: Platform,
  { total, sender }: { total: number; sender: string | null },
): Promise<boolean> {
  if (total <= settings.get(APPROVAL_OVER)) return false;
  const colleagues = await listOpenStaff(db, rolesInCharge("notifications"));
  return colleagues.some((id) => id !== sender);
}

/** True while whoever sent it off may still do that. */
export async function isInCharge({ db }: Platform, sender: string | null): Promise<boolean> {
  return sender !== null && (await listOpenStaff(db, rolesInCharge("notifications"))).includes(sender);
}

/** Whoever may confirm it hears of it. */
export async function proposeBroadcast(
  ctx: Platform,
  { id, versions, total }: Pick<BroadcastRow, "id" | "versions" | "total">,
): Promise<void> {
  const payload = { title: versions.en.title, total, roles: [...rolesInCharge("notifications")] };
  await ctx.announce(broadcastProposed, { account: INSTANCE, subject: id, payload });
}
