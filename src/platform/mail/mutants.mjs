export const MUTANTS = [
  [
    "fans get e-mail in the language of the account with their address",
    "outbox.ts",
    "const language = isForFans ? LANGUAGES[0] : (",
    "const language = (",
    ["src/node/mails.test.ts"],
  ],
  [
    "an address that does not exist is tried for days",
    "outbox.ts",
    "if (isFinal || row",
    "if (row",
    ["outbox-tries.test.ts"],
  ],
  ["an e-mail is tried for ever", "outbox.ts", "|| row.tries >= triesMax", "", ["outbox-tries.test.ts"]],
  [
    "nobody learns of an e-mail that went out twice",
    "outbox.ts",
    'platform.mail.delivery === "smtp"',
    "false",
    ["outbox.test.ts"],
  ],
  [
    "what failed once isn't tried again",
    "outbox.ts",
    'isNoted && ending.state === "queued"',
    "false",
    ["outbox-tries.test.ts"],
  ],
  ["a second try is another e-mail", "mail.ts", "messageId:", "subject2:", ["mail.test.ts"]],
];
