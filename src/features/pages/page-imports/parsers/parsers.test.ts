// @project unit
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BIODROP_FILE,
  BOOKMARKS,
  beaconsPage,
  bentoPage,
  bioLinkPage,
  bioSitePage,
  CSV_FILES,
  LINKSTACK_FILE,
  linkMePage,
  linktreePage,
  littleLinkPage,
  lnkBioPage,
  mutatedLinktreePage,
  olderBeaconsPage,
  personalPage,
  stanPage,
} from "#test/harness/page-fixtures.ts";
import type { ImportedPage } from "../contract.ts";
import { leadsSomewhere } from "../rules.ts";
import { parseFile, parsePage } from "./parsers.ts";

function read(text: string, address?: string): ImportedPage {
  const parsed = parsePage({ text, address });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.page;
}

function readFile(text: string, name = "file"): ImportedPage {
  const parsed = parseFile({ text, name });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.page;
}

/** Items as people would read them aloud. */
const outline = ({ items }: ImportedPage) =>
  items.map(
    ({ kind, title, url, group }) =>
      `${group === null ? "" : "  "}${kind === "link" ? "" : `${kind} `}${title}${url ? ` ${url}` : ""}`,
  );

describe("a Linktree page", () => {
  const pages = [
    ["as it is", linktreePage()],
    ["as it may be next month", mutatedLinktreePage()],
  ] as const;

  it.each(pages)("%s brings 120 links in 4 groups, in order, and its heading", (_, text) => {
    const page = read(text, "https://linktr.ee/mia");
    expect(page.service).toMatchObject({ key: "linktree", confidence: "exact" });
    const links = page.items.filter((one) => leadsSomewhere(one) && !one.url?.startsWith("mailto:"));
    expect([
      links.length,
      page.items.filter(({ kind }) => kind === "group").map(({ title }) => title),
    ]).toEqual([120, ["Music", "Shop", "Tour", "Press"]]);
    const music = page.items[0]?.key;
    const tracks = page.items.filter(({ group }) => group === music).map(({ title }) => title);
    expect(tracks).toEqual(Array.from({ length: 20 }, (_, n) => `Track ${n * 4}`));
    expect(page.items.slice(84, 125).map(({ title }) => title)).toEqual([
      "Everything else",
      ...Array.from({ length: 40 }, (_, n) => `Link ${n}`),
    ]);
    expect(page.bio).toBe("Songs & stories");
    expect(JSON.stringify(page)).not.toMatch(/card\.png|See all my links/);
  });

  it("has gates that become hidden links and warnings, and pictures from either list", () => {
    const { items } = read(linktreePage(), "https://linktr.ee/mia");
    const item = (title: string) => items.find((one) => one.title === title);
    expect(item("Track 1")).toMatchObject({ url: null, is_hidden: true, note: "no_url" });
    expect(item("Track 9")).toMatchObject({
      url: "https://music.example/9",
      is_hidden: true,
      note: "passcode",
    });
    expect(item("Track 2")).toMatchObject({ is_hidden: false, show_adult_warning: true, note: "adult" });
    expect(item("Track 5")?.kind).toBe("embed");
    expect(item("Track 3")?.picture).toBe("https://cdn.example/thumb.png");
    expect(item("Link 0")?.picture).toBe("https://cdn.example/other.png");
  });

  it("has accounts of which X is one, an e-mail address that becomes a link, and a look", () => {
    const page = read(linktreePage(), "https://linktr.ee/mia");
    expect(page.socials).toEqual([
      { platform: "instagram", url: "https://instagram.com/mia" },
      { platform: "x", url: "https://twitter.com/mia" },
    ]);
    expect(page.items.at(-1)).toMatchObject({ title: "E-mail", url: "mailto:mia@example.com" });
    expect(read(linktreePage()).service.key).toBe("linktree");
    expect(page.look).toEqual({
      theme_color: "#101820",
      text_color: "#ffffff",
      button_color: "#fee715",
      button_text_color: "#101820",
      button_style: "outline",
      button_shape: "pill",
    });
  });
});

describe("pages of other services", () => {
  it("Beacons: blocks in their order, hidden ones hidden, accounts from its card", () => {
    const page = read(beaconsPage(), "https://beacons.ai/mia");
    expect(outline(page)).toEqual([
      "heading Start here",
      "Vinyl https://shop.example/vinyl",
      "Tour https://tour.example",
      "Old https://old.example",
      "heading Watch",
      "embed Live https://youtube.com/watch?v=1",
    ]);
    expect(page.items[3]).toMatchObject({ is_hidden: true, note: "off" });
    expect(page).toMatchObject({
      name: "Mia M.",
      bio: "Songs",
      picture: "https://cdn.beacons.ai/user_content/hero.png",
    });
    expect(page.socials.map(({ platform }) => platform)).toEqual(["instagram", "tiktok"]);
    expect(outline(read(olderBeaconsPage(), "https://beacons.ai/mia"))).toEqual([
      "L0 https://a.example",
      "L2 https://b.example",
    ]);
  });

  it.each([
    [
      "link_me",
      "https://link.me/mia",
      linkMePage(),
      [
        "group Listen",
        "  Album https://a.example",
        "  Single https://b.example",
        "Site https://mia.example",
        "Write to me mailto:mia@example.com",
      ],
    ],
    [
      "stan",
      "https://stan.store/mia",
      stanPage(),
      ["Course 1 https://stan.store/mia/p/course-1", "Course 2 https://stan.store/mia/p/course-2"],
    ],
    [
      "bento",
      "https://bento.me/mia",
      bentoPage(),
      ["heading Work", "First https://a.example", "Second https://b.example"],
    ],
    ["bio_site", "https://bio.site/mia", bioSitePage(), ["A }; https://a.example", "B https://b.example"]],
    ["lnk_bio", "https://lnk.bio/mia", lnkBioPage(), ["Shop now https://shop.example/?a=1&b=2"]],
    ["bio_link", "https://bio.link/mia", bioLinkPage(), ["A https://a.example", "B https://b.example"]],
    [
      "littlelink",
      "https://links.mia.example",
      littleLinkPage(),
      ["Instagram https://instagram.com/mia", "Website https://mia.example"],
    ],
    ["other", "https://blog.mia.example", personalPage(), ["heading Projects", "P https://p.example"]],
  ])("%s", (key, address, text, lines) => {
    const page = read(text, address);
    expect(page.service.key).toBe(key);
    expect(outline(page)).toEqual(lines);
  });

  it("name their owner, with pictures relative to the page, and say what was left out", () => {
    const page = read(lnkBioPage(), "https://lnk.bio/mia");
    expect(page).toMatchObject({ name: "Mia Moreno", picture: "https://lnk.bio/img/mia.png" });
    expect(page.socials).toEqual([{ platform: "instagram", url: "https://instagram.com/mia" }]);
    expect(page.left_out).toEqual({ duplicates: 1, service_links: 11, unusable: 0, beyond_limit: 0 });
    expect(read(linkMePage(), "https://link.me/mia").items[1]?.picture).toBe(
      "https://media.link.me/links/a.png",
    );
    expect(read(littleLinkPage(), "https://links.mia.example").items[0]?.icon).toBe("instagram");
    expect(read(personalPage(), "https://blog.mia.example")).toMatchObject({
      bio: "Songs & stories",
      picture: "https://blog.mia.example/me.jpg",
      socials: [{ platform: "youtube" }, { platform: "instagram" }],
    });
  });

  it("saved by a browser still know where they're from", () => {
    const saved = `<!-- saved from url=(0021)https://linktr.ee/mia -->${linktreePage()}`;
    expect(readFile(saved, "mia.html")).toMatchObject({
      address: "https://linktr.ee/mia",
      service: { key: "linktree" },
    });
  });
});

describe("files", () => {
  it.each(Object.entries(CSV_FILES))("%s", (key, text) => {
    const page = readFile(text, "links.csv");
    expect(page.service.key).toBe(key);
    expect(page.items.filter(leadsSomewhere).map(({ url }) => url)).toEqual([
      "https://a.example",
      key === "csv" ? "https://b.example/path" : "https://b.example",
    ]);
  });

  it("have groups, and links that are switched off", () => {
    const { items } = readFile(CSV_FILES.dub);
    expect(items.map(({ kind, title, note }) => [kind, title, note])).toEqual([
      ["group", "Music", null],
      ["link", "A, and more", null],
      ["link", "B", "off"],
    ]);
  });

  it("of LinkStack, BioDrop, browsers, and of Linktree's data", () => {
    expect(outline(readFile(LINKSTACK_FILE))).toEqual([
      "heading Music",
      "A https://a.example",
      "B https://b.example",
    ]);
    expect(outline(readFile(BIODROP_FILE))).toEqual([
      "A https://a.example",
      "group Music",
      "  B https://b.example",
      "GitHub https://github.com/mia",
    ]);
    expect(outline(readFile(BOOKMARKS))).toEqual([
      "heading Music",
      "A https://a.example",
      "B https://b.example",
    ]);
    const data = {
      props: {
        pageProps: { account: { username: "mia", links: [{ id: 1, title: "A", url: "a.example/x" }] } },
      },
    };
    expect(outline(readFile(JSON.stringify(data)))).toEqual(["A https://a.example/x"]);
  });
});

describe("hostile pages", () => {
  const anchors = (count: number, one: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => one(n)).join("");

  it("with 10,000 links are cut to the first 500, and say so", () => {
    const page = read(
      anchors(10_000, (n) => `<a href="https://a.example/${n}">L${n}</a>`),
      "https://x.example",
    );
    expect([page.items.length, page.items.at(-1)?.title, page.left_out.beyond_limit]).toEqual([
      500,
      "L499",
      9500,
    ]);
  });

  it("bring no script, whatever they call it", () => {
    const page = read(
      `<a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a><a href="http://127.0.0.1/">c</a>
       <a href="https://ok.example">&lt;script&gt;alert(1)&lt;/script&gt;</a><a href="https://two.example">${"x".repeat(9999)}</a>`,
      "https://x.example",
    );
    expect(page.items.map(({ title }) => title.length)).toEqual(["ok.example".length, 200]);
    expect(page.items[0]?.title).toBe("ok.example");
    expect(page.left_out.unusable).toBe(3);
  });

  it.each([
    ["nesting", `${"<i>".repeat(200_000)}<a href="https://a.example">A</a>${"</b>".repeat(200_000)}`],
    ["attributes", `<a ${"x=1 ".repeat(200_000)} href="https://a.example">A</a>`],
    ["data", `<script id="__NEXT_DATA__">${"[".repeat(500_000)}</script><a href="https://a.example">A</a>`],
    [
      "objects",
      `<script id="__NEXT_DATA__">${'{"a":['.repeat(30_000)}${"]}".repeat(30_000)}</script><a href="https://a.example">A</a>`,
    ],
  ])("don't keep us busy with %s", (_, text) => {
    const start = performance.now();
    expect(outline(read(text, "https://x.example"))).toEqual(["A https://a.example"]);
    expect(performance.now() - start).toBeLessThan(4000);
  });

  it("that only want to know whether someone is there are told apart from empty ones", () => {
    expect(parsePage({ text: "<title>Just a moment...</title>" })).toMatchObject({ problem: "challenge" });
    expect(parsePage({ text: "<title>Hello</title>" })).toMatchObject({
      problem: "nothing_found",
      service: "other",
    });
    expect(parseFile({ text: "{", name: "x.json" })).toMatchObject({ problem: "unreadable" });
    expect(parseFile({ text: "PK\u0003\u0004", name: "x.zip" })).toMatchObject({ problem: "account_export" });
  });

  it("never make a parser throw", () => {
    const words = fc.constantFrom(
      "<a href=",
      "'https://a.example'",
      ">",
      "</a>",
      "<script id=__NEXT_DATA__>",
      "</script>",
      '{"props":{"pageProps":',
      "}}",
      '{"account":null}',
      '{"links":[{"url":1,"title":{}}]}',
      'self.__next_f.push([1,"',
      "\\",
      '"',
      "&#x110000;",
      "&amp",
      "<!--",
      "<h2>",
      "\u0000",
      "\ud800",
      "window.__data=",
      "[",
      "]",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(words, fc.string({ maxLength: 5 })), { maxLength: 30 }).map((all) => all.join("")),
      fc.json(),
    );
    void fc.assert(
      fc.property(
        texts,
        fc.constantFrom(
          "linktr.ee",
          "beacons.ai",
          "link.me",
          "stan.store",
          "bento.me",
          "taplink.cc",
          "x.example",
        ),
        (text, host) => {
          parsePage({ text, address: `https://${host}/mia` });
          parseFile({ text, name: "x" });
          for (const key of ["account", "profile", "blocks"])
            parsePage({
              text: `<script id="__NEXT_DATA__">{"props":{"pageProps":{"${key}":${JSON.stringify(text)},"links":[${JSON.stringify(text)}]}}}</script>`,
              address: `https://${host}`,
            });
        },
      ),
      { numRuns: 300 },
    );
    const shapes = fc.jsonValue({ maxDepth: 6 });
    void fc.assert(
      fc.property(shapes, (value) => {
        const props = { account: value, links: value, profile: value };
        const own = { format: "fanfare-profile", profile: value, links: value };
        parseFile({ text: JSON.stringify({ props: { pageProps: props }, ...own }), name: "" });
      }),
    );
  });
});
