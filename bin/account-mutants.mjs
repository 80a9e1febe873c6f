/* Mutants for teams, billing, referrals, domains, and what people are told, and how, in the format of `mutants.mjs`. */
const COUPONS = "src/features/money/coupons/routes.test.ts";
const HANDOVER = "src/features/reach/ownership-transfer/routes.test.ts";
const UNDER_WAY = "src/features/reach/ownership-transfer/in-flight.test.ts";
const REFERRALS = "src/features/reach/referrals/routes.test.ts";
const REVIEWS = "src/features/reach/referrals/reviews.test.ts";
const DOMAINS = "src/features/pages/domains/routes.test.ts";
const NOTIFICATIONS = "src/features/reach/notifications/routes.test.ts";
const PUSHING = "src/features/reach/notifications/web-push.test.ts";
const DASHBOARD = "src/node/http-dashboard.test.ts";
const LANGUAGES = "src/node/languages.test.ts";
const MAILS = "src/node/mails.test.ts";
const TRANSLATE = "src/lib/translate.test.ts";
const UNSUBSCRIBE = "src/features/public/site/unsubscribe.test.ts";
const SECRETS = "src/node/secrets.test.ts";

const coupons = "src/features/money/coupons/coupons.ts";
const couponRules = "src/features/money/coupons/rules.ts";
const handover = "src/features/reach/ownership-transfer/ownership-transfer.ts";
const takingOver = "src/features/reach/ownership-transfer/accept-transfer.ts";
const reviews = "src/features/reach/referrals/reviews.ts";
const attaching = "src/features/reach/referrals/attribution.ts";
const domains = "src/features/pages/domains/domains.ts";
const notificationStore = "src/features/reach/notifications/store.ts";
const pushing = "src/features/reach/notifications/web-push.ts";
const unsubscribing = "src/features/identity/preferences/unsubscribe-link.ts";

export const ACCOUNT_MUTANTS = [
  [
    "staff suspend each other, and the founder",
    "src/features/identity/accounts/rules.ts",
    'return !isStaff || (by === "founder" && role !== "founder");',
    "return true;",
    ["src/features/identity/accounts/email-links.test.ts"],
  ],
  [
    "whoever has an unusual address can't sign up",
    "src/features/identity/accounts/email-encoding.ts",
    "return isTaken ? email :",
    "return true ? email :",
    ["src/features/identity/accounts/addresses.test.ts"],
  ],
  [
    "an inbox may be filled through tags",
    "src/platform/limits.ts",
    'word.includes("@") ? inboxOf(word)',
    'word.includes("@") ? word',
    ["src/features/identity/accounts/addresses.test.ts"],
  ],
  [
    "a site floods through its networks",
    "src/platform/limits.ts",
    "if (site !== undefined) await this.#countOne(ofSite(limit), site);",
    "",
    ["src/features/identity/accounts/addresses.test.ts"],
  ],
  [
    "whoever doesn't want to be remembered gets a cookie for that",
    "src/features/identity/accounts/auth-routes.ts",
    "this.#begin({ ...call, body: only })",
    "this.#begin(call)",
    ["src/features/identity/accounts/routes.test.ts"],
  ],
  [
    "what an earlier secret has sealed stays sealed with it",
    "src/platform/crypto/vault.ts",
    "sealed: this.seal(purpose, text) }",
    "sealed }",
    [SECRETS],
  ],
  [
    "links to unsubscribe end with the next secret",
    "src/features/audience/contacts/tokens.ts",
    "vault.digests(purpose, textOf(named)).some",
    "vault.digests(purpose, textOf(named)).slice(0, 1).some",
    [SECRETS],
  ],
  [
    "the secret stays in the database that it protects",
    "src/platform/crypto/instance-secret.ts",
    "if (folder === undefined) return",
    "if (true) return",
    [SECRETS],
  ],
  [
    "a coupon is given more often than it may be",
    couponRules,
    "taken >= redemptions_max",
    "taken > redemptions_max",
    [COUPONS],
  ],
  ["an account uses a coupon twice", couponRules, `if (isUsed) return "COUPON_USED";`, "", [COUPONS]],
  [
    "a coupon works for fewer units",
    couponRules,
    `return units < min_units ? "COUPON_UNITS" : undefined;`,
    "return undefined;",
    [COUPONS],
  ],
  [
    "coupon codes can be guessed",
    coupons,
    "  await ctx.limits.count(GUESSES, ctx.account);\n",
    "",
    [COUPONS],
  ],
  [
    "the founder gives their account away",
    handover,
    `  if (isFounder(person)) throw failure(HANDOVER_ERRORS, "FOUNDER_STAYS");\n`,
    "",
    [HANDOVER],
  ],
  [
    "a member with an account of their own takes over, and loses it",
    takingOver,
    `    await requireEligible(ctx, { account, id: person.id }, "member");\n`,
    "",
    [HANDOVER],
  ],
  [
    "an account is taken over without a recent sign-in",
    takingOver,
    "  await requireRecentSignIn(ctx);\n",
    "",
    [HANDOVER, UNDER_WAY],
  ],
  [
    "a link that stops e-mail outlives the handover",
    unsubscribing,
    "!(await isHandedOver(visit.db, { id: link.person, since: new Date(link.at) }))",
    "true",
    [UNDER_WAY],
  ],
  [
    "e-mail about security can be stopped by link",
    unsubscribing,
    `if (!link || TOPICS[link.topic].email !== "choice") return undefined;`,
    "if (!link) return undefined;",
    [UNSUBSCRIBE],
  ],
  [
    "a flagged referral is rewarded before its review",
    attaching,
    "if (ctx.settings.get(REFERRAL_REVIEW)) await updateFlaggedToWaiting(ctx.db, referred);",
    "",
    [REVIEWS],
  ],
  [
    "a decision about a referral is reversed",
    reviews,
    `if (row.review !== "waiting") throw failure(REFERRAL_ERRORS, "REVIEW_DECIDED");`,
    "",
    [REVIEWS],
  ],
  ["someone refers themselves", attaching, "referrer === referred ||", "", [REFERRALS]],
  [
    "domains come without premium",
    domains,
    `if (!(await hasPremium(ctx, ctx.account))) throw failure(DOMAIN_ERRORS, "PREMIUM_REQUIRED");`,
    "",
    [DOMAINS],
  ],
  [
    "a CNAME record is enough for someone else's domain",
    domains,
    "return counted.some((one) => one !== hashOfAccount(account));",
    "return false;",
    [DOMAINS],
  ],
  [
    "people limited to profiles read about the whole account",
    notificationStore,
    "profileIds === null ? undefined : inArray(profile_id, [...profileIds])",
    "undefined",
    [NOTIFICATIONS],
  ],
  [
    "what's been read is pushed",
    pushing,
    "if (!words || words.isRead) return;",
    "if (!words) return;",
    [PUSHING],
  ],
  [
    "the dashboard is in the browser's language, whatever its person chose",
    "src/node/dashboard.ts",
    "isLanguage(reader.language) ? reader.language : ",
    "",
    [DASHBOARD],
  ],
  [
    "screens outside of the dashboard don't know the person's language",
    "src/node/http-dashboard.ts",
    "dashboard.page({ me, ...acceptedBy(context) })",
    "dashboard.page({ ...acceptedBy(context) })",
    [DASHBOARD],
  ],
  [
    "fans get e-mail in the language of the account with their address",
    "src/platform/mail/outbox.ts",
    "const language = isForFans ? LANGUAGES[0] : (",
    "const language = (",
    [MAILS],
  ],
  [
    "what screens say of the server's errors stays in English",
    "src/languages/plugin.ts",
    "include: /\\/src\\/.*\\.tsx?$/",
    "include: /\\/src\\/.*\\.tsx$/",
    [LANGUAGES],
  ],
  [
    "a sentence that names a color stays in English",
    "src/languages/translatable-text.ts",
    "&& !WHOLE.test(words)",
    "",
    [LANGUAGES],
  ],
  [
    "what's wrong with a field is in English whatever the request asks for",
    "src/platform/http/translate-errors.ts",
    "[field, sayAny(why)]",
    "[field, why]",
    [LANGUAGES],
  ],
  [
    "names that read like our sentences are translated",
    "src/lib/translate.ts",
    "isOurs[n] ? say(value) : value",
    "say(value)",
    [TRANSLATE],
  ],
  [
    "a phone number without its country is somebody else's at WhatsApp",
    "src/features/pages/profiles/page/socials.ts",
    "number.length >= ABROAD_DIGITS_MIN",
    "true",
    ["src/features/pages/profiles/page/socials.test.ts"],
  ],
  [
    "a short link is a username",
    "src/features/pages/profiles/page/socials.ts",
    "|| COUNTRIES.includes(ending)",
    "",
    ["src/features/pages/profiles/page/socials.test.ts"],
  ],
  [
    "a profile in the trash keeps a name that it only tried on",
    "src/features/pages/profiles/rules.ts",
    "if (deleted_at === null || !wasHeldBriefly(holding, now)) return false;",
    "return false;",
    ["src/features/pages/profiles/usernames.test.ts"],
  ],
  [
    "a deleted account reserves names that it only tried on",
    "src/features/pages/profiles/rules.ts",
    "return until.getTime() - heldSince(holding).getTime() < DAY_MS;",
    "return holding.deleted_at !== null;",
    ["src/features/reach/account-data/routes.test.ts"],
  ],
  [
    "links in e-mail lead into whichever account their reader works in",
    "src/lib/paths.ts",
    "function inAccount(path: string, account: string): string {",
    "function inAccount(path: string, account: string): string {\n  if (account) return path;",
    [MAILS],
  ],
  [
    "numbers in the activity log and in notifications are American for everyone",
    "src/features/identity/accounts/person.ts",
    "region: person?.region ?? null });",
    "region: null });",
    ["src/features/instance/audit/routes.test.ts"],
  ],
];
