/* The dashboard shows these texts. */
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import type { StaffArea, StaffScope, StaffVerb } from "#src/lib/access.ts";
import { DAY_MS } from "#src/lib/time.ts";

/** Identifies staff's keys to people, and to programs that look for leaked secrets. */
export const STAFF_KEY_PREFIX = "fanfare_staff_";
/** The keys that one person may have at a time. */
export const STAFF_KEYS_MAX = 20;
/** Of each person's keys that are over, so many stay, for the audit log to name them. */
export const ENDED_STAFF_KEYS_KEPT = 50;
export const STAFF_KEYS_LISTED = 500;
export const NAME_CHARS_MAX = 80;
export const REASON_CHARS_MAX = 500;
/** A leap year, so that a date in a year is never too late. */
export const LIFETIME_DAYS_MAX = 366;
export const OVERLAP_HOURS_MAX = 7 * 24;
export const OVERLAP_HOURS_DEFAULT = 24;
/** The hashes of replaced keys that stay, for programs to be told what became of theirs. */
export const REPLACED_KEPT = 10;
/** A key's last use is recorded at most once in this time. */
export const USE_RECORDED_EVERY_MS = 60_000;

type StaffKeyState = "active" | "idle" | "expired" | "revoked";

interface StaffScopes {
  area: StaffArea;
  label: string;
  /** What its scopes are for. An area has those that endpoints need. */
  read?: string;
  write?: string;
}

export const STAFF_SCOPES: readonly StaffScopes[] = [
  { area: "analytics", label: "Analytics", read: "See the instance’s figures" },
  {
    area: "accounts",
    label: "Accounts",
    read: "Find people, and see their plans and states",
    write: "Stop changes of many accounts",
  },
  {
    area: "help",
    label: "Help",
    read: "See where people are signed in, what they were e-mailed, and what they did",
    write: "Confirm addresses, send links for new passwords, and sign people out",
  },
  {
    area: "moderation",
    label: "Moderation",
    read: "See cases, pages, links, and first campaigns",
    write: "Decide cases and first campaigns, and hide pages and links",
  },
  {
    area: "bans",
    label: "Suspensions",
    write: "Suspend accounts for a time, and let them go on",
  },
  {
    area: "deletion",
    label: "Deletions",
    read: "See merges of accounts, and what one would do",
    write: "Keep accounts that are about to be deleted",
  },
  {
    area: "billing",
    label: "Billing",
    read: "See coupons and flagged referrals",
    write: "Give accounts slots and premium, make coupons, and decide about referrals",
  },
  {
    area: "email.see",
    label: "E-mail figures",
    read: "See how all accounts’ e-mail is going",
  },
  {
    area: "email",
    label: "E-mail",
    read: "Find messages and suppressed addresses",
    write: "Stop what accounts send, and check what came back",
  },
  {
    area: "notifications",
    label: "Notifications",
    read: "See what was told to many, and how it went",
    write: "Write, try, and stop notifications, but not send them",
  },
  {
    area: "security",
    label: "Security",
    read: "See the timeline, blocks, and errors in browsers",
    write: "Block and allow, and resolve errors",
  },
  {
    area: "system",
    label: "System",
    read: "See nodes, queues, and the database, and get the support bundle",
    write: "Make backups, and run, repeat, and cancel jobs",
  },
  { area: "audit.own", label: "Audit log", read: "See what you did yourself" },
  {
    area: "audit",
    label: "Audit log of everyone",
    read: "With the one before, see what everyone did, and checks of the chain",
    write: "Check the chain",
  },
  {
    area: "settings",
    label: "Settings",
    read: "See the instance’s settings and page imports",
    write: "Change settings and the theme gallery",
  },
];

/** All that staff keys can have, in the order of the screen. */
export const STAFF_SCOPE_NAMES = STAFF_SCOPES.flatMap(({ area, read, write }) => [
  ...(read === undefined ? [] : [nameOf(area, "read")]),
  ...(write === undefined ? [] : [nameOf(area, "write")]),
]);

function nameOf(area: StaffArea, verb: StaffVerb): StaffScope {
  return `staff:${area}:${verb}`;
}

const areaOf = (scope: StaffScope) => scope.split(":")[1] as StaffArea;

/** Returns those of the scopes that this role has. */
export function scopesWithin<Scope extends StaffScope>(scopes: readonly Scope[], role: string): Scope[] {
  return scopes.filter((scope) => isStaffFor(role, areaOf(scope)));
}

interface Life {
  expires_at: string;
  revoked_at: string | null;
  scopes: readonly StaffScope[];
}

/** `role` is the maker's, or "user" while they can't act. */
export function stateOf(key: Life, role: string, now: Date): StaffKeyState {
  if (key.revoked_at !== null) return "revoked";
  if (key.expires_at <= now.toISOString()) return "expired";
  return scopesWithin(key.scopes, role).length === 0 ? "idle" : "active";
}

/** Returns what's wrong with a key's end, if anything. */
export function problemWithEnd(
  endsAt: Date,
  now: Date,
): "STAFF_KEY_END_PAST" | "STAFF_KEY_END_LATE" | undefined {
  if (endsAt <= now) return "STAFF_KEY_END_PAST";
  return endsAt.getTime() - now.getTime() > LIFETIME_DAYS_MAX * DAY_MS ? "STAFF_KEY_END_LATE" : undefined;
}
