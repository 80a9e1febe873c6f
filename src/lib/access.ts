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
  "mails.send",
  "campaigns.send",
  "templates.edit",
  "orders.add",
  "domains.manage",
  "webhooks.manage",
  "connections.manage",
  "team.manage",
  "billing.manage",
  "referrals.manage",
  "audit.see",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What no API key can be given: a key never leads to more rights, money, or connections. */
const BEYOND_KEYS: readonly Permission[] = [
  "account.delete",
  "mail.send",
  "connections.manage",
  "team.manage",
  "billing.manage",
  "referrals.manage",
  "audit.see",
];

/** What API keys can be given, as the scopes they're known by. */
export const SCOPE_NAMES = PERMISSIONS.filter((permission) => !BEYOND_KEYS.includes(permission));

/** Whether an API key can call an endpoint with this access. */
export function isForKeys(access: Access): boolean {
  return access.to === "members" && !access.isForPeople && SCOPE_NAMES.includes(access.permission);
}

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
  /** True where it's about the person who asks, so that no program can. */
  isForPeople?: boolean;
}

export interface StaffAccess {
  to: "staff";
  area: StaffArea;
}

/** Who may call an endpoint. */
export type Access = OpenAccess | MemberAccess | StaffAccess;
