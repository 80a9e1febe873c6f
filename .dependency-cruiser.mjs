import { SLICES } from "./src/features/order.ts";

/**
 * How a slice is entered from outside: by the verbs at its root, by a room's door, which has the room's name, and by
 * what means the same everywhere. Everything else in a room is its own.
 */
const doors = [
  "^src/features/.+/([^/]+)/\\1\\.tsx?$",
  "^src/features/[^/]+/[^/]+/(?!(?:slice|routes|http|jobs|mails|account-part|[a-z-]*screens|[a-z-]*store)\\.ts$)[^/]+\\.tsx?$",
  "^src/features/.+[/-](?:contract|rules|tables)\\.ts$",
  "^src/features/.+/(?:events|settings|signals)\\.ts$",
  "^src/features/.+/(?:page|ui/shared)/",
  "^src/features/slice\\.ts$",
];

/** The only files in slices that may use Drizzle. `test/architecture` says the same about SQL. */
const QUERIES = "^src/features/.+[/-](store|tables)\\.ts$";

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
        "From outside, a slice is its verbs and its rooms’ <room>.ts, contracts, rules, events, settings, signals, tables (for joins), page/ and ui/shared/.",
      from: { path: "^src/features/([^/]+/[^/]+)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^src/features/", pathNot: ["^src/features/$1/", ...doors] },
    },
    {
      name: "rooms-are-entered-by-their-doors",
      severity: "error",
      comment:
        "What the rest of its slice needs of a room is in its <room>.ts. Only what the manifest lists takes more.",
      from: {
        path: "^src/features/([^/]+/[^/]+)/([^/]+)",
        pathNot: "\\.test\\.tsx?$|/(slice|routes|http|jobs|mails|account-part)\\.ts$",
      },
      to: {
        path: "^src/features/$1/[^/]+/",
        // Dependency-cruiser makes one expression of them, in which the doors' \\1 has to be the first group.
        pathNot: [...doors, "^src/features/$1/(?:$2|ui|page|css)/", "[/-]store\\.ts$"],
      },
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
      from: {
        path: "^src/(kit/|browser/|features/.+/(ui/|page/|[^/]*screens))",
        pathNot: "\\.test\\.tsx?$",
      },
      to: { path: "^(src/(platform|node)/|src/features/.+/(store|tables|routes|jobs)\\.ts|node:)" },
    },
    {
      name: "only-stores-query",
      severity: "error",
      comment: "Queries live in store files; verbs call them.",
      from: { path: "^src/(features|node|browser|kit|lib)/", pathNot: ["\\.test\\.tsx?$", QUERIES] },
      to: { path: "^node_modules/drizzle-orm" },
    },
    {
      name: "composition-roots-enter-by-doors-too",
      severity: "error",
      comment: "What composes the process calls verbs; it lists routes, HTTP, jobs, e-mails and screens.",
      from: { path: "^src/(node|browser)/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: "^src/features/",
        pathNot: [
          ...doors,
          "^src/features/order\\.ts$",
          "^src/features/.+/(?:slice|[a-z-]*screens|http)\\.ts$",
        ],
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types"] },
  },
};
