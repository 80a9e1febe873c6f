export const MUTANTS = [
  [
    "a page that's switched off speaks its first visitor's language to everyone",
    "serve-page.ts",
    'kept.inLanguage?.(request.headers["accept-language"]) ?? kept.page',
    "kept.page",
    ["src/node/visitor-languages.test.ts"],
  ],
  [
    "caches may give a missing page to people of other languages",
    "public-page.ts",
    'const BY_LANGUAGE = "Accept-Encoding, Accept-Language"',
    'const BY_LANGUAGE = "Accept-Encoding"',
    ["src/node/visitor-languages.test.ts"],
  ],
  [
    "a picture for sharing weighs more than WhatsApp shows",
    "share-picture/share-picture.ts",
    "jpeg.length <= BYTES_MAX",
    "true",
    ["share-picture/share-picture.test.ts"],
  ],
  [
    "an icon is sent in whatever size it was drawn first",
    "pwa.ts",
    "{pixels} $",
    "{background} $",
    ["pwa.test.ts"],
  ],
  [
    "our thanks are read in the page's language",
    "page/lead/ThankYou.tsx",
    "tabIndex={-1} lang={language}",
    "tabIndex={-1}",
    ["page/languages.test.ts"],
  ],
];
