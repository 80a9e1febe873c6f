/* What breaks if figures of campaigns, or whom they count, are wrong. */
const MAIL_ANALYTICS = "src/features/email/email-analytics/routes.test.ts";
const END_TO_END = "src/features/email/email-analytics/end-to-end.test.ts";
const ORDERS = "src/features/audience/orders/routes.test.ts";
const RECIPIENTS = "src/features/email/campaigns/recipients.test.ts";
const TRACKING = "src/features/email/campaigns/tracking.test.ts";

const analytics = "src/features/email/email-analytics/store.ts";

export const FIGURE_MUTANTS = [
  [
    "a full inbox counts as sent",
    "migrations/0000_tables.sql",
    "(NOT m.unsent)::int AS sent",
    "(m.state <> 'failed')::int AS sent",
    [MAIL_ANALYTICS],
  ],
  [
    "what was refused at once because its address is dead is no hard bounce",
    "migrations/0000_tables.sql",
    "(m.state = 'bounced_hard' OR m.unsent AND coalesce(m.reason, '') = 'hard')",
    "(m.state = 'bounced_hard')",
    [END_TO_END],
  ],
  [
    "the start of a campaign's id is taken for the whole",
    "src/features/audience/contacts/preference-center.ts",
    "await contactSources().findCampaign(db, { ...of, start })",
    "start",
    [END_TO_END],
  ],
  [
    "what Gmail loads when a person opens an e-mail is a machine's",
    "src/features/email/campaigns/tracking.ts",
    "(asked.isBot && !isProxy)",
    "asked.isBot || isProxy",
    [TRACKING],
  ],
  [
    "what a pause held back counts as sent",
    "src/features/email/campaigns/send-worker.ts",
    "if (answered && hasReachedServer(answered.answer)) gone.add(row);",
    "gone.add(row);",
    ["src/features/email/campaigns/limits.test.ts"],
  ],
  [
    "dead addresses are tried again with what failed",
    "src/features/email/campaigns/delivery-store.ts",
    "and reason is distinct from 'hard' returning 1",
    "returning 1",
    [END_TO_END],
  ],
  [
    "late bounces count as not delivered on a campaign's own screen",
    "src/features/email/campaigns/metrics-store.ts",
    'coalesce(sum(sent - returned), 0)::float8 as delivered"',
    'coalesce(sum(sent - bounced_soft - bounced_hard), 0)::float8 as delivered"',
    [MAIL_ANALYTICS],
  ],
  [
    "CTR is only of what was tracked",
    "src/features/email/campaigns/metrics.ts",
    "share(clicked, delivered) : null",
    "share(clicked, tracked) : null",
    [MAIL_ANALYTICS],
  ],
  [
    "whoever signs up again joins the list again",
    analytics,
    "least(a.given_at, (c.first_touch->>'at')::timestamptz)",
    "a.given_at",
    [MAIL_ANALYTICS],
  ],
  [
    "whoever hasn't confirmed is on the list",
    analytics,
    "a.state in ('confirmed', 'unsubscribed')\n          and coalesce",
    "a.state <> 'none'\n          and coalesce",
    [MAIL_ANALYTICS],
  ],
  [
    "every order is a conversion",
    analytics,
    "count(distinct (campaign_id, coalesce(contact_id::text, id)))",
    "count(*)",
    [ORDERS],
  ],
  [
    "whatever opens the hidden link may be a person",
    "src/features/email/campaigns/machine-rules.ts",
    "if (isTrapped) return true;",
    "",
    ["src/features/email/campaigns/rules.test.ts", TRACKING],
  ],
  [
    "clicks from before the hidden link was opened stay a person's",
    "src/features/email/campaigns/tracking.ts",
    "isTrapped ? EVER : since",
    "since",
    [TRACKING],
  ],
  [
    "whoever replied can't be listed",
    "src/features/email/campaigns/store.ts",
    'if (status === "replied") return isNotNull(deliveries.replied_at);',
    'if (status === "replied") return undefined;',
    [RECIPIENTS],
  ],
  [
    "failed messages can't be tried again while a campaign is paused",
    "src/features/email/campaigns/campaigns.ts",
    'const RETRIABLE: readonly CampaignState[] = ["sending", "paused", "auto_paused"];',
    'const RETRIABLE: readonly CampaignState[] = ["sending"];',
    [RECIPIENTS],
  ],
  [
    "the map of clicks leads somewhere",
    "src/features/email/email-analytics/rules.ts",
    '    return tag.replace(URL_OF_ANCHOR, "")',
    "    return tag",
    [MAIL_ANALYTICS],
  ],
  [
    "where only totals are kept, links say whose they are",
    "src/features/email/campaigns/personalization.ts",
    "contact_id: isOwn ? contact.id : ANONYMOUS",
    "contact_id: contact.id",
    [TRACKING],
  ],
  [
    "links of everyone work after a campaign counts each person",
    "src/features/email/campaigns/tracking-store.ts",
    'eq(tracking, "totals"), isFollowed',
    "isFollowed",
    [TRACKING],
  ],
  [
    "links in a suspended account's e-mail still lead on",
    "src/features/email/campaigns/tracking-store.ts",
    "and(eq(campaigns.id, campaign_id), isFollowed)",
    "eq(campaigns.id, campaign_id)",
    [TRACKING],
  ],
];
