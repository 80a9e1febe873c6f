export const MUTANTS = [
  [
    "an inbox may be filled through tags",
    "limits.ts",
    'word.includes("@") ? inboxOf(word)',
    'word.includes("@") ? word',
    ["src/features/identity/accounts/auth/email-encoding.test.ts"],
  ],
  [
    "a site floods through its networks",
    "limits.ts",
    "if (site !== undefined) await this.#countOne(ofSite(limit), site);",
    "",
    ["src/features/identity/accounts/auth/email-encoding.test.ts"],
  ],
  [
    "a page that takes no more leads writes down every network that tries",
    "limits.ts",
    "if (left > 0) throw this.#refuse(limit, who, left);",
    "",
    ["src/node/floods.test.ts"],
  ],
  [
    "a German page speaks its visitors' language",
    "languages.ts",
    "visitorLanguageOf([pageLanguage]) ?? visitorLanguageIn(acceptLanguage)",
    "visitorLanguageIn(acceptLanguage)",
    ["src/node/visitor-languages.test.ts"],
  ],
  [
    "a member reaches every profile",
    "context.ts",
    `return profileIds === null || profileIds.includes(profileId)`,
    "return true",
    ["src/node/access.test.ts", "src/features/identity/team/routes.test.ts"],
  ],
  [
    "what a failed write has not changed is dropped from caches",
    "platform.ts",
    "stale: within }, nested)",
    "stale }, nested)",
    ["platform.test.ts"],
  ],
];
