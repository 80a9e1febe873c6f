export const MUTANTS = [
  [
    "a full inbox counts as sent",
    "migrations/0000_tables.sql",
    "(NOT m.unsent)::int AS sent",
    "(m.state <> 'failed')::int AS sent",
    ["routes.test.ts"],
  ],
  [
    "what was refused at once because its address is dead is no hard bounce",
    "migrations/0000_tables.sql",
    "(m.state = 'bounced_hard' OR m.unsent AND coalesce(m.reason, '') = 'hard')",
    "(m.state = 'bounced_hard')",
    ["end-to-end.test.ts"],
  ],
  [
    "whoever signs up again joins the list again",
    "store.ts",
    "least(a.given_at, (c.first_touch->>'at')::timestamptz)",
    "a.given_at",
    ["routes.test.ts"],
  ],
  [
    "whoever hasn't confirmed is on the list",
    "store.ts",
    "a.state in ('confirmed', 'unsubscribed')\n          and coalesce",
    "a.state <> 'none'\n          and coalesce",
    ["routes.test.ts"],
  ],
  [
    "every order is a conversion",
    "store.ts",
    "count(distinct (campaign_id, coalesce(contact_id::text, id)))",
    "count(*)",
    ["src/features/audience/orders/routes.test.ts"],
  ],
  [
    "the map of clicks leads somewhere",
    "rules.ts",
    '    return tag.replace(URL_OF_ANCHOR, "")',
    "    return tag",
    ["routes.test.ts"],
  ],
];
