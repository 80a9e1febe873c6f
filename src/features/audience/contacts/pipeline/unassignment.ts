/* Unassigns leads and tasks of people who leave, until someone takes them. */
import { grantOf } from "#src/features/identity/team/rules.ts";
import type { Role } from "#src/lib/access.ts";
import type { Announced } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { updateUnassigned } from "./pipeline-store.ts";

/** Called when someone is no longer on the account's team. */
export function unassignLeaver(platform: Platform, { account, subject }: Announced<object>): Promise<void> {
  return platform.write((ctx) => updateUnassigned(ctx.db, { person: subject, account }));
}

/** Called when someone's new role has no access to leads. */
export async function unassignOnRoleChange(
  platform: Platform,
  { account, subject, payload }: Announced<{ to: string }>,
): Promise<void> {
  if (grantOf(payload.to as Role, "leads.see") === "full") return;
  await platform.write((ctx) => updateUnassigned(ctx.db, { person: subject, account }));
}

/** Called when someone's own account is erased, and they with it. */
export function unassignErasedUser(platform: Platform, person: string): Promise<void> {
  return platform.write((ctx) => updateUnassigned(ctx.db, { person }));
}
