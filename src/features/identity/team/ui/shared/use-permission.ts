import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import type { Permission } from "#src/lib/access.ts";

/** True if the person has the permission in the tab's account. Actions without it aren't offered. */
export function useHasPermission(permission: Permission): boolean {
  const role = useMe()?.account.role;
  return role !== undefined && grantOf(role, permission) !== undefined;
}

/** People limited to some profiles couldn't access a new one. */
export function useCanAddProfiles(): boolean {
  const isLimited = useMe()?.account.profile_ids !== null;
  return useHasPermission("profiles.edit") && !isLimited;
}
