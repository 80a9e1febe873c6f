/* Mutants for templates, and for what's looked at before they go out, in the format of `mutants.mjs`. */
const PRE_FLIGHT = "src/features/campaigns/pre-flight.test.ts";
const RENDER = "src/features/templates/render.test.ts";
const TEMPLATES = "src/features/templates/routes.test.ts";

export const TEMPLATE_MUTANTS = [
  [
    "pictures for e-mail are stored as Outlook doesn't show them",
    "src/features/media/pictures.ts",
    'purpose !== "mail" ? "image/webp"',
    'purpose ? "image/webp"',
    [TEMPLATES],
  ],
  [
    "what isn't signed anymore goes to any number",
    "src/features/mailboxes/authentication.ts",
    'recipients >= UNSIGNED_FROM ? "stop" : "warning"',
    '"warning"',
    [PRE_FLIGHT],
  ],
  [
    "links are opened by each check",
    "src/lib/short-memory.ts",
    "known.until > now.getTime()",
    "known.until < 0",
    [PRE_FLIGHT],
  ],
  [
    "what was found outside is forgotten as a campaign starts",
    "src/features/campaigns/preparing.ts",
    ", ...outsideOf(row.checked)",
    "",
    [PRE_FLIGHT],
  ],
  [
    "a new day allows as much as today",
    "src/features/mailboxes/rules.ts",
    "limitOn(day) ?? count",
    "limitOn(0) ?? count",
    ["src/features/mailboxes/rules.test.ts"],
  ],
  [
    "whoever doesn't hold a template's lock saves over who does",
    "src/features/templates/templates.ts",
    "    await requireUnlocked(ctx, row);\n",
    "",
    [TEMPLATES],
  ],
  [
    "an editor that's gone keeps its lock",
    "src/features/templates/store.ts",
    ", gt(templates.editor_until, now)",
    "",
    [TEMPLATES],
  ],
  [
    "only the newest contacts are odd",
    "src/features/templates/odd-store.ts",
    "select().orderBy(desc(byName)).limit(END_ROWS),",
    "",
    [TEMPLATES],
  ],
  [
    "a loop without an end for one fan keeps the campaign from going on",
    "src/features/campaigns/handing-over.ts",
    "if (!(error instanceof ContentError)) throw error;",
    "throw error;",
    [PRE_FLIGHT],
  ],
  [
    "a loop that takes no memory has all the time it wants",
    "src/features/templates/liquid.ts",
    "    renderLimit: RENDER_MS_MAX,\n",
    "",
    [RENDER],
  ],
  [
    "the same mistake is told of as often as it's there",
    "src/features/templates/findings.ts",
    "    if (found.length >= SAME_MAX) break;\n",
    "",
    [RENDER],
  ],
  [
    "a bracket's end is looked for in the whole e-mail",
    "src/features/templates/findings.ts",
    "[^\\]]{0,80}\\]",
    "[^\\]]*\\]",
    [RENDER],
  ],
  [
    "an e-mail may have any number of merge tags",
    "src/features/templates/liquid.ts",
    "count <= TAGS_IN_PART_MAX && ",
    "",
    [RENDER],
  ],
  [
    "a merge tag may be of any length",
    "src/features/templates/liquid.ts",
    " && tag.length <= TAG_CHARS_MAX",
    "",
    [RENDER],
  ],
  [
    "a loop may make any number of elements",
    "src/features/templates/liquid.ts",
    'part !== "html" || !hasTooManyElements(rendered)',
    'part !== ""',
    [RENDER],
  ],
  [
    "nobody is told that an e-mail has too many elements",
    "src/features/templates/render.ts",
    "if (hasTooManyElements(content.html))",
    "if (content.html === hasTooManyElements.name)",
    [RENDER],
  ],
];
