export const MUTANTS = [
  [
    "erasing a lead leaves the e-mail about it",
    "leads.ts",
    "    await eraseMail(ctx, { account, about: [...about, ...ids] });\n",
    "",
    ["send-download.test.ts"],
  ],
  [
    "one address fills in without limit",
    "leads.ts",
    "await visit.limits.count(FROM_ADDRESS, visit.request.address);",
    "",
    ["routes.test.ts"],
  ],
  ["one profile takes leads without limit", "leads.ts", "[ON_PROFILE, profileId],", "", ["routes.test.ts"]],
  [
    "what people don't see may be filled in",
    "leads.ts",
    "if (input.p_subject)",
    "if (false)",
    ["routes.test.ts"],
  ],
  ["a required phone is optional", "rules.ts", `phone === "required"`, "false", ["rules.test.ts"]],
  [
    "everyone who signed up had seen A",
    "touch.ts",
    "name: await visitorHasherOf(visit).hashOrRandom(who)",
    "name: who.profile_id",
    ["src/features/audience/contacts/contacts.test.ts"],
  ],
  [
    "browsers name time zones that nobody knows",
    "leads.ts",
    "input.p_time_zone && isTimeZone(input.p_time_zone)",
    "input.p_time_zone",
    ["src/features/audience/contacts/contacts.test.ts"],
  ],
];
