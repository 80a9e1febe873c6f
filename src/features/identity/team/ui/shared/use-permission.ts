import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import type { Permission } from "#src/lib/access.ts";

/** Whether the person may do this in the tab's account. What they may not do isn't offered. */
export function useHasPermission(permission: Permission): boolean {
  const role = useMe()?.account.role;
  return role !== undefined && grantOf(role, permission) !== undefined;
}

/** People limited to some profiles couldn't reach a new one. */
export function useCanAddProfiles(): boolean {
  const isLimited = useMe()?.account.profile_ids !== null;
  return useHasPermission("profiles.edit") && !isLimited;
}
