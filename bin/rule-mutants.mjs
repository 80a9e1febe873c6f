/* Mutants for slices' rules, ways in, and sessions, in the format of `mutants.mjs`. */
const rules = (slice) => `src/features/${slice}/rules.ts`;
const tests = (slice) => [`src/features/${slice}/rules.test.ts`];
const GATE = ["src/features/insights/clicks/gate.test.ts"];
const OWN = ["src/features/identity/accounts/account-security.test.ts"];
const PASSKEYS = ["src/features/identity/accounts/passkeys.test.ts"];
const PASSWORDS = ["src/features/identity/accounts/passwords.test.ts"];
const MEMBERS = ["src/features/identity/members/routes.test.ts"];
const TWO_FACTOR = ["src/features/identity/accounts/two-factor.test.ts"];

const factorGate = "src/features/identity/accounts/mfa-routes.ts";
const linkGate = "src/features/insights/clicks/link-gate.ts";
const passwords = "src/features/identity/accounts/passwords.ts";
const sessions = "src/features/identity/accounts/sessions.ts";
const sessionStore = "src/features/identity/accounts/session-store.ts";

export const RULE_MUTANTS = [
  // Ways in
  [
    "codes may be guessed without end",
    factorGate,
    "for (const limit of limits) await platform.limits.count(limit, who);",
    "",
    TWO_FACTOR,
  ],
  [
    "a wrong code is as good as a right one",
    factorGate,
    `if (!(await consumeCode(platform, person, text(call.body.code))))\n      throw failure(AUTH_ERRORS, "CODE_WRONG");`,
    "await consumeCode(platform, person, text(call.body.code));",
    TWO_FACTOR,
  ],
  [
    "every device is trusted",
    factorGate,
    "response.ok && call.body.trust_device === true",
    "response.ok",
    TWO_FACTOR,
  ],
  [
    "a second step works twice",
    factorGate,
    `response.headers.append("set-cookie", auth.secondSteps.end());`,
    "",
    TWO_FACTOR,
  ],
  [
    "a passkey of no kind breaks the server",
    factorGate,
    `if (typeof response !== "object" || response === null) throw failure(AUTH_ERRORS, "PASSKEY_REFUSED");`,
    "",
    PASSKEYS,
  ],
  [
    "passwords on lists of leaked ones are taken",
    passwords,
    `if (isLeaked(password, leaked)) throw failure(AUTH_ERRORS, "PASSWORD_LEAKED");`,
    "",
    PASSWORDS,
  ],
  ["passwords that anyone guesses are taken", passwords, "score >= SCORE_MIN", "score >= 0", PASSWORDS],
  ["a password may be one's own name", passwords, "wordsAbout(...about)", "[]", PASSWORDS],
  [
    "reset links outlive the password",
    passwords,
    `await links.revoke("reset", id);`,
    "",
    ["src/features/identity/accounts/email-links.test.ts"],
  ],
  [
    "nobody hears about a new password",
    passwords,
    "  await enqueueMail(ctx, { mail: passwordChangedMail, to: email, account: id, data: { email } });\n",
    "",
    OWN,
  ],
  // Sessions
  [
    "anyone ends anyone's session",
    sessionStore,
    "and(eq(session.id, id), eq(session.userId, userId))",
    "eq(session.id, id)",
    OWN,
  ],
  [
    "signing out the others signs out this one",
    sessionStore,
    "and(eq(session.userId, userId), ne(session.id, id))",
    "eq(session.userId, userId)",
    OWN,
  ],
  [
    "sessions that are over are listed",
    sessionStore,
    "and(eq(session.userId, userId), gt(session.expiresAt, now))",
    "eq(session.userId, userId)",
    OWN,
  ],
  [
    "an ended session is remembered by the nodes",
    sessions,
    "  await ctx.invalidate(sessionEnded, { user_id: userId });\n",
    "",
    OWN,
  ],
  // Clicks without JavaScript
  ["the adult warning is skipped", linkGate, `query.get("adult") !== "yes"`, "false", GATE],
  [
    "blocked visitors count as clicks",
    linkGate,
    "way.blocked\n      ? undefined\n      :",
    "false\n      ? undefined\n      :",
    GATE,
  ],
  [
    "whoever backs out isn't rescued",
    linkGate,
    "rescue.ok ? rescue.url : pageOf(gate)",
    "pageOf(gate)",
    GATE,
  ],
  // Plans
  [
    "a larger quantity that costs less isn't billed",
    rules("money/entitlements"),
    "total_cents < best.total_cents",
    "false",
    tests("money/entitlements"),
  ],
  [
    "the tier's price is that of the first",
    rules("money/entitlements"),
    "PRICE_TIERS.findLast((tier)",
    "PRICE_TIERS.find((tier)",
    tests("money/entitlements"),
  ],
  [
    "premium given without a quantity gives nothing",
    rules("money/entitlements"),
    "premium_units ?? UNITS_GIVEN;",
    "premium_units ?? 0;",
    tests("money/entitlements"),
  ],
  [
    "slots of referrals don't count",
    rules("money/entitlements"),
    '[grants.referral_slots, "referral"],',
    "",
    tests("money/entitlements"),
  ],
  [
    "a coupon takes off more than the price",
    rules("money/billing"),
    "Math.max(0, cents - off)",
    "cents - off",
    tests("money/billing"),
  ],
  [
    "a discount never ends",
    rules("money/billing"),
    "discount.until <= at.toISOString()",
    "false",
    tests("money/billing"),
  ],
  [
    "premium that's canceled goes on",
    rules("money/billing"),
    `if (cancel_at !== null && cancel_at <= time) return "none";`,
    "",
    tests("money/billing"),
  ],
  // Teams and keys
  [
    "viewers edit links",
    rules("identity/team"),
    "const WHO_EDIT = { owner: full, admin: full, editor: full };",
    "const WHO_EDIT = WHO_SEE;",
    tests("identity/team"),
  ],
  [
    "analysts see e-mail addresses",
    rules("identity/team"),
    `analyst: "masked"`,
    "analyst: full",
    tests("identity/team"),
  ],
  [
    "admins delete the account",
    rules("identity/team"),
    `"account.delete": { owner: full },`,
    `"account.delete": WHO_MANAGE,`,
    tests("identity/team"),
  ],
  [
    "moderators read the instance's e-mail",
    rules("identity/team"),
    `email: ["founder"],`,
    `email: ["founder", "moderator"],`,
    tests("identity/team"),
  ],
  [
    "a role is found on every object",
    rules("identity/team"),
    "Object.hasOwn(grants, role) ? grants[role] : undefined",
    "grants[role]",
    tests("identity/team"),
  ],
  [
    "members hand out more than they have",
    rules("identity/members"),
    "if (!given) return true;",
    "return true;",
    MEMBERS,
  ],
  [
    "a key may more than its maker",
    rules("identity/api-keys"),
    " && grantOf(maker.role, one)",
    "",
    tests("identity/api-keys"),
  ],
  [
    "a key reaches profiles that its maker doesn't",
    rules("identity/api-keys"),
    "one.filter((id) => other.includes(id))",
    "one",
    tests("identity/api-keys"),
  ],
  // Links and pages
  [
    "a placeholder is shown as an icon",
    rules("pages/links"),
    " && !PLACEHOLDER_ICONS.has(icon)",
    "",
    tests("pages/links"),
  ],
  [
    "an order may name a link twice",
    rules("pages/links"),
    "set.size === a.length && ",
    "",
    tests("pages/links"),
  ],
  [
    "a copy's title is too long",
    rules("pages/links"),
    "TITLE_CHARS_MAX - COPY_MARK.length",
    "TITLE_CHARS_MAX",
    tests("pages/links"),
  ],
  [
    "a report's page may be anything",
    rules("public/moderation"),
    "name?.toLowerCase() ?? page",
    "page",
    tests("public/moderation"),
  ],
  // Referrals and webhooks
  [
    "people refer themselves from another alias",
    rules("reach/referrals"),
    "inboxOf(emails.referrer) === inboxOf(emails.referred)",
    "emails.referrer === emails.referred",
    tests("reach/referrals"),
  ],
  [
    "old accounts are still referred",
    rules("reach/referrals"),
    "<= REFERRABLE_DAYS * DAY_MS",
    "<= 9 * REFERRABLE_DAYS * DAY_MS",
    tests("reach/referrals"),
  ],
  [
    "the share dialog comes back for ever",
    rules("reach/referrals"),
    "if (shown.count >= POPUPS_MAX) return null;",
    "",
    tests("reach/referrals"),
  ],
  [
    "webhooks go out unencrypted",
    rules("reach/webhooks"),
    `protocol === "http:" && !allowLocal`,
    "false",
    tests("reach/webhooks"),
  ],
  [
    "a webhook that's gone is tried for days",
    rules("reach/webhooks"),
    `if (status === GONE) return "gone";`,
    "",
    tests("reach/webhooks"),
  ],
  // Domains
  [
    "a domain is anyone's who points to it",
    rules("pages/domains"),
    "txt.includes(proof) || (!needs_txt && cname[0] === target)",
    "true",
    tests("pages/domains"),
  ],
  [
    "a domain that leads elsewhere, too, is ready",
    rules("pages/domains"),
    "if (elsewhere.length === 0) return",
    "if (true) return",
    tests("pages/domains"),
  ],
];
