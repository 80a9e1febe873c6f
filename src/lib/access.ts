/**
 * A person's role in a team (see roles in docs/specification.md). The owner is the person whose account it
 * is.
 */
export const ROLES = ["owner", "admin", "editor", "marketer", "analyst", "billing", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an owner can assign. Ownership itself is transferred, never assigned. */
export const TEAM_ROLES = ["admin", "editor", "marketer", "analyst", "billing", "viewer"] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** What staff may do who act for an account's owner: look, or also change things. It counts as a role that nobody on a team has. */
export const ACTING_LEVELS = ["look", "change"] as const;
export type ActingLevel = (typeof ACTING_LEVELS)[number];

/** `team/rules.ts` maps roles to these permissions. */
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

/** API keys never get these, so that a key can't lead to more rights, money, or connections. */
const BEYOND_KEYS: readonly Permission[] = [
  "account.delete",
  "mail.send",
  "connections.manage",
  "team.manage",
  "billing.manage",
  "referrals.manage",
  "audit.see",
];

/** Permissions that an API key can have, by their public scope names. */
export const SCOPE_NAMES = PERMISSIONS.filter((permission) => !BEYOND_KEYS.includes(permission));

/** True if API keys can call an endpoint with this access. */
export function isForKeys(access: Access): boolean {
  return access.to === "members" && !access.isForPeople && SCOPE_NAMES.includes(access.permission);
}

/** The people who run the instance. The founder is the first account. */
export const STAFF_ROLES = ["founder", "admin", "moderator", "support", "finance"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The parts of an instance that staff run; `team/rules.ts` maps staff roles to them. */
export const STAFF_AREAS = [
  "analytics",
  "accounts",
  "help",
  "impersonation",
  "moderation",
  "bans",
  "deletion",
  "billing",
  "email",
  "email.see",
  "outbox",
  "notifications",
  "security",
  "system",
  "audit",
  "audit.own",
  "settings",
  "staff",
] as const;
export type StaffArea = (typeof STAFF_AREAS)[number];

/** What a staff key can't have: what tells others' secrets, opens their accounts, or makes somebody staff. */
const AREAS_BEYOND_KEYS: readonly StaffArea[] = ["impersonation", "outbox", "staff"];

/** A part of what staff do that their keys can have: `staff:<area>:read` or `staff:<area>:write`. */
export type StaffScope = `staff:${StaffArea}:${StaffVerb}`;
export type StaffVerb = "read" | "write";

/** Returns the scope that a staff key needs for an endpoint, or undefined if it takes a person. */
export function staffScopeFor({ area, isForPeople }: StaffAccess, isChange: boolean): StaffScope | undefined {
  if (isForPeople || AREAS_BEYOND_KEYS.includes(area)) return undefined;
  return `staff:${area}:${isChange ? "write" : "read"}`;
}

export interface OpenAccess {
  to: "everyone";
}

export interface MemberAccess {
  to: "members";
  permission: Permission;
  /** Set for endpoints about the caller in person, which API keys can't call. */
  isForPeople?: boolean;
  /** Set for the few of those that staff can call who act for somebody. */
  isForActing?: boolean;
}

export interface StaffAccess {
  to: "staff";
  area: StaffArea;
  /** Set for what takes a fresh proof or a second member of staff, which staff keys can't call. */
  isForPeople?: boolean;
}

export type Access = OpenAccess | MemberAccess | StaffAccess;

/** What an endpoint is, as far as access depends on it. */
export interface Endpoint {
  access: Access;
  method: string;
  path: string;
  /** False for GET, and for a POST that only answers a question. */
  isChange: boolean;
  /** True for downloads. */
  givesFile: boolean;
}
