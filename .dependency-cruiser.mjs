import { SLICES } from "./src/features/order.ts";

/** How a slice is entered from outside, and a room from the rest of its slice: a room's door has its name. */
const doors = [
  "^src/features/.+/([^/]+)/\\1\\.tsx?$",
  "^src/features/.+[/-](contract|rules|tables)\\.ts$",
  "^src/features/.+/(events|settings|signals)\\.ts$",
  "^src/features/.+/(page|ui/shared)/",
  "^src/features/slice\\.ts$",
];

// Verbs that others need and that have no room of their own yet.
const verbs = [
  "^src/features/(identity/accounts/auth|pages/profiles/update-profile|audience/contacts/(contact-import|privacy-requests|fields|field-values|email-hash|on-erasure|filter-store|pipeline|tag-list)|audience/consent/(preference-center|address-history|double-opt-in)|audience/segments/filter-store|audience/leads/restoration|email/sending-accounts/sender-auth-checks|insights/analytics/period|insights/clicks/user-agent|email/campaigns/archive|email/templates/(render|renderer|library|files|personal-links|plain-text|sanitize))\\.ts$",
  "^src/features/email/delivery/((batch|progress|recipients|import)-store|metrics/metrics-store|send/(lease-store|ledger-store|personalization|senders|sender-assignment-store|sender-split|snapshot|verdict)|tracking/(tokens|tracking-store))\\.ts$",
];

/** What `node/` and `browser/` list, and what the process and the demo are built from. */
const listed = [
  "^src/features/order\\.ts$",
  "^src/features/.+/(slice|screens|http|timeline-registry)\\.ts$",
  "^src/features/identity/accounts/google\\.ts$",
  "^src/features/insights/clicks/(import|rollups)\\.ts$",
  // What the demo is filled by.
  "^src/features/(email/campaigns/import|audience/contacts/tasks|email/sending-accounts/states|identity/members/invitations|money/billing/sync)\\.ts$",
  "^src/features/pages/domains/(activation|domain-probe|pages-host)\\.ts$",
  "^src/features/(public/public-page/serve-page|identity/team/authorize)\\.ts$",
  "^src/features/public/site/(docs\\.tsx|error-responses\\.ts|service-worker\\.ts)$",
];

/** `consent` decides about rows that `contacts` keeps: merging, importing and erasing people changes them, too. */
const CONSENT = "^src/features/audience/consent/";
const consentRows =
  "^src/features/audience/contacts/(?:[a-z-]*store|merge-consent|erasure|timeline-registry)\\.ts$";

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
        "From outside, a slice is its <slice>.ts and its rooms’ <room>.ts, contracts, rules, events, settings, signals, tables (for joins), page/ and ui/shared/.",
      from: { path: "^src/features/([^/]+/[^/]+)/", pathNot: ["\\.test\\.tsx?$", CONSENT] },
      to: { path: "^src/features/", pathNot: ["^src/features/$1/", ...doors, ...verbs] },
    },
    {
      name: "consent-also-uses-the-rows-of-contacts",
      severity: "error",
      comment: "Besides doors, `consent` may use the stores of `contacts`, and nothing else of it.",
      from: { path: CONSENT, pathNot: "\\.test\\.tsx?$" },
      to: { path: "^src/features/", pathNot: [...doors, ...verbs, CONSENT, consentRows] },
    },
    {
      name: "rooms-are-entered-by-their-doors",
      severity: "error",
      comment:
        "What the rest of its slice needs of a room is in its <room>.ts. Only the slice’s manifest lists more.",
      from: {
        path: "^src/features/([^/]+/[^/]+)/([^/]+)",
        pathNot: "\\.test\\.tsx?$|/(slice|routes|http|jobs|mails|account-part)\\.ts$",
      },
      to: {
        path: "^src/features/$1/[^/]+/",
        // Dependency-cruiser makes one expression of them, in which the doors' \\1 has to be the first group.
        pathNot: [...doors, ...verbs, "^src/features/$1/(?:$2|ui|page|css)/", "[/-]store\\.ts$"],
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
        path: "^src/(kit/|browser/|features/.+/(ui/|page/|screens))",
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
      to: { path: "^src/features/", pathNot: [...doors, ...verbs, ...listed] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types"] },
  },
};
