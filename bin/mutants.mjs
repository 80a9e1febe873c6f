/*
 * Ways to break the product, and the tests that must notice. Each lists what breaks, the file, the text to
 * find in it (exactly once), its replacement, and the test files.
 */
import { ACCOUNT_MUTANTS } from "./account-mutants.mjs";
import { FIGURE_MUTANTS } from "./figure-mutants.mjs";
import { HTTP_MUTANTS } from "./http-mutants.mjs";
import { JOB_MUTANTS } from "./job-mutants.mjs";
import { KIT_MUTANTS } from "./kit-mutants.mjs";
import { LEAD_MUTANTS } from "./lead-mutants.mjs";
import { LEDGER_MUTANTS } from "./ledger-mutants.mjs";
import { MAIL_MUTANTS } from "./mail-mutants.mjs";
import { MAILBOX_MUTANTS } from "./mailbox-mutants.mjs";
import { RULE_MUTANTS } from "./rule-mutants.mjs";
import { STORE_MUTANTS } from "./store-mutants.mjs";
import { TEMPLATE_MUTANTS } from "./template-mutants.mjs";

const ACCOUNTS = "src/features/identity/accounts/routes.test.ts";
const GUESSES = "src/features/identity/accounts/sign-in-attempts.test.ts";
const BILLING = "src/features/money/entitlements/routes.test.ts";
const EMAIL_LINKS = "src/features/identity/accounts/email-links.test.ts";
const PASSWORDS = "src/features/identity/accounts/passwords.test.ts";
const OUTBOX = "src/platform/mail/outbox.test.ts";
const TRIES = "src/platform/mail/outbox-tries.test.ts";
const LINKS = "src/features/pages/links/routes.test.ts";
const LINK_RULES = "src/features/pages/links/rules.test.ts";
const PROFILES = "src/features/pages/profiles/routes.test.ts";
const PROFILE_RULES = "src/features/pages/profiles/rules.test.ts";
const URLS = "src/lib/url.test.ts";
const TEAM = "src/features/identity/team/routes.test.ts";
const ACCESS = "src/node/access.test.ts";

const gate = "src/features/identity/accounts/auth-routes.ts";
const passwords = "src/features/identity/accounts/passwords.ts";
const emailLinks = "src/features/identity/accounts/email-links.ts";
const outbox = "src/platform/mail/outbox.ts";
const links = "src/features/pages/links/links.ts";
const linkWays = "src/features/pages/links/page/destination.ts";
const linkStore = "src/features/pages/links/store.ts";
const profileRules = "src/features/pages/profiles/rules.ts";
const profileStore = "src/features/pages/profiles/store.ts";
const url = "src/lib/url.ts";
const admission = "src/features/identity/team/authorize.ts";

export const MUTANTS = [
  ...LEAD_MUTANTS,
  ...LEDGER_MUTANTS,
  ...MAIL_MUTANTS,
  ...FIGURE_MUTANTS,
  ...MAILBOX_MUTANTS,
  ...TEMPLATE_MUTANTS,
  ...HTTP_MUTANTS,
  ...JOB_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...KIT_MUTANTS,
  ...RULE_MUTANTS,
  ...STORE_MUTANTS,
  // Access
  [
    "a session is not asked for",
    admission,
    `if (!caller) throw failure(GENERAL_ERRORS, "UNAUTHORIZED")`,
    "if (!caller) return visitOf(platform, call.request)",
    [ACCESS],
  ],
  ["the staff's endpoints are everyone's", admission, `|| !isStaffFor(role, area)`, "", [ACCESS]],
  ["a role may do anything", admission, `  requirePermission(ctx, access.permission);\n`, "", [ACCESS]],
  [
    "a stranger gets into a team",
    admission,
    `if (!found && call.account !== undefined) throw`,
    "if (false) throw",
    [ACCESS, TEAM],
  ],
  [
    "a key opens every account",
    admission,
    `if (call.account !== undefined && call.account !== account) throw`,
    "if (false) throw",
    [ACCESS],
  ],
  [
    "a member reaches every profile",
    "src/platform/context.ts",
    `return profileIds === null || profileIds.includes(profileId)`,
    "return true",
    [ACCESS, TEAM],
  ],
  [
    "a banned owner's team goes on",
    "src/features/identity/team/store.ts",
    `m.user_id = \${userId} and not \${sql.raw(IS_CLOSED)}\``,
    `m.user_id = \${userId}\``,
    [TEAM],
  ],
  [
    "pages that are switched off are shown",
    "src/features/pages/profiles/tables.ts",
    "(p.status = 'active' and ",
    "(",
    ["src/features/public/public-page/visibility.test.ts"],
  ],
  [
    "other sites may change things",
    "src/platform/http/read-body.ts",
    `throw failure(GENERAL_ERRORS, "ORIGIN_REFUSED")`,
    "return",
    [ACCOUNTS],
  ],
  ["guesses are not counted", gate, "await limits.count(limit, who)", "void [limit, who]", [GUESSES]],
  ["links work for ever", emailLinks, "found.expiresAt.getTime() <= Date.now()", "false", [EMAIL_LINKS]],
  [
    "a used link leaves the others working",
    emailLinks,
    "await this.revoke(purpose, owner.id);\n    return owner;",
    "return owner;",
    [EMAIL_LINKS],
  ],
  [
    "an unproven address is signed in by a link",
    "src/features/identity/accounts/mails.ts",
    "owner.emailVerified ? signInEmail(platform, owner) : resetEmail(platform, owner)",
    "signInEmail(platform, owner)",
    [EMAIL_LINKS],
  ],
  ["a sign-up takes any password", gate, "await requireGoodPassword(password, [", "void ([", [ACCOUNTS]],
  [
    "a reset takes any password",
    gate,
    "await requireGoodPassword(newPassword, words)",
    "void words",
    [ACCOUNTS],
  ],
  ["links are tried without limit", gate, 'await this.#requireLink(call, "verify");', "", [GUESSES]],
  ["short passwords pass", passwords, "password.length < PASSWORD_CHARS_MIN", "false", [PASSWORDS]],
  ["leaked passwords pass", passwords, "if (isLeaked(password, leaked))", "if (false)", [PASSWORDS]],
  [
    "a ban keeps nobody out",
    "src/features/identity/accounts/rules.ts",
    "return banned === true && (!banExpires",
    "return banned === undefined && (!banExpires",
    [EMAIL_LINKS],
  ],
  [
    "any hop of X-Forwarded-For is believed",
    "src/platform/geo/client-address.ts",
    "if (!trusts(hop)) return hop;",
    "",
    ["src/platform/geo/client-address.test.ts"],
  ],
  // URLs
  ["script URLs pass", url, "if (isSuspicious(trimmed))", "if (false)", [URLS]],
  [
    "any scheme passes",
    url,
    `: refuse("dangerous");\n  return checked.ok`,
    `: checkContact(written);\n  return checked.ok`,
    [URLS],
  ],
  ["an e-mail link's address breaks its line", url, " || hasLineBreak(url)", "", [URLS]],
  ["URLs of the local network pass", url, "options.allowLocal !== true", "false", [URLS]],
  // Writes
  [
    "what a failed write has not changed is dropped from caches",
    "src/platform/platform.ts",
    "stale: within }, nested)",
    "stale }, nested)",
    ["src/platform/platform.test.ts"],
  ],
  // E-mail
  ["an address that does not exist is tried for days", outbox, "if (isFinal || row", "if (row", [TRIES]],
  ["an e-mail is tried for ever", outbox, "|| row.tries >= triesMax", "", [TRIES]],
  [
    "nobody learns of an e-mail that went out twice",
    outbox,
    'platform.mail.delivery === "smtp"',
    "false",
    [OUTBOX],
  ],
  ["what failed once isn't tried again", outbox, 'isNoted && ending.state === "queued"', "false", [TRIES]],
  [
    "a second try is another e-mail",
    "src/platform/mail/mail.ts",
    "messageId:",
    "subject2:",
    ["src/platform/mail/mail.test.ts"],
  ],
  // Links and profiles
  [
    "pictures that a link shows are deleted",
    "src/features/email/templates/unused-pictures.ts",
    "  links.icon,\n",
    "",
    ["src/features/email/templates/unused-pictures.test.ts"],
  ],
  [
    "links of others are found",
    linkStore,
    "and(eq(links.user_id, account), eq(links.id, id))",
    "eq(links.id, id)",
    [LINKS],
  ],
  [
    "profiles of others are found",
    profileStore,
    "and(eq(clientProfiles.user_id, account), eq(clientProfiles.id, id))",
    "eq(clientProfiles.id, id)",
    [PROFILES],
  ],
  [
    "a deleted profile is changed",
    profileStore,
    ".where(and(owned(key), isNull(clientProfiles.deleted_at)))",
    ".where(owned(key))",
    [PROFILES, "src/features/pages/profiles/trash.test.ts"],
  ],
  [
    "inactive profiles take up slots",
    profileStore,
    `        eq(clientProfiles.status, "active"),\n`,
    "",
    [PROFILES],
  ],
  [
    "blocked places may open a link",
    linkWays,
    "restrictions && visitor.place && isBlocked(restrictions, visitor.place)",
    "false",
    [LINK_RULES, "src/features/pages/links/options.test.ts"],
  ],
  [
    "allow beats block",
    "src/features/pages/geo/rules.ts",
    "if (names(restrictions[blocked])) return true;",
    "",
    ["src/features/pages/geo/rules.test.ts"],
  ],
  [
    "the shares of an A/B test are swapped",
    linkWays,
    `roll < ratio ? "a" : "b"`,
    `roll < ratio ? "b" : "a"`,
    [LINK_RULES],
  ],
  [
    "links that depend on the visitor are in the page",
    linkWays,
    "link.show_adult_warning || link.is_ab_test || parseGeoRestrictions(link.geo_restrictions) !== null",
    "false",
    [
      LINK_RULES,
      "src/features/pages/links/options.test.ts",
      "src/features/public/public-page/routes.test.ts",
    ],
  ],
  [
    "reserved usernames are given away",
    profileRules,
    "taken.has(candidate) || RESERVED_USERNAMES.has(candidate)",
    "taken.has(candidate)",
    [PROFILE_RULES],
  ],
  [
    "an old username is free at once",
    profileRules,
    "used < DAY_MS ? Math.max(used, HOUR_MS) : OLD_USERNAME_DAYS * DAY_MS",
    "0",
    [PROFILE_RULES, "src/features/pages/profiles/usernames.test.ts"],
  ],
  [
    "one more than the limit fits",
    "src/features/money/entitlements/entitlements.ts",
    "used + adding > limit",
    "used > limit",
    [BILLING],
  ],
  [
    "a deleted link is changed",
    links,
    `if (locked.row.deleted_at !== null) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");`,
    "",
    [LINKS],
  ],
  [
    "the Privacy Policy names Stripe where nothing is sold",
    "src/features/public/site/legal/PrivacyPolicy.tsx",
    "{sellsPremium && (",
    "{(",
    ["src/features/public/site/legal/legal.test.tsx"],
  ],
  [
    "the palette finds only what's in the navigation",
    "src/browser/shell/palette-actions.tsx",
    "...detailScreens(me), ",
    "",
    ["src/browser/shell/palette-search.test.ts"],
  ],
];
