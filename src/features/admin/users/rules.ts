/* The dashboard shows these texts. */
import { STAFF_ROLES, type StaffArea, type StaffRole } from "#src/lib/access.ts";

export const USER_STATES = ["active", "suspended", "leaving"] as const;
export type UserState = (typeof USER_STATES)[number];

export const PLAN_FILTERS = ["free", "premium"] as const;

/** When somebody was last seen: within so many days, not for so many, or never signed in anywhere. */
export const SEEN_FILTERS = ["week", "month", "not_month", "not_year", "nowhere"] as const;
export type SeenFilter = (typeof SEEN_FILTERS)[number];

export const FLAGS = [
  "second_factor",
  "reported",
  "support_access",
  "given",
  "mail_complaints",
  "limit_reached",
] as const;
export type Flag = (typeof FLAGS)[number];

/** How long complaints about an account's e-mail, and limits that it reached, set it apart. */
export const FLAG_DAYS = 30;

export const USER_ORDERS = ["newest", "oldest", "seen_last", "seen_long_ago"] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

/** What can be done to many accounts at once. */
export const CHANGE_KINDS = ["suspend", "lift", "grant", "sign_out", "confirm"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Who does it, as for one account. */
export const CHANGE_AREAS: Readonly<Record<ChangeKind, StaffArea>> = {
  suspend: "bans",
  lift: "bans",
  grant: "billing",
  sign_out: "help",
  confirm: "help",
};

/** What people did since can't be taken back from them, and neither can a session. */
export const UNDOABLE: readonly ChangeKind[] = ["suspend", "lift", "grant"];
export const UNDO_DAYS = 7;
export const CHANGE_IDS_MAX = 1000;

export const REASON_CHARS_MAX = 500;

/** The founder is the first account, and stays that. */
export const ASSIGNED_ROLES = ["admin", "moderator", "support", "finance", "user"] as const;
export type AssignedRole = (typeof ASSIGNED_ROLES)[number];

/** What each staff role is for, as the choice explains it. */
export const ROLE_LABELS: Readonly<Record<StaffRole | "user", string>> = {
  founder: "Founder",
  admin: "Administrator",
  moderator: "Moderator",
  support: "Support",
  finance: "Finance",
  user: "Not staff",
};

interface RoleChange {
  /** Who makes it, and whom it's about. */
  by: string;
  id: string;
  from: string | null;
}

/** The founder's role can't change, and neither can one's own. */
export function canChangeRole({ by, id, from }: RoleChange): boolean {
  return id !== by && from !== "founder";
}

export function roleOf(role: string | null): StaffRole | "user" {
  return STAFF_ROLES.find((known) => known === role) ?? "user";
}
