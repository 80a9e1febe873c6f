import {
  ACTING_LEVELS,
  type ActingLevel,
  type Endpoint,
  type MemberAccess,
  type Permission,
  type Role,
  STAFF_AREAS,
  type StaffAccess,
  type StaffArea,
  type StaffRole,
  type StaffVerb,
} from "#src/lib/access.ts";

/** The extent of a permission: `own` covers only a person's own things, `masked` leaves out personal data. */
export type Grant = "full" | "own" | "masked";

const full = "full" as const;
const EVERYONE = {
  owner: full,
  admin: full,
  editor: full,
  marketer: full,
  analyst: full,
  billing: full,
  viewer: full,
  look: full,
  change: full,
};
const WHO_SEE = {
  owner: full,
  admin: full,
  editor: full,
  marketer: full,
  analyst: full,
  viewer: full,
  look: full,
  change: full,
};
const WHO_EDIT = { owner: full, admin: full, editor: full };
const WHO_MANAGE = { owner: full, admin: full };
const WHO_WRITE_TO_FANS = { owner: full, admin: full, marketer: full };

/** A role on the account's team, or what staff may do who act for its owner. */
export type AccountRole = Role | ActingLevel;

/** The permissions of each role in an account. Anything missing isn't allowed. */
const MATRIX: Readonly<Record<Permission, Partial<Record<AccountRole, Grant>>>> = {
  "account.see": EVERYONE,
  "account.delete": { owner: full },
  "profiles.see": WHO_SEE,
  "profiles.edit": { ...WHO_EDIT, change: full },
  "profiles.delete": WHO_MANAGE,
  "links.see": WHO_SEE,
  "links.edit": { ...WHO_EDIT, change: full },
  "analytics.see": WHO_SEE,
  "analytics.export": { owner: full, admin: full, marketer: full, analyst: full },
  "leads.see": { ...WHO_WRITE_TO_FANS, analyst: "masked", look: "masked", change: "masked" },
  "leads.export": WHO_WRITE_TO_FANS,
  "leads.delete": WHO_WRITE_TO_FANS,
  "mail.send": WHO_WRITE_TO_FANS,
  "mails.send": WHO_WRITE_TO_FANS,
  "campaigns.send": WHO_WRITE_TO_FANS,
  "templates.edit": { ...WHO_WRITE_TO_FANS, change: full },
  "orders.add": WHO_WRITE_TO_FANS,
  "domains.manage": { ...WHO_MANAGE, change: full },
  "webhooks.manage": WHO_MANAGE,
  "connections.manage": WHO_MANAGE,
  "team.manage": WHO_MANAGE,
  "billing.manage": { owner: full, billing: full },
  "referrals.manage": { owner: full, admin: full, billing: full },
  "audit.see": { owner: full, admin: full, editor: "own", marketer: "own" },
};

/** Returns the extent of a role's permission, or undefined if it has none. */
export function grantOf(role: AccountRole, permission: Permission): Grant | undefined {
  const grants = MATRIX[permission];
  return Object.hasOwn(grants, role) ? grants[role] : undefined;
}

export function isActingLevel(role: AccountRole): role is ActingLevel {
  return ACTING_LEVELS.some((level) => level === role);
}

/** Staff who act for an account's owner aren't on its team, and at most see what a viewer does. */
export function memberRole(role: AccountRole): Role {
  return isActingLevel(role) ? "viewer" : role;
}

/** Deleting many things at once, and an export that isn't a file. */
const NEVER_ACTING: readonly string[] = ["/links/changes", "/profiles/{id}/export"];

/**
 * True if staff who act for an account's owner may call an endpoint: nothing about people in person, such as
 * their sessions and ways to sign in, no downloads, and no deleting. What they may do besides is in the matrix.
 */
export function canAct(
  level: ActingLevel,
  endpoint: Omit<Endpoint, "access"> & { access: MemberAccess },
): boolean {
  const { access, method, path, isChange, givesFile } = endpoint;
  if (access.isForPeople || givesFile || grantOf(level, access.permission) === undefined) return false;
  if (method === "DELETE" || NEVER_ACTING.includes(path)) return false;
  return level === "change" || !isChange;
}

/** The staff roles in charge of each part of an instance. */
const STAFF_MATRIX: Readonly<Record<StaffArea, readonly StaffRole[]>> = {
  analytics: ["founder", "admin", "finance"],
  // Finding people, and seeing their plan and state.
  accounts: ["founder", "admin", "moderator", "support", "finance"],
  // What locked-out people need, and what tells something about their devices.
  help: ["founder", "admin", "support"],
  // Signing in as someone and removing their second factor. Support also needs the person's consent.
  impersonation: ["founder", "admin", "support"],
  moderation: ["founder", "admin", "moderator"],
  bans: ["founder", "admin", "moderator"],
  // Merging accounts, and deleting them.
  deletion: ["founder", "admin"],
  billing: ["founder", "admin", "finance"],
  email: ["founder", "admin"],
  "email.see": ["founder", "admin", "moderator", "support"],
  // The text of the instance's own e-mail contains links that sign people in.
  outbox: ["founder"],
  notifications: ["founder", "admin"],
  security: ["founder", "admin"],
  system: ["founder", "admin"],
  audit: ["founder", "admin"],
  // What one did oneself.
  "audit.own": ["founder", "admin", "moderator", "finance"],
  settings: ["founder", "admin"],
  staff: ["founder", "admin"],
};

export function rolesInCharge(area: StaffArea): readonly StaffRole[] {
  return STAFF_MATRIX[area];
}

/** `role` is the person's role on the instance, staff or not. */
export function isStaffFor(role: string, area: StaffArea): boolean {
  return STAFF_MATRIX[area].some((one) => one === role);
}

/** True if staff may do this themselves, or the key that they act through may. */
export function mayAct(
  { role, key }: { role: string; key?: { scopes: readonly string[] } },
  area: StaffArea,
  verb: StaffVerb,
): boolean {
  return isStaffFor(role, area) && (!key || key.scopes.includes(`staff:${area}:${verb}`));
}

/** True if this role may see anything below `/admin`. */
export function isStaffForAny(role: string): boolean {
  return STAFF_AREAS.some((area) => isStaffFor(role, area));
}

/** A signed-in person: their role on the instance and in their current account. */
export interface Principal {
  role: string;
  account: { role: AccountRole };
  /** The names of the parts of the product that the account doesn't have, and the paths of their screens. */
  off?: readonly string[];
  closed?: readonly string[];
}

/** True if someone may open a screen that requires `access`. */
export function canAccess(access: MemberAccess | StaffAccess, { role, account }: Principal): boolean {
  if (access.to === "members") {
    if (access.isForPeople && isActingLevel(account.role)) return false;
    return grantOf(account.role, access.permission) !== undefined;
  }
  return isStaffFor(role, access.area);
}
