/*
 * Ways to break the product, and the tests that have to notice. Each: what breaks, the file, the text to find in it
 * (exactly once), what stands there instead, and the test files.
 */
const ACCOUNTS = "src/features/accounts/routes.test.ts";
const GUESSES = "src/features/accounts/guesses.test.ts";
const EMAIL_LINKS = "src/features/accounts/email-links.test.ts";
const PASSWORDS = "src/features/accounts/passwords.test.ts";
const LEADS = "src/features/leads/routes.test.ts";
const LINKS = "src/features/links/routes.test.ts";
const LINK_RULES = "src/features/links/rules.test.ts";
const PROFILES = "src/features/profiles/routes.test.ts";
const PROFILE_RULES = "src/features/profiles/rules.test.ts";
const URLS = "src/lib/url.test.ts";
const ACCESS = "src/node/access.test.ts";

const gate = "src/features/accounts/gate.ts";
const passwords = "src/features/accounts/passwords.ts";
const emailLinks = "src/features/accounts/email-links.ts";
const leads = "src/features/leads/leads.ts";
const leadStore = "src/features/leads/store.ts";
const links = "src/features/links/links.ts";
const linkWays = "src/features/links/page/ways.ts";
const linkStore = "src/features/links/store.ts";
const profileRules = "src/features/profiles/rules.ts";
const profileStore = "src/features/profiles/store.ts";
const url = "src/lib/url.ts";
const api = "src/platform/http/api.ts";

export const MUTANTS = [
  // Gates
  [
    "a session is not asked for",
    api,
    `throw failure(GENERAL_ERRORS, "UNAUTHORIZED")`,
    "return visit as Ctx",
    [ACCESS],
  ],
  ["the founder's endpoints are everyone's", api, `person.role !== "founder"`, "false", [ACCESS]],
  [
    "other sites may change things",
    "src/node/web-guards.ts",
    `throw failure(AUTH_ERRORS, "ORIGIN_REFUSED")`,
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
    emailLinks,
    `owner.emailVerified ? "signIn" : "reset"`,
    `"signIn"`,
    [EMAIL_LINKS],
  ],
  ["a sign-up takes any password", gate, "await requireGoodPassword(password, [", "void ([", [ACCOUNTS]],
  [
    "a reset takes any password",
    gate,
    "await requireGoodPassword(text(knock.body.newPassword), about)",
    "void about",
    [ACCOUNTS],
  ],
  ["links are tried without limit", gate, 'await this.#requireLink(knock, "verify");', "", [GUESSES]],
  ["short passwords pass", passwords, "password.length < PASSWORD_CHARS_MIN", "false", [PASSWORDS]],
  ["leaked passwords pass", passwords, "if (isLeaked(password, leaked))", "if (false)", [PASSWORDS]],
  [
    "a ban keeps nobody out",
    "src/features/accounts/rules.ts",
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
  ["script URLs pass", url, "FORBIDDEN.test(trimmed) || isSuspicious(trimmed)", "false", [URLS]],
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
    "what a failed write announced is told",
    "src/platform/platform.ts",
    "announced: within }, nested)",
    "announced }, nested)",
    ["src/platform/platform.test.ts"],
  ],
  // Leads
  [
    "one address fills in without limit",
    leads,
    "await visit.limits.count(FROM_ADDRESS, visit.request.address);",
    "",
    [LEADS],
  ],
  [
    "one profile takes leads without limit",
    leads,
    "await visit.limits.count(ON_PROFILE, profile.id);",
    "",
    [LEADS],
  ],
  ["what people don't see may be filled in", leads, "if (input.p_subject)", "if (false)", [LEADS]],
  ["pages that are switched off take leads", leadStore, `eq(clientProfiles.status, "active"),`, "", [LEADS]],
  [
    "leads of others are listed",
    leadStore,
    "return and(\n    eq(fanLeads.user_id, account),",
    "return and(",
    [LEADS],
  ],
  [
    "leads of others are erased",
    leadStore,
    "and(eq(fanLeads.user_id, account), eq(fanLeads.id, id))",
    "eq(fanLeads.id, id)",
    [LEADS],
  ],
  [
    "a required phone is optional",
    "src/features/leads/rules.ts",
    `phone === "required"`,
    "false",
    ["src/features/leads/rules.test.ts"],
  ],
  // Links and profiles
  [
    "pictures that a link shows are deleted",
    linkStore,
    "clientProfiles.background_image_url, links.icon]",
    "clientProfiles.background_image_url]",
    ["src/features/links/unused-pictures.test.ts"],
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
    [PROFILES, "src/features/profiles/trash.test.ts"],
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
    [LINK_RULES, "src/features/links/options.test.ts"],
  ],
  [
    "allow beats block",
    "src/features/geo/rules.ts",
    "if (names(restrictions[blocked])) return true;",
    "",
    ["src/features/geo/rules.test.ts"],
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
    "link.show_adult_warning || link.is_ab_test || readGeoRestrictions(link.geo_restrictions) !== null",
    "false",
    [LINK_RULES, "src/features/links/options.test.ts", "src/features/public-page/routes.test.ts"],
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
    [PROFILE_RULES, "src/features/profiles/usernames.test.ts"],
  ],
  [
    "a deleted link is changed",
    links,
    `if (locked.row.deleted_at !== null) throw failure(LINK_ERRORS, "LINK_NOT_FOUND");`,
    "",
    [LINKS],
  ],
];
