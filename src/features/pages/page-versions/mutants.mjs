export const MUTANTS = [
  [
    "versions of other pages are found",
    "store.ts",
    "and(ofPage(key), eq(pageVersions.id, id))",
    "eq(pageVersions.id, id)",
    ["routes.test.ts"],
  ],
  [
    "what had a password is open to everyone",
    "restoration.ts",
    "return to.has_password ? { is_visible: false } : { password: null };",
    "return {};",
    ["routes.test.ts"],
  ],
  [
    "links that don't fit are left out without a word",
    "restoration.ts",
    "if (!(error instanceof Failure) || isLimit) throw error;",
    "if (!(error instanceof Failure)) throw error;",
    ["routes.test.ts"],
  ],
  [
    "a page is kept while somebody is typing",
    "page-versions.ts",
    "if (isPause || looks >= LOOKS_MAX)",
    "if (true)",
    ["routes.test.ts"],
  ],
  [
    "the first version of a page goes",
    "rules.ts",
    "at < versions.length - 1",
    "at < versions.length",
    ["rules.test.ts"],
  ],
];
