/* Mutants for whose rows stores find, and for more slices' rules, in the format of `mutants.mjs`. */
const store = (slice) => `src/features/${slice}/store.ts`;
const routes = (slice) => [`src/features/${slice}/routes.test.ts`];
const rules = (slice) => `src/features/${slice}/rules.ts`;
const tests = (slice) => [`src/features/${slice}/rules.test.ts`];

export const STORE_MUTANTS = [
  [
    "reports outlive the profile that they're about",
    "src/features/moderation/moderation.ts",
    "  await deleteReportsOf(db, subject);\n",
    "",
    routes("moderation"),
  ],
  [
    "the trash is a way past the limit of links",
    "src/features/profiles/trash.ts",
    `    await requireAllowance(ctx, "links", { adding: row.link_count });\n`,
    "",
    routes("billing"),
  ],
  [
    "who was deleted meanwhile is said to have been moved",
    "src/features/contacts/pipeline.ts",
    "      await requireContact(ctx, id);\n",
    "",
    ["src/features/contacts/crm.test.ts"],
  ],
  [
    "two tabs answer the offer to stay twice",
    store("subscriptions"),
    "and(eq(subscriptions.account, account), eq(subscriptions.answers, answers))",
    "eq(subscriptions.account, account)",
    routes("subscriptions"),
  ],
  [
    "a domain is found in any account",
    store("domains"),
    "and(eq(domains.account, account), eq(domains.id, id))",
    "eq(domains.id, id)",
    routes("domains"),
  ],
  [
    "an import is found in any account",
    store("imports"),
    "and(eq(imports.user_id, account), eq(imports.id, id))",
    "eq(imports.id, id)",
    routes("imports"),
  ],
  [
    "a sending account is found in any account",
    store("mailboxes"),
    "and(eq(mailboxes.user_id, account), eq(mailboxes.id, id))",
    "eq(mailboxes.id, id)",
    ["src/node/access.test.ts"],
  ],
  [
    "a program's e-mail is found in any account",
    store("mails"),
    "and(eq(transactionalMails.user_id, account), eq(transactionalMails.id, id))",
    "eq(transactionalMails.id, id)",
    routes("mails"),
  ],
  [
    "an account goes to whoever knows of the offer",
    store("handover"),
    "eq(handoverOffers.user_id, person), ",
    "",
    routes("handover"),
  ],
  [
    "the activity log is everyone's",
    store("audit"),
    "    eq(events.account, account),\n",
    "",
    routes("audit"),
  ],
  [
    "staff's topics are everyone's",
    rules("preferences"),
    "staff === undefined || looksAfter(role, staff)",
    "true",
    tests("preferences"),
  ],
  [
    "security may be turned off",
    rules("preferences"),
    `if (offer !== "choice") return offer === "always";`,
    "",
    tests("preferences"),
  ],
  [
    "leaving by the mail program is a complaint",
    rules("inbound"),
    `if (type === "opt-out" || type === "opt-out-list")`,
    "if (false)",
    tests("inbound"),
  ],
  [
    "a taken-back complaint is one",
    rules("inbound"),
    `["abuse", "fraud", "virus", "other"].includes(type)`,
    "true",
    tests("inbound"),
  ],
  [
    "e-mail that goes on trying has bounced",
    rules("inbound"),
    "if (!isFinal) return",
    "if (false) return",
    tests("inbound"),
  ],
  [
    "large files are on the way all at once",
    rules("templates"),
    "Math.max(1, Math.floor(ON_THE_WAY_BYTES_MAX / heaviest))",
    "most",
    tests("templates"),
  ],
  ["any digits are a phone number", rules("contacts"), "PHONE.test(text) && ", "", tests("contacts")],
  [
    "a part of some bytes is stored with all the others",
    "src/platform/db/pglite.ts",
    "Buffer.from(buffer, byteOffset, byteLength)",
    "Buffer.from(buffer)",
    ["src/platform/db/database.test.ts"],
  ],
];
