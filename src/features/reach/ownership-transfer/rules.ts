/* The dashboard shows these texts. */
export const OFFER_DAYS = 7;

/** The facts about a member who might become the owner. */
export interface Eligibility {
  is_verified: boolean;
  is_limited: boolean;
  is_founder: boolean;
  is_closed: boolean;
  /** The content of their own account, which would be lost. */
  has_profiles: boolean;
  has_premium: boolean;
  has_domains: boolean;
  has_team: boolean;
  has_keys: boolean;
  has_webhooks: boolean;
}

/** In the order of priority, with messages to the owner and to the member. */
const OBSTACLES: readonly [keyof Eligibility, boolean, toOwner: string, toMember: string][] = [
  [
    "is_founder",
    true,
    "They’re the founder of this instance, and its first account stays theirs.",
    "You’re the founder of this instance, and its first account stays yours.",
  ],
  [
    "is_verified",
    false,
    "They haven’t confirmed their e-mail address yet.",
    "Confirm your e-mail address first.",
  ],
  [
    "is_limited",
    true,
    "They only have access to some profiles. Give them access to all of them first.",
    "You only have access to some of its profiles. Ask for access to all of them first.",
  ],
  [
    "is_closed",
    true,
    "Their own account is waiting to be deleted.",
    "Your own account is waiting to be deleted. Keep it first.",
  ],
  [
    "has_profiles",
    true,
    "They have profiles in their own account, which would be lost. The trash counts, too.",
    "You have profiles in your own account, which would be lost. The trash counts, too.",
  ],
  [
    "has_premium",
    true,
    "Their own account has premium, or is at checkout.",
    "Your own account has premium, or is at checkout.",
  ],
  ["has_domains", true, "Their own account has domains.", "Your own account has domains. Remove them first."],
  [
    "has_team",
    true,
    "Their own account has a team, or open invitations.",
    "Your own account has a team, or open invitations. Remove them first.",
  ],
  ["has_keys", true, "Their own account has API keys.", "Your own account has API keys. Delete them first."],
  [
    "has_webhooks",
    true,
    "Their own account has webhooks.",
    "Your own account has webhooks. Delete them first.",
  ],
];

/**
 * Returns the reason why this member can't become the owner, worded for the owner or for the member. Null if
 * they can.
 */
export function ineligibleReason(fitness: Eligibility, reader: "owner" | "member"): string | null {
  const found = OBSTACLES.find(([fact, isBad]) => fitness[fact] === isBad);
  if (!found) return null;
  const [, , toOwner, toMember] = found;
  return reader === "owner" ? toOwner : toMember;
}
