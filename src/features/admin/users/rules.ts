/* The dashboard shows these texts. */
import { STAFF_ROLES, type StaffRole } from "#src/lib/access.ts";

export const USER_STATES = ["active", "suspended", "leaving"] as const;
export type UserState = (typeof USER_STATES)[number];

export const PLAN_FILTERS = ["free", "premium"] as const;

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
