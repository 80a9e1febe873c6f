export const MUTANTS = [
  [
    "a role may follow any job",
    "background.ts",
    "grantOn(ctx, permission) !== undefined &&",
    "",
    ["background.test.ts"],
  ],
  [
    "people limited to some profiles follow jobs about all",
    "background.ts",
    "(ctx.profileIds === null || started_by === actorId(ctx))",
    "true",
    ["background.test.ts"],
  ],
];
