export const MUTANTS = [
  [
    "the dashboard is in the browser's language, whatever its person chose",
    "dashboard.ts",
    "isLanguage(reader.language) ? reader.language : ",
    "",
    ["http-dashboard.test.ts"],
  ],
  [
    "screens outside of the dashboard don't know the person's language",
    "http-dashboard.ts",
    "dashboard.page({ me, ...acceptedBy(context) })",
    "dashboard.page({ ...acceptedBy(context) })",
    ["http-dashboard.test.ts"],
  ],
  [
    "a doubled slash leads nowhere",
    "http-app.ts",
    "return isThere ? leadTo(path + search) : undefined;",
    "return isThere ? undefined : undefined;",
    ["url-repair.test.ts"],
  ],
  [
    "a full stop after the link to unsubscribe leads nowhere",
    "http-app.ts",
    "if (meant) return leadTo(meant.text + meant.query);",
    "if (meant) return undefined;",
    ["src/features/audience/consent/preference-center.test.ts"],
  ],
  [
    "a wrong method is nothing at all",
    "http-app.ts",
    "isKnown || methods.size === 0",
    "true",
    ["methods.test.ts"],
  ],
];
