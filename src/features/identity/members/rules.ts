import { type Grant, grantOf } from "#src/features/identity/team/rules.ts";
import { PERMISSIONS, type Permission, type Role, type TeamRole } from "#src/lib/access.ts";

export const INVITATION_DAYS = 14;
/** Ended invitations are stored this long, so that people who open an old link learn what became of it. */
export const ENDED_INVITATION_DAYS = 30;
const RANK: Record<Grant, number> = { masked: 1, own: 1, full: 2 };

/** True if someone with the permissions `mine` may grant `role`: nobody can grant more than they have. */
export function canGrantRole(mine: (permission: Permission) => Grant | undefined, role: Role): boolean {
  return PERMISSIONS.every((permission) => {
    const given = grantOf(role, permission);
    if (!given) return true;
    const have = mine(permission);
    return have !== undefined && (have === given || RANK[have] > RANK[given]);
  });
}

type ProfileIds = readonly string[] | null;

/** True if `mine` covers every profile in `theirs`. Null means every profile. */
export function isWithin(theirs: ProfileIds, mine: ProfileIds): boolean {
  return mine === null || (theirs?.every((id) => mine.includes(id)) ?? false);
}

/** Returns the profiles that a role is limited to. Billing covers the whole account, so it has no limit. */
export function profileLimitOf(
  role: TeamRole,
  profileIds: readonly string[] | null | undefined,
): string[] | null {
  return role === "billing" || !profileIds ? null : [...new Set(profileIds)];
}
