/* Mutants for leads and lists, in the format of `mutants.mjs`. */
const LEADS = "src/features/leads/routes.test.ts";
const LEAD_LIST = "src/features/leads/lead-list.test.ts";
const CONTACTS = "src/features/contacts/contacts.test.ts";
const CONTACT_ROUTES = "src/features/contacts/routes.test.ts";
const IMPORTED_SUPPRESSIONS = "src/features/imports/suppressions.test.ts";

const leads = "src/features/leads/leads.ts";
const leadStore = "src/features/leads/store.ts";

export const LEAD_MUTANTS = [
  [
    "one address fills in without limit",
    leads,
    "await visit.limits.count(FROM_ADDRESS, visit.request.address);",
    "",
    [LEADS],
  ],
  [
    "one profile takes leads without limit",
    leads,
    "await visit.limits.count(ON_PROFILE, profile.id);",
    "",
    [LEADS],
  ],
  ["what people don't see may be filled in", leads, "if (input.p_subject)", "if (false)", [LEADS]],
  [
    "leads of others are listed",
    leadStore,
    "return and(\n    eq(fanLeads.user_id, account),",
    "return and(",
    [LEADS],
  ],
  [
    "leads of others are erased",
    leadStore,
    "and(matching(filter), eq(fanLeads.id, id))",
    "eq(fanLeads.id, id)",
    [LEADS],
  ],
  [
    "a bulk deletion takes leads that came after its dry run",
    "src/platform/db/bulk.ts",
    "const wanted = { ...filter, until };",
    "const wanted = filter as Filter & { until: string };",
    [LEAD_LIST],
  ],
  [
    "whoever saves a lead second writes over the first",
    "src/features/contacts/changing.ts",
    "if (isOver && differing(row, wanted).length > 0)",
    "if (false)",
    [CONTACT_ROUTES],
  ],
  [
    "anyone undoes a deletion",
    "src/platform/db/undo.ts",
    "removedRows.account} = ",
    "removedRows.account} <> '' or '' = ",
    [LEAD_LIST],
  ],
  [
    "equal rows at the end of a page come twice or never",
    "src/platform/db/list.ts",
    "const keys = [shape.sorts[sort], ...shape.tie.map(sortBy)];",
    "const keys = [shape.sorts[sort]];",
    ["src/platform/db/list.test.ts"],
  ],
  [
    "a role that sees leads masked finds out addresses by searching",
    "src/features/leads/lead-list.ts",
    "if (isMasked && (input.q || isSorted))",
    "if (isMasked && isSorted)",
    [LEAD_LIST],
  ],
  [
    "a role that sees leads masked finds out addresses by sorting",
    "src/features/leads/lead-list.ts",
    "if (isMasked && (input.q || isSorted))",
    "if (isMasked && input.q)",
    [LEAD_LIST],
  ],
  [
    "one letter is searched for inside words, which reads all rows",
    "src/platform/db/list.ts",
    "if (INDEXED.test(words))",
    "if (true)",
    ["src/platform/db/list.test.ts"],
  ],
  [
    "an export of what was picked has everything",
    "src/features/leads/lead-list.ts",
    "return leadsFile(ctx, { ...filter, until });",
    "return leadsFile(ctx, await filterOf(ctx, {}));",
    [LEAD_LIST],
  ],
  [
    "a required phone is optional",
    "src/features/leads/rules.ts",
    `phone === "required"`,
    "false",
    ["src/features/leads/rules.test.ts"],
  ],
  [
    "rows without a value are missing from their list",
    "src/platform/db/list.ts",
    "return first.isNullable ? ",
    "return false ? ",
    ["src/platform/db/list.test.ts"],
  ],
  [
    "everyone who signed up had seen A",
    "src/features/leads/touch.ts",
    "name: await visitorsOf(visit).nameAnyway(who)",
    "name: who.profile_id",
    [CONTACTS],
  ],
  [
    "whoever signs up again moves to another time zone",
    "src/features/contacts/store.ts",
    "time_zone: sql`coalesce(",
    "time_zone: sql`greatest(",
    [CONTACTS],
  ],
  [
    "browsers name time zones that nobody knows",
    "src/features/leads/leads.ts",
    "input.p_time_zone && isTimeZone(input.p_time_zone)",
    "input.p_time_zone",
    [CONTACTS],
  ],
  [
    "undoing an import lifts what somebody said themselves",
    "src/features/contacts/suppression-store.ts",
    "isOwn} and suppressions.import_id is not null",
    "isOwn} and false",
    [IMPORTED_SUPPRESSIONS],
  ],
  [
    "the check of an import doesn't know who's suppressed",
    "src/features/contacts/importing-store.ts",
    "then s.id is not null",
    "then false",
    [IMPORTED_SUPPRESSIONS],
  ],
  [
    "leads leave without the proof of their consent",
    "src/features/contacts/exporting.ts",
    "(consents.get(contact.id) ?? [])",
    "([] as ConsentRow[])",
    [CONTACTS],
  ],
  [
    "marketing nags about accounts that are off on purpose",
    "src/features/marketing/rules.ts",
    'accounts.find(({ state }) => state !== "disabled")',
    "accounts[0]",
    ["src/features/marketing/rules.test.ts"],
  ],
  [
    "addresses stopped by the hundred go on getting e-mail",
    "src/features/contacts/suppressing-many.ts",
    "await refreshStatus(ctx.db, account, ids);\n    return stopped.size;",
    "return stopped.size;",
    [CONTACT_ROUTES],
  ],
  [
    "undoing an import lifts what another one says, too",
    "src/features/contacts/suppression-store.ts",
    "ne(import_id, but)",
    "eq(import_id, but)",
    [IMPORTED_SUPPRESSIONS],
  ],
  [
    "our thanks are read in the page's language",
    "src/features/public-page/page/ThankYou.tsx",
    'tabIndex={-1} lang="en"',
    "tabIndex={-1}",
    ["src/features/public-page/page/languages.test.ts"],
  ],
  [
    "everyone in an account shares the views of its tables",
    "src/features/preferences/store.ts",
    "and(eq(user_id, person), eq(tableViews.account, account), eq(name, table))",
    "and(eq(tableViews.account, account), eq(name, table))",
    ["src/features/preferences/table-views.test.ts"],
  ],
];
