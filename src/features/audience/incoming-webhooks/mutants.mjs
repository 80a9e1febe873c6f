export const MUTANTS = [
  [
    "a body that nobody signed counts",
    "reception.ts",
    "return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);",
    "return true;",
    ["routes.test.ts"],
  ],
  [
    "what’s signed counts however old it is",
    "reception.ts",
    "> TOLERANCE_SECONDS) return false;",
    "> Infinity) return false;",
    ["routes.test.ts"],
  ],
  ["what’s repeated counts again", "reception.ts", "if (!isNew) return;", "", ["routes.test.ts"]],
  [
    "whoever another program names gets e-mail",
    "reception.ts",
    "await addUnconfirmed(ctx, contact.id);",
    "",
    ["routes.test.ts"],
  ],
  [
    "what came in stays in the events of someone erased",
    "reception.ts",
    'await eraseFromPayloads(ctx, { account, ids, name: incomingWebhookReceived.name, field: "body" });',
    "",
    ["routes.test.ts"],
  ],
  [
    "what other programs send is taken where that’s switched off",
    "http.ts",
    'if (!(await hasFeature(platform, "incoming_webhooks", row.user_id)))',
    "if (false)",
    ["src/features/admin/features/off.test.ts"],
  ],
];
