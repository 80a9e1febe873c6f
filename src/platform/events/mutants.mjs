export const MUTANTS = [
  ["an event carries any amount", "events.ts", "bytes > EVENT_BYTES_MAX", "false", ["events.test.ts"]],
  [
    "an event carries what nobody can parse",
    "events.ts",
    "JSON.stringify(shape.parse(payload))",
    "JSON.stringify(payload)",
    ["events.test.ts"],
  ],
  [
    "one account reads another's events",
    "store.ts",
    "        eq(events.account, account),\n        after",
    "        after",
    ["events.test.ts"],
  ],
  [
    "events are read that others may still overtake",
    "store.ts",
    "        lt(events.id, before),\n",
    "",
    ["events.test.ts"],
  ],
  [
    "events are kept for ever",
    "events.ts",
    "-platform.settings.get(EVENT_DAYS_KEPT)",
    "-9 * platform.settings.get(EVENT_DAYS_KEPT)",
    ["events.test.ts"],
  ],
];
