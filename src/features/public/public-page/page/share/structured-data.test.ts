import { describe, expect, it } from "vitest";
import type { PageView } from "#src/features/public/public-page/page/page-view.ts";
import { pageViewOf } from "#test/harness/page-view.ts";
import { renderPage } from "../../render/render.ts";

const FRAME = { instanceName: "Fanfare", publicUrl: "https://fan.example", scriptUrl: "/assets/page-1.js" };

function structuredData(changes: Partial<PageView>) {
  const { html } = renderPage(pageViewOf(changes), FRAME);
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  return { block, data: JSON.parse(block) };
}

describe("structured data", () => {
  it("says who the page is about, and where else to find them", () => {
    const { data } = structuredData({
      avatar_url: "/media/mia.webp",
      socials: [
        { platform: "instagram", url: "https://instagram.com/mia" },
        { platform: "mail", url: "mailto:mia@example.com" },
        { platform: "x", url: "javascript:alert(1)" },
      ],
    });
    expect(data).toEqual({
      "@context": "https://schema.org",
      "@type": "ProfilePage",
      url: "https://fan.example/mia",
      mainEntity: {
        "@type": "Person",
        name: "Mia Moreno",
        alternateName: "@mia",
        description: "Singer from Lisbon",
        url: "https://fan.example/mia",
        image: "https://fan.example/media/mia.webp",
        sameAs: ["https://instagram.com/mia"],
      },
    });
  });

  it("can't be closed by a name, and keeps the name as written", () => {
    const name = `</script><script>alert(1)</script><!--\u2028 "quoted" & 日本 🎸`;
    const { block, data } = structuredData({ name, bio: name });
    expect(block).not.toMatch(/[<>&\u2028]/);
    expect(data.mainEntity.name).toBe(name);
  });

  it("has no picture if there is none, or if it can't be shown", () => {
    expect(structuredData({}).data.mainEntity).not.toHaveProperty("image");
    expect(structuredData({ avatar_url: "javascript:alert(1)" }).data.mainEntity).not.toHaveProperty("image");
  });
});

describe("the tags for sharing", () => {
  const imageOf = (changes: Partial<PageView>) =>
    /property="og:image" content="([^"]+)"/.exec(renderPage(pageViewOf(changes), FRAME).html)?.[1];

  it("name the page's large picture with its size, and a different one when what it shows changes", () => {
    const { html } = renderPage(pageViewOf(), FRAME);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    expect(html).toContain('<meta property="og:image:width" content="1200"/>');
    expect(html).toContain('<meta property="og:image:height" content="630"/>');
    expect(html).toContain('<meta property="og:image:alt" content="Mia Moreno (@mia) on Fanfare"/>');
    expect(imageOf({})).toMatch(/^https:\/\/fan.example\/mia\/share\.jpg\?v=[0-9a-z]+$/);
    expect(imageOf({ links: [] })).toBe(imageOf({}));
    const theme = { theme_color: "#000000", text_color: "", button_color: "", button_text_color: "" };
    for (const changes of [{ name: "Mia" }, { bio: "Other" }, { avatar_url: "/media/a.webp" }, { theme }]) {
      expect(imageOf(changes)).not.toBe(imageOf({}));
    }
  });
});
