export const MUTANTS = [
  [
    "the activity log is everyone's",
    "store.ts",
    "    eq(events.account, account),\n",
    "",
    ["routes.test.ts"],
  ],
  [
    "all staff with a log see everyone's actions",
    "instance-log/instance-log.ts",
    `return mayAct(actor, "audit", "read") ? undefined : actor.person.id;`,
    "return actor.role ? undefined : actor.person.id;",
    ["instance-log/instance-log.test.ts"],
  ],
  [
    "a changed event passes the check",
    "chain/check-seals.ts",
    'return contentDigest(key, content) === wanted ? undefined : "changed";',
    "return contentDigest(key, content) === wanted ? undefined : undefined;",
    ["chain/chain.test.ts"],
  ],
  [
    "anybody can say that an event was erased",
    "chain/check-seals.ts",
    "mac === changeMac(key, event_id, digest)",
    'mac !== "" || mac === changeMac(key, event_id, digest)',
    ["chain/chain.test.ts"],
  ],
];
