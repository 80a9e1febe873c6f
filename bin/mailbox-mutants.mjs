/* Mutants for what accounts send e-mail through, in the format of `mutants.mjs`. */
const CAMPAIGNS = "src/features/email/campaigns/routes.test.ts";
const CLOCK = "src/features/email/campaigns/clock.test.ts";
const RETURNING = "src/features/email/campaigns/feedback.test.ts";
const INSTANCE_MAIL = "src/features/email/sending-accounts/instance-mail.test.ts";
const MAILBOXES = "src/features/email/sending-accounts/routes.test.ts";
const WAYS_IN = "src/features/email/sending-accounts/credentials-secrecy.test.ts";

export const MAILBOX_MUTANTS = [
  [
    "tests and answers go around what receivers take",
    "src/features/email/sending-accounts/limits.ts",
    "if (turn) return",
    'if (turn === "") return',
    ["src/features/email/templates/test-send.test.ts", "src/features/email/inbound/routes.test.ts"],
  ],
  [
    "a paused sending account goes on after any change",
    "src/features/email/sending-accounts/sending-accounts.ts",
    'row.state === "paused_by_reputation" && isEnabled === true',
    'row.state === "paused_by_reputation"',
    [MAILBOXES],
  ],
  [
    "a sending account that warms up goes on, however much comes back",
    "src/features/email/sending-accounts/bounces.ts",
    "if (exceedsBounceRate(bounced, sent))",
    "if (exceedsBounceRate(bounced, sent) && false)",
    [RETURNING, CAMPAIGNS],
  ],
  [
    "one dead address counts as often as it's told about",
    "src/features/email/campaigns/feedback.ts",
    "id !== null && isMove",
    "id !== null",
    [RETURNING],
  ],
  [
    "a password is stored as it was typed",
    "src/features/email/sending-accounts/smtp-config.ts",
    "return vault.seal(secretPurpose(id), JSON.stringify(secret));",
    "return vault.seal(secretPurpose(id), JSON.stringify(secret)) + JSON.stringify(secret);",
    [WAYS_IN],
  ],
  [
    "accounts go on sending through the instance once its founder says no",
    "src/features/email/sending-accounts/instance-mail.ts",
    '{ ...row, state: "disabled", last_error: OVER }',
    "row",
    [INSTANCE_MAIL],
  ],
  [
    "replies to what comes from the instance go to anybody",
    "src/features/email/sending-accounts/rules.ts",
    'kind === "instance" ? reply_to : from_address',
    "from_address",
    [INSTANCE_MAIL],
  ],
  [
    "a limit stays full for as long as the clock jumped back",
    "src/features/email/sending-accounts/rules.ts",
    "bucket * bucketMs > ahead ? latest : bucket",
    "bucket",
    [CLOCK],
  ],
  [
    "a limit forgets what counts as sent now",
    "src/features/email/sending-accounts/limits.ts",
    "    await updateCounts(ctx.db, key, taken.counts);",
    "    if (taken.granted > 0) await updateCounts(ctx.db, key, taken.counts);",
    [CLOCK],
  ],
  [
    "an e-mail's text is overwritten by the next one's",
    "src/features/email/sending-accounts/quoted-printable.ts",
    "Buffer.from(out.subarray(0, length))",
    "out.subarray(0, length)",
    ["src/features/email/sending-accounts/quoted-printable.test.ts"],
  ],
  [
    "an e-mail with too many parts isn't read at all",
    "src/features/email/inbound/mime-parser.ts",
    ".catch(() => parse(headOf(start)))",
    "",
    ["src/features/email/inbound/rules.test.ts"],
  ],
  [
    "an instance starts with a secret that opens nothing",
    "src/platform/crypto/key-rotation.ts",
    "return !isAnySealed;",
    "return true;",
    ["src/node/secrets.test.ts"],
  ],
  [
    "only the first rows tell whether a secret is the right one",
    "src/platform/crypto/key-rotation.ts",
    "while (rows.length === TRIED_ROWS)",
    "while (false)",
    ["src/node/secrets.test.ts"],
  ],
];
