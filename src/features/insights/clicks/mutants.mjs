export const MUTANTS = [
  ["the adult warning is skipped", "link-gate.ts", `query.get("adult") === "yes"`, "true", ["gate.test.ts"]],
  [
    "blocked visitors count as clicks",
    "link-gate.ts",
    "way.blocked\n      ? undefined\n      :",
    "false\n      ? undefined\n      :",
    ["gate.test.ts"],
  ],
  [
    "whoever backs out isn't rescued",
    "link-gate.ts",
    "rescue.ok ? rescue.url : pageOf(gate)",
    "pageOf(gate)",
    ["gate.test.ts"],
  ],
  [
    "a wrong password opens the link",
    "link-access.ts",
    "if (!isRight) return",
    "if (!isRight && false) return",
    ["link-access.test.ts"],
  ],
  [
    "what programs measure counts",
    "beacons.ts",
    "if (isOwn || client.is_bot || ",
    "if (isOwn || ",
    ["vitals.test.ts"],
  ],
  ["search engines use up places", "link-access.ts", "|| is_bot", "", ["link-access.test.ts"]],
  [
    "the preview says what a password protects",
    "link-preview.ts",
    "if (access?.has_password) return LOCKED;",
    "",
    ["../../pages/links/short-names/short-names.test.ts"],
  ],
];
