/** The slices in order: each may use only those before it. */
const SLICES = [
  ..."settings accounts egress media geo in-app profiles links qr leads clicks reports public-page site".split(
    " ",
  ),
];

const doors =
  "^src/features/([^/]+)/(\\1\\.ts|contract\\.ts|rules\\.ts|events\\.ts|tables\\.ts|page/|ui/shared/)";

const sliceOrder = SLICES.slice(0, -1).map((slice, index) => ({
  name: `${slice}-uses-only-slices-above`,
  severity: "error",
  comment:
    "A slice uses only slices above it. Let the upper one announce an event and the lower one subscribe.",
  from: { path: `^src/features/${slice}/`, pathNot: "\\.test\\.tsx?$" },
  to: { path: `^src/features/(${SLICES.slice(index + 1).join("|")})/` },
}));

export default {
  forbidden: [
    ...sliceOrder,
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two files that need each other are one file, or a third one is missing.",
      from: {},
      to: { circular: true },
    },
    {
      name: "slices-are-entered-by-their-doors",
      severity: "error",
      comment:
        "From outside, a slice is its verbs, contract, rules, events, tables (for joins), page/ and ui/shared/.",
      from: { path: "^src/features/([^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^src/features/", pathNot: ["^src/features/$1/", doors] },
    },
    {
      name: "lib-is-pure",
      severity: "error",
      comment: "lib/ knows neither the platform nor a feature.",
      from: { path: "^src/lib/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^src/(platform|kit|features|node|browser)/" },
    },
    {
      name: "platform-knows-no-feature",
      severity: "error",
      comment: "An adapter that needs a rule gets it handed in.",
      from: { path: "^src/platform/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^src/(kit|features|node|browser)/" },
    },
    {
      name: "kit-knows-no-feature",
      severity: "error",
      comment: "Building blocks get what they show handed in.",
      from: { path: "^src/kit/" },
      to: { path: "^src/(platform|features|node|browser)/" },
    },
    {
      name: "only-the-composition-roots-compose",
      severity: "error",
      comment: "Nobody imports node/ or browser/: they put the rest together.",
      from: { path: "^src/(lib|platform|kit|features)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^src/(node|browser)/" },
    },
    {
      name: "browser-code-stays-off-the-server",
      severity: "error",
      comment: "ui/ and browser/ reach the server through the contract.",
      from: { path: "^src/(kit|browser|features/[^/]+/(ui|page))/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(src/(platform|node)/|src/features/[^/]+/(store|tables|routes|jobs)\\.ts|node:)" },
    },
    {
      name: "only-stores-build-queries",
      severity: "error",
      comment:
        "Queries live in store files; verbs call them. Drizzle elsewhere only defines tables or adapts libraries.",
      from: { path: "^src/features/[^/]+/(routes|jobs|rules|contract|events)\\.ts$" },
      to: { path: "^node_modules/drizzle-orm" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types"] },
  },
};
