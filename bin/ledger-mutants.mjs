/* Mutants for handing campaigns over, in the format of `mutants.mjs`. */
const HANDING_OVER = "src/features/campaigns/handing-over.test.ts";

export const LEDGER_MUTANTS = [
  [
    "a mail server that greets nobody fails whoever is next",
    "src/features/mailboxes/sending.ts",
    ' || code === "EPROTOCOL" || command === "EHLO"',
    "",
    [HANDING_OVER],
  ],
  [
    "a header of an e-mail to many may have line breaks",
    "src/features/mailboxes/message.ts",
    " || CONTROLS.test(value)",
    "",
    [HANDING_OVER],
  ],
  [
    "a process takes what another one has leased",
    "src/features/campaigns/lease-store.ts",
    "p.state = 'pending' and p.due_at",
    "p.state in ('pending', 'leased') and p.due_at",
    [HANDING_OVER],
  ],
  [
    "a bounce that names no message is lost",
    "src/features/inbound/taking-in.ts",
    "ids.length === 0 && BOUNCES.has(judged.kind)",
    "false",
    ["src/features/inbound/routes.test.ts"],
  ],
  [
    "a refusal for good is tried again",
    "src/features/campaigns/noting.ts",
    "if (is_final) return giveUp",
    "if (false) return giveUp",
    [HANDING_OVER],
  ],
  [
    "an inbox that took nothing counts as one that took it",
    "src/features/campaigns/noting.ts",
    'kind: "bounced_soft",',
    'kind: "delivered",',
    [HANDING_OVER],
  ],
  [
    "the account's own limit counts against whoever it was for",
    "src/features/mailboxes/reply-rules.ts",
    'if (asksToSlowDown({ code: 500, text })) return "limit";',
    'if (asksToSlowDown({ code: 500, text })) return "soft";',
    [HANDING_OVER],
  ],
  [
    "what comes back from others never pauses a campaign",
    "src/features/campaigns/returning.ts",
    'if (kind === "bounced_hard" || kind === "policy")',
    'if (kind === "complained")',
    [HANDING_OVER],
  ],
  [
    "more messages are begun than there are connections",
    "src/features/campaigns/sending.ts",
    "atOnce(CONNECTIONS_MAX, files)",
    "atOnce(2 * CONNECTIONS_MAX, files)",
    [HANDING_OVER],
  ],
];
