/* Mutants for leads' consent and for e-mail to them, in the format of `mutants.mjs`. */
const CAMPAIGNS = "src/features/email/campaigns/routes.test.ts";
const CAMPAIGN_RULES = "src/features/email/campaigns/rules.test.ts";
const TRACKING = "src/features/email/campaigns/tracking.test.ts";
const RETURNING = "src/features/email/campaigns/feedback.test.ts";
const LEAVING = "src/features/email/campaigns/unsubscribe.test.ts";
const TIMING = "src/features/email/campaigns/schedule.test.ts";
const LATE_JOINERS = "src/features/email/campaigns/late-joiners.test.ts";
const CLOCK = "src/features/email/campaigns/clock.test.ts";
const OVERSIGHT = "src/features/email/campaigns/oversight.test.ts";
const AUDIENCE = "src/features/email/campaigns/audience.test.ts";
const LATE_WAVES = "src/features/email/campaigns/downtime-guard.test.ts";
const CAPPING = "src/features/email/campaigns/frequency-cap.test.ts";
const CONTACTS = "src/features/audience/contacts/contacts.test.ts";
const CONTACT_ROUTES = "src/features/audience/contacts/routes.test.ts";
const MERGING = "src/features/audience/contacts/merge.test.ts";
const PREFERENCES = "src/features/public/site/preferences.test.ts";
const HOOKS = "src/features/email/inbound/provider-webhooks.test.ts";
const IMPORTS = "src/features/audience/imports/routes.test.ts";
const ORIGINS = "src/features/audience/imports/origins.test.ts";
const MAILS = "src/features/email/transactional/routes.test.ts";
const ORDERS = "src/features/audience/orders/routes.test.ts";

const ledger = "src/features/email/campaigns/delivery-store.ts";
const leases = "src/features/email/campaigns/lease-store.ts";
const audience = "src/features/email/campaigns/audience-store.ts";
const campaignRules = "src/features/email/campaigns/rules.ts";
const approved = "src/features/email/campaigns/approval-status.ts";
const signatures = "src/features/email/inbound/signatures.ts";

export const MAIL_MUTANTS = [
  [
    "an address that's suppressed while a campaign runs gets it",
    ledger,
    "c.status not in ('new', 'confirmed') or exists",
    "false and exists",
    [LEAVING],
  ],
  [
    "consent that ended while a campaign runs counts on",
    ledger,
    "is distinct from 'confirmed' then 'consent'",
    "is distinct from 'confirmed' and false then 'consent'",
    [LEAVING],
  ],
  [
    "whoever wants fewer e-mails gets them all",
    ledger,
    "make_interval(days => c.mail_every_days)))`",
    "make_interval(days => 0)))`",
    [CAPPING],
  ],
  [
    "the emergency stop lets leases through",
    leases,
    `and not \${isSendingStopped("$1")}\n      order by w.due_at`,
    "order by w.due_at",
    [CAMPAIGNS, OVERSIGHT],
  ],
  [
    "a suspended account's e-mail goes out",
    "src/features/email/sending-accounts/tables.ts",
    `\${account} and \${IS_CLOSED})`,
    `\${account} and false)`,
    [MAILS, "src/features/email/campaigns/new-sender-review.test.ts"],
  ],
  [
    "a killed process's leases are held until a clock that jumped back is there again",
    leases,
    "2 * LEASE_SECONDS",
    "99_999_999",
    [CLOCK],
  ],
  [
    "what was being handed over waits again",
    leases,
    "case when handing_since is null then 'pending' else 'uncertain' end",
    "'pending'",
    [CAMPAIGNS, RETURNING],
  ],
  [
    "whoever was merged gets a campaign again as a late joiner",
    audience,
    "in (select m.kept_id from contact_merges m",
    "in (select m.id from contact_merges m",
    [LATE_JOINERS],
  ],
  [
    "late joiners need no approval",
    "src/features/email/campaigns/late-joiners.ts",
    '=== "missing"',
    '=== "none"',
    [LATE_JOINERS],
  ],
  [
    "an approval holds for any audience",
    approved,
    "(row.approved_recipients ?? 0) >= least",
    "true",
    [OVERSIGHT, LATE_JOINERS],
  ],
  ["an approval holds for any filter", approved, "filter ? [filter] : []", "[]", [OVERSIGHT]],
  [
    "an audience with a filter is everyone",
    audience,
    "...toFilter(user_id, rest),",
    "...toFilter(user_id, {}),",
    [AUDIENCE],
  ],
  [
    "an audience ignores who signed up lately",
    audience,
    "(days !== undefined && { since: daysBefore(now, days) })",
    "(days === 0 && { since: daysBefore(now, days) })",
    [AUDIENCE],
  ],
  [
    "a deleted profile in an audience stops nothing",
    "src/features/audience/contacts/stale-filter.ts",
    "isProfile: !profileIds.every(",
    "isProfile: !profileIds.some(",
    [AUDIENCE],
  ],
  [
    "a filter that nobody knows is dropped, and everyone gets it",
    "src/features/email/campaigns/audience-contract.ts",
    "  .strict();",
    ";",
    [AUDIENCE],
  ],
  [
    "what was changed meanwhile is approved unseen",
    "src/features/email/campaigns/approval.ts",
    "version !== approved_hash",
    "false",
    [OVERSIGHT],
  ],
  ["an approval holds for any content", approved, "row.approved_hash === hash && ", "", [OVERSIGHT]],
  ["complaints never pause", campaignRules, 'return "pause";', 'return "alarm";', [RETURNING]],
  [
    "a temporary refusal is tried forever",
    campaignRules,
    "return RETRY_WAITS_S[refusals - 1];",
    "return RETRY_WAITS_S[refusals - 1] ?? 60;",
    [CAMPAIGN_RULES],
  ],
  [
    "every account's campaigns are late after an hour",
    "src/features/email/campaigns/scheduler.ts",
    "now(), late_minutes)",
    "now(), 60)",
    [TIMING],
  ],
  [
    "what came up while nothing ran goes out unasked",
    "src/features/email/campaigns/downtime-guard-store.ts",
    "and d.state = 'pending' and d.due_at <= k.late_before",
    "and d.state = 'held'",
    [LATE_WAVES],
  ],
  [
    "what came up while the database was away goes out unasked",
    "src/features/email/campaigns/downtime-guard.ts",
    "if (last && uptime() - last.at < AWAY_S)",
    "if (last)",
    [LATE_WAVES],
  ],
  [
    "every account's waves are late after an hour",
    "src/features/email/campaigns/downtime-guard-store.ts",
    "where s.user_id = k.user_id)",
    "where false)",
    [LATE_WAVES],
  ],
  [
    "a campaign ends although some of it is held",
    ledger,
    'is("pending")} or',
    'is("held")} or',
    [LATE_WAVES],
  ],
  [
    "a missed campaign goes out whenever",
    campaignRules,
    "> lateMinutes * MINUTE_S * 1000",
    "> Number.POSITIVE_INFINITY",
    [CAMPAIGN_RULES],
  ],
  [
    "a changed tracking token counts",
    "src/features/email/campaigns/tokens.ts",
    "timingSafeEqual(cutOff(digest), bytes.subarray(TEXT_BYTES))",
    "timingSafeEqual(cutOff(digest), cutOff(digest))",
    [TRACKING],
  ],
  [
    "a forged link changes somebody's preferences",
    "src/features/audience/contacts/tokens.ts",
    "timingSafeEqual(cutOff(digest), proof)",
    "timingSafeEqual(cutOff(digest), cutOff(digest))",
    [PREFERENCES],
  ],
  [
    "the team lifts what people decided",
    "src/features/audience/contacts/suppressions.ts",
    "scope === topic && liftable.includes(reason)",
    "scope === topic",
    [CONTACT_ROUTES, CONTACTS],
  ],
  [
    "merging loses what one of them had left",
    "src/features/audience/contacts/merge-consent.ts",
    "isStricter(mine.get(topic)?.state, state)",
    "false",
    [MERGING],
  ],
  [
    "imports bring back who was erased",
    "src/features/audience/contacts/contact-import-store.ts",
    "return sql`not exists (select",
    "return sql`true or exists (select",
    [IMPORTS],
  ],
  [
    "people who see leads masked read the names of imported files",
    "src/features/audience/contacts/present.ts",
    "origin: { ...origin, file_name: null } };",
    "origin };",
    [ORIGINS],
  ],
  [
    "imported leads count as added by hand",
    "src/features/audience/contacts/present.ts",
    'if (typeof data.import === "string")',
    'if (data.import === "")',
    [ORIGINS],
  ],
  [
    "any delivery is a provider's",
    signatures,
    "return verify(algorithm, signed, publicKey, signature);",
    "return true;",
    [HOOKS],
  ],
  ["old deliveries are taken", signatures, "return age <= AGE_MS_MAX[provider] && ", "return ", [HOOKS]],
  [
    "any program may send without limit",
    "src/features/email/transactional/transactional.ts",
    "await ctx.limits.count(MAILS, ctx.account);",
    "",
    [MAILS],
  ],
  [
    "an API mail reaches who is suppressed",
    "src/features/email/transactional/transactional.ts",
    "...(isStopped\n        ?",
    '...(isStopped && id === ""\n        ?',
    [MAILS],
  ],
  [
    "an order counts for a click long ago",
    "src/features/audience/orders/store.ts",
    "make_interval(days => ",
    "make_interval(years => ",
    [ORDERS],
  ],
  [
    "what was bought is kept of who was erased",
    "src/features/audience/orders/store.ts",
    "set contact_id = null",
    "set contact_id = contact_id",
    [ORDERS],
  ],
  [
    "a brace in quotes hides from staff what a first campaign says",
    campaignRules,
    'return /\\{[{%]/.test(written.replace(HARMLESS_TAGS, ""));',
    "return /\\{%|\\{\\{[^}]*\\|(?!\\s*default\\b)/.test(written);",
    [CAMPAIGN_RULES],
  ],
  [
    "whoever unsubscribes while they're merged stays subscribed at their other address",
    "src/features/audience/contacts/preference-center.ts",
    "await hold(ctx, token, link), said",
    "link, said",
    ["src/features/audience/contacts/merge.test.ts"],
  ],
];
