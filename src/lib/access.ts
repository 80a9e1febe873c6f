/**
 * A person's role in a team (see roles in docs/specification.md). The owner is the person the account belongs
 * to.
 */
export const ROLES = ["owner", "admin", "editor", "marketer", "analyst", "billing", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Roles that can be given. Nobody can be made an owner. */
export const TEAM_ROLES = ["admin", "editor", "marketer", "analyst", "billing", "viewer"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** What a team member may be allowed to do. `team/rules.ts` maps roles to permissions. */
export const PERMISSIONS = [
  "account.see",
  "account.delete",
  "profiles.see",
  "profiles.edit",
  "profiles.delete",
  "links.see",
  "links.edit",
  "analytics.see",
  "analytics.export",
  "leads.see",
  "leads.export",
  "leads.delete",
  "mail.send",
  "connections.manage",
  "team.manage",
  "billing.manage",
  "referrals.manage",
  "audit.see",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The people who run the instance. The founder is the first account. */
export const STAFF_ROLES = ["founder", "admin", "moderator", "support"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The parts of an instance that staff run. `team/rules.ts` maps staff roles to areas. */
export const STAFF_AREAS = ["settings", "email", "moderation", "billing"] as const;
export type StaffArea = (typeof STAFF_AREAS)[number];

export interface OpenAccess {
  to: "everyone";
}

export interface MemberAccess {
  to: "members";
  permission: Permission;
}

export interface StaffAccess {
  to: "staff";
  area: StaffArea;
}

/** Who may call an endpoint. */
export type Access = OpenAccess | MemberAccess | StaffAccess;
