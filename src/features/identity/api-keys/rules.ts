/* The dashboard shows these texts. */
import { grantOf } from "#src/features/identity/team/rules.ts";
import { type Permission, type Role, SCOPE_NAMES } from "#src/lib/access.ts";

/** Identifies our keys to people, and to programs that look for leaked secrets. */
export const KEY_PREFIX = "fanfare_";
export const KEYS_MAX = 50;
/** The number of revoked and replaced keys of an account to explain to programs. */
export const ENDED_KEYS_KEPT = 100;
export const KEY_NAME_CHARS_MAX = 80;
export const OVERLAP_HOURS_MAX = 7 * 24;
export const OVERLAP_HOURS_DEFAULT = 24;
/** A key's last use is recorded at most once in this time. */
export const USE_RECORDED_EVERY_MS = 60_000;
/** The rate limit of each key: the number of calls, and the seconds. */
export const KEY_CALLS_MAX = 600;
export const KEY_CALLS_SECONDS = 60;

interface Scope {
  permission: Permission;
  label: string;
  hint: string;
}

export const SCOPES: readonly Scope[] = [
  { permission: "account.see", label: "See the account", hint: "Its limits, its use, and jobs under way" },
  { permission: "profiles.see", label: "See profiles", hint: "Every setting of their pages" },
  {
    permission: "profiles.edit",
    label: "Create and edit profiles",
    hint: "Design, username, and status too",
  },
  {
    permission: "profiles.delete",
    label: "Delete profiles",
    hint: "Move them to the trash, and restore them",
  },
  { permission: "links.see", label: "See links", hint: "Including how often each was clicked" },
  { permission: "links.edit", label: "Edit links", hint: "Add, change, order, and delete; upload pictures" },
  { permission: "analytics.see", label: "See analytics", hint: "Views, visitors, and clicks" },
  { permission: "analytics.export", label: "Export analytics", hint: "As a CSV file" },
  { permission: "leads.see", label: "See leads", hint: "Names, e-mail addresses, and phone numbers" },
  { permission: "leads.export", label: "Export leads", hint: "As a CSV file" },
  {
    permission: "leads.delete",
    label: "Edit and delete leads",
    hint: "Add them, tag them, and stop e-mail to them",
  },
  {
    permission: "mails.send",
    label: "Send single e-mails",
    hint: "From your sending accounts, and see what became of them",
  },
  {
    permission: "campaigns.send",
    label: "Manage campaigns",
    hint: "Write, schedule, send, and stop them, and see their results",
  },
  { permission: "templates.edit", label: "Edit templates", hint: "With their pictures, files, and snippets" },
  { permission: "orders.add", label: "Report orders", hint: "What fans bought in your shop" },
  { permission: "domains.manage", label: "Manage domains", hint: "Connect, check, and disconnect them" },
  {
    permission: "webhooks.manage",
    label: "Manage webhooks",
    hint: "For events about what this key may see",
  },
];

export interface Maker {
  role: Role;
  /** The only profiles they can access, or null for all of them. */
  profileIds: readonly string[] | null;
}

export interface Rights {
  permissions: Permission[];
  profileIds: readonly string[] | null;
}

/** Returns a key's permissions: its own, as far as its creator still has them. */
export function rightsOf(
  key: { scopes: readonly string[]; profile_ids: string[] | null },
  maker: Maker,
): Rights {
  return {
    permissions: SCOPE_NAMES.filter((one) => key.scopes.includes(one) && grantOf(maker.role, one)),
    profileIds: both(key.profile_ids, maker.profileIds),
  };
}

function both(one: readonly string[] | null, other: readonly string[] | null): readonly string[] | null {
  if (one === null || other === null) return one ?? other;
  return one.filter((id) => other.includes(id));
}
