export const MUTANTS = [
  [
    "who saves last overwrites what they haven’t seen",
    "features.ts",
    "if ((row?.version ?? 0) !== version)",
    "if (false)",
    ["routes.test.ts"],
  ],
  [
    "a switch takes no reason",
    "features.ts",
    "if (isBlank(reason)) throw",
    "if (false) throw",
    ["routes.test.ts"],
  ],
  [
    "an admin switches something off for the founder",
    "features.ts",
    "if (account !== staffId(ctx)) requireBelow(ctx, role);",
    "",
    ["routes.test.ts"],
  ],
  [
    "nodes don’t hear of a change for one account",
    "features.ts",
    `    await ctx.announce(accountFeatureChanged, { account, subject: feature, payload });
    await ctx.invalidate(featuresChanged, {});`,
    "await ctx.announce(accountFeatureChanged, { account, subject: feature, payload });",
    ["routes.test.ts"],
  ],
  [
    "a preview forgets what a part belongs to",
    "features.ts",
    "const all = withParents(feature).map(",
    "const all = [feature].map(",
    ["routes.test.ts"],
  ],
  [
    "a preview forgets accounts that were chosen",
    "store.ts",
    "and a.account = u.id)",
    "and false)",
    ["routes.test.ts"],
  ],
];
