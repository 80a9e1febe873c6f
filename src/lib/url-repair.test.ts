import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repairLinkUrl, repairMailUrl, repairPageUrl } from "./url-repair.ts";

const ID = "0198c5de-1b2c-7d3e-8f40-123456789abc";

/** What stands around a name or an id and means nothing. */
const AFTER = [
  ...[
    ".",
    ",",
    ";",
    ":",
    "!",
    ")",
    "]",
    "}",
    ">",
    "'",
    '"',
    "”",
    "’",
    "»",
    "…",
    "...",
    ").",
    "!!!",
    "*",
    "**",
    "_",
    "`",
    "|",
    "\\",
  ],
  ...[
    "/",
    "//",
    "/.",
    "/)",
    "/ ",
    " ",
    "%20",
    "%20%20",
    "%2520",
    "+",
    "%0A",
    "%0D%0A",
    "\t",
    "%C2%A0",
    "%E2%80%8B",
    "%EF%BB%BF",
    "%E2%80%AF",
  ],
  ...[
    "%29",
    "%5D",
    "%3E",
    "%22",
    "%27",
    "%E2%80%9D",
    "%C2%BB",
    "%E2%80%A6",
    "%3C",
    "&gt;",
    "&quot;",
    "&nbsp;",
    "%26gt%3B",
    "&amp;",
    "&",
  ],
  ...[
    "](https://links.example/mia)",
    "](",
    "%5D%28https%3A%2F%2Flinks.example%2Fmia%29",
    "<br>",
    "%3Cbr%3E",
    "%3C/a%3E",
    "</a>",
    "=",
    "=20",
    "=0D=0A",
  ],
  ...[
    "%F0%9F%94%A5",
    "%E2%9D%A4%EF%B8%8F",
    "%E3%82%92%E3%83%95%E3%82%A9%E3%83%AD%E3%83%BC",
    "%E3%80%82",
    "%EF%BC%81",
    ", thanks",
    "%20is%20great",
    "%23links",
    "/index.html",
    "/index.php",
    "&#x27;",
    "%26%23x27%3B",
    "&#8221;",
    "%E2%80%A6more",
    "%E2%80",
    "%F0%9F%94",
    "%2",
    "%",
  ],
];
const BEFORE = [
  "/",
  "/@",
  "//",
  "///",
  "/(",
  "/<",
  "/%3C",
  "/“",
  "/%E2%80%9C",
  "/%20",
  "/%EF%BB%BF",
  "/%E2%80%8B",
  "/*",
  "/_",
  "/%40",
  "/«",
  "/@@",
  "/~",
];

describe("an address with things around it", () => {
  it.each(AFTER)("leads to the name before %j", (after) => {
    expect(repairPageUrl(`/mia${after}`)).toEqual({ text: "mia", query: "" });
    expect(repairPageUrl(`/Mia${after}`)?.text).toBe("mia");
  });

  it.each(BEFORE)("leads to the name after %j", (before) => {
    expect(repairPageUrl(`${before}mia.`)?.text).toBe("mia");
  });

  it.each(AFTER.filter((after) => !after.includes("/index")))("leads to the link before %j", (after) => {
    expect(repairLinkUrl(`/go/${ID}${after}`)?.text).toBe(ID);
  });

  it.each([
    ["/%EF%BC%AD%EF%BC%A9%EF%BC%A1", "mia"],
    ["/jos%C3%A9", "jose"],
    ["/jose%CC%81", "jose"],
    ["/mi%E2%80%8Ba", "mia"],
    ["/mi%C2%ADa", "mia"],
    ["/mi=%0D%0Aa", "mia"],
    ["/mia.html", "mia"],
    [`/${Buffer.from("“mia”").toString("latin1")}`, "mia"],
  ])("reads %j as %j", (path, name) => {
    expect(repairPageUrl(path)?.text).toBe(name);
  });

  it.each([
    ["/mia&utm_source=x", "?utm_source=x"],
    ["/mia&amp;utm_source=x&amp;utm_medium=y", "?utm_source=x&utm_medium=y"],
    ["/mia%3Futm_source=x", "?utm_source=x"],
    ["/mia/&fbclid=1?igsh=2", "?fbclid=1&igsh=2"],
    ["/mia.?fbclid=1", "?fbclid=1"],
    ["/mia;jsessionid=1", "?jsessionid=1"],
    ["/mia)?utm_source=%E2%80%9C", "?utm_source=%E2%80%9C"],
    ["/mia&utm_source=a%20b", "?utm_source=a"],
  ])("keeps the query of %j", (url, query) => {
    expect(repairPageUrl(url)).toEqual({ text: "mia", query });
  });

  it.each([
    [`/GO/${ID}`, ""],
    [`//go//${ID}`, ""],
    [`/go/${ID.toUpperCase()}.`, ""],
    [`/go/%20${ID}`, ""],
    [`/go/<${ID}>`, ""],
    [`/go/${ID.replaceAll("-", "%E2%80%91")}`, ""],
    [`/go/${ID.slice(0, 12)}=%0D%0A${ID.slice(12)}`, ""],
    [`/go/${ID}&utm_source=x?y=1`, "?utm_source=x&y=1"],
    ...["%0A", "%0D%0A", "%20", "%0D%0A%3E%20", "%0D%0A%09", "%C2%A0"].flatMap((wrap) => [
      [`/go/${ID.slice(0, 14)}${wrap}${ID.slice(14)}`, ""],
      [`/go/${ID.slice(0, 12)}${wrap}${ID.slice(12)}`, ""],
    ]),
    [`/go/${ID.replaceAll("-", "")}`, ""],
    [`/go/${ID.replaceAll("-", "_")}`, ""],
    [`/go/${ID}-`, ""],
    [`/go/${ID}--%20Mia`, ""],
    [`/go/${ID}%E2%80%93`, ""],
    [`/go/${ID}%E2%80%94my%20link`, ""],
  ])("finds the link in %j", (url, query) => {
    expect(repairLinkUrl(url)).toEqual({ text: ID, query });
  });

  it.each([
    "/mia.jones",
    "/mia-jones",
    "/mia_jones",
    "/mia.jpg",
    "/mia/qr.svgx",
    "/mia/other",
    "/.env",
    "/.well-known/x",
    "/",
    "//",
    "/...",
    "/%",
    `/${"a".repeat(31)}.`,
    "/mia:80",
    "/mia%2Fother",
  ])("doesn't guess at %j", (path) => {
    expect(repairPageUrl(path)).toBeUndefined();
  });

  it.each([`/go/${ID}a`, `/go/${ID}-a`, `/go/${ID.slice(1)}`, `/x/${ID}`, `/go/x`])(
    "finds no link in %j",
    (path) => {
      expect(repairLinkUrl(path)).toBeUndefined();
    },
  );

  it("reads a name that a line break wraps", () => {
    for (const path of ["/mi%0Aa", "/mi%0D%0Aa.", "/mi%0D%0A%20%20a"])
      expect(repairPageUrl(path, { isWrapped: true })?.text).toBe("mia");
  });

  it("is only ever read as a name and a query that a header can carry", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.string({ maxLength: 40 }),
        (path, query) => {
          for (const meant of [
            repairPageUrl(`/${path}?${query}`),
            repairLinkUrl(`/go/${ID}${path}?${query}`),
          ]) {
            if (meant) expect(`/${meant.text}${meant.query}`).toMatch(/^\/[a-z0-9-]+(?:\?[\x21-\x7e]*)?$/);
          }
        },
      ),
    );
  });
});

describe("a link in an e-mail", () => {
  const TOKEN = "14Ew2jCzQQu_rrsJMwPTFgGiGVhm-MonhERXRdESJ_k";

  it.each([".", ">", ")", ",", "%20", "=", "=3D", "%3E", '"', "'", "%E2%80%8B", "%0D%0A", "/.", ".)", "](x"])(
    "leads where it did with %j after it",
    (after) => {
      for (const path of ["/u/", "/u/confirm/", "/m/", "/help/unsubscribe/"])
        expect(repairMailUrl(`${path}${TOKEN}${after}`)).toEqual({ text: path + TOKEN, query: "" });
    },
  );

  it("keeps its query, however it was glued on", () => {
    for (const after of ["&utm_source=x", "&amp;utm_source=x", ",?utm_source=x"])
      expect(repairMailUrl(`/m/${TOKEN}${after}`)).toEqual({ text: `/m/${TOKEN}`, query: "?utm_source=x" });
  });

  it("is nothing else", () => {
    const others = [
      `/u/${TOKEN}`,
      `/u/${TOKEN}?x=1`,
      `/u/${TOKEN}/`,
      "/u/short.",
      `/x/${TOKEN}.`,
      "/m/countdown/x.",
    ];
    for (const path of [...others, "/u/", "/mia."])
      expect([path, repairMailUrl(path)]).toEqual([path, undefined]);
  });
});
