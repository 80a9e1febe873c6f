import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { LINK_KINDS } from "#src/features/pages/links/blocks-contract.ts";
import { LEAD_FORM_TEXTS } from "#src/features/pages/profiles/page/lead-form.ts";
import { pageLinkOf, pageViewOf } from "#test/harness/page-view.ts";
import type { PageBlock, PageLink, PageView } from "../page-view.ts";
import { LinkList } from "./LinkList.tsx";
import { blocksChangeAt, embedOrigins, needsScript } from "./page-blocks.ts";

const NOW = Date.UTC(2026, 0, 1);

function block(kind: PageBlock["kind"], content: object = {}, changes: Partial<PageLink> = {}): PageLink {
  return pageLinkOf({ title: "", url: "", ...changes, block: { kind, content: { ...content } } });
}

function html(links: PageLink[], changes: Partial<PageView> = {}): string {
  return renderToStaticMarkup(createElement(LinkList, { view: pageViewOf({ links, now: NOW, ...changes }) }));
}

const PICTURE = "/media/0190aaaa-bbbb-7ccc-8ddd-000000000099.webp";
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

describe("blocks", () => {
  it("are text, however hostile, in every field of every kind", () => {
    const content = {
      ...{
        text: `${HOSTILE}\n\n[${HOSTILE}](javascript:alert(1)) [x](https://a.example/"onclick=alert)`,
        address: HOSTILE,
      },
      ...{ role: HOSTILE, company: HOSTILE, email: HOSTILE, phone: HOSTILE, website: "javascript:alert(1)" },
      items: [{ question: HOSTILE, answer: HOSTILE }],
      pictures: [
        { url: HOSTILE, alt: HOSTILE },
        { url: PICTURE, alt: HOSTILE },
      ],
      ...{
        ends_at: "2026-01-05T00:00:00Z",
        after: "text",
        look: HOSTILE,
        amounts: [HOSTILE, 5],
        currency: HOSTILE,
      },
    };
    const urls = ["javascript:alert(1)", "https://ko-fi.com/mia", `https://youtu.be/dQw4w9WgXcQ"><script>`];
    for (const kind of LINK_KINDS)
      for (const url of urls) {
        if (kind === "link") continue;
        const shown = html([
          block(kind, content, { url, title: HOSTILE, description: HOSTILE, picture: PICTURE }),
        ]);
        expect(shown).not.toMatch(/<script|<img src="?x|href="javascript|data-url="javascript|<iframe/i);
        expect(shown.replace(/"[^"]*"/g, "")).not.toMatch(/<[^>]*\son[a-z]+=/i);
      }
  });

  it("take nothing from a broken row, and leave the others alone", () => {
    for (const kind of LINK_KINDS) {
      if (kind === "link") continue;
      for (const content of [{}, { items: 5, pictures: [null, 7], text: [], ends_at: {}, amounts: "x" }]) {
        const broken = { ...block(kind, content), title: null, url: undefined, description: undefined };
        expect(html([broken as unknown as PageLink, pageLinkOf({ title: "Shop" })])).toContain("Shop");
      }
    }
  });

  it("embeds load nothing before they're pressed, and are links without a script", () => {
    const links = [
      block("embed", {}, { id: "e", title: "Live", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" }),
    ];
    const shown = html(links);
    expect(shown).toContain('href="/go/e"');
    expect(shown).toContain("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1");
    expect(shown).not.toMatch(/<(?:iframe|img|script|link)\b/);
    expect(embedOrigins({ links })).toEqual(["https://www.youtube-nocookie.com"]);
    expect(needsScript({ links })).toBe(true);
    expect(html([block("embed", {}, { title: "Gone", url: "https://evil.example/x" })])).toContain(
      "Error loading link: Gone",
    );
  });

  it("groups hold what's in them, and what's in a group that isn't there stays on the page", () => {
    const group = block("group", { is_collapsible: true, is_open: true }, { id: "g", title: "Music" });
    const shown = html([
      pageLinkOf({ id: "a", title: "Inside", parent_id: "g" }),
      group,
      pageLinkOf({ id: "b", title: "Alone", parent_id: "gone" }),
    ]);
    const details = shown.slice(shown.indexOf("<details"), shown.indexOf("</details>"));
    expect(details).toContain("open");
    expect(details).toContain("Inside");
    expect(details).not.toContain("Alone");
    expect(shown).toContain("Alone");
  });

  it("a countdown says what's left, when that changes, and what comes at its end", () => {
    const until = (ends_at: string) =>
      block("countdown", { ends_at, after: "text", text: "It’s out!" }, { title: "Album" });
    expect(html([until("2026-01-04T12:00:00Z")])).toContain("in 3 days");
    expect(blocksChangeAt({ links: [until("2026-01-04T12:00:00Z")] }, NOW)).toBe(NOW + 12 * 3_600_000 + 1);
    expect(html([until("2025-12-31T00:00:00Z")])).toContain("It’s out!");
    expect(html([block("countdown", { ends_at: "2025-12-31T00:00:00Z" }, { title: "Album" })])).not.toContain(
      "Album",
    );
  });

  it("the sign-up form stands where its block is", () => {
    const lead_form = { ...LEAD_FORM_TEXTS, phone: "hidden", download: null, confirms: false } as const;
    const shown = html([pageLinkOf(), block("newsletter"), pageLinkOf({ id: "z", title: "Last" })], {
      lead_form,
    });
    expect(shown.indexOf("data-lead")).toBeLessThan(shown.indexOf("Last"));
    expect(shown.indexOf("data-lead")).toBeGreaterThan(0);
  });

  it("a picture has its text and its size, and a link if it leads somewhere", () => {
    const size = { width: 800, height: 600 };
    expect(html([block("picture", size, { title: "A cat", picture: PICTURE })])).toContain(
      `<img src="${PICTURE}" alt="A cat" width="800" height="600"`,
    );
    expect(html([block("picture", size, { id: "p", url: "https://a.example", picture: PICTURE })])).toContain(
      'href="/go/p"',
    );
  });
});
