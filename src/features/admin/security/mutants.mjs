export const MUTANTS = [
  [
    "a single address can be blocked for good",
    "blocks.ts",
    "if (isNarrow && (ends_at === null || ends_at > latest))",
    "if (isNarrow && ends_at !== null && ends_at > latest)",
    ["routes.test.ts"],
  ],
  [
    "the log keeps a single address",
    "blocks.ts",
    "value: isNarrow ? widerNetworkOf(network[0].toString()) : value",
    "value",
    ["routes.test.ts"],
  ],
  [
    "lock-outs are limits like others",
    "incident-writer.ts",
    'isLockOut ? "locked_out" : incident.kind',
    "incident.kind",
    ["routes.test.ts"],
  ],
  [
    "what couldn't be written is lost",
    "incident-writer.ts",
    "platform.incidents.giveBack(taken);",
    "",
    ["routes.test.ts"],
  ],
];
