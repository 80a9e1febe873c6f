import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { pageLinkOf } from "#test/harness/page-view.ts";
import type { PageLink } from "../page-view.ts";
import { type LinkSource, toPageView } from "../to-page-view.ts";
import { LinkCard } from "./LinkCard.tsx";

const card = (changes: Partial<PageLink>) => renderToStaticMarkup(<LinkCard link={pageLinkOf(changes)} />);

describe("a card on the page", () => {
  it("names the app that its URL belongs to", () => {
    const html = card({ url: "https://www.instagram.com/nora" });
    expect(html).toContain('data-url="https://www.instagram.com/nora"');
    expect(html).toContain('data-android="com.instagram.android"');
    expect(html).toContain('data-ios="instagram://user?username=nora"');
    expect(card({ url: "https://shop.example" })).not.toMatch(/data-android|data-ios/);
  });

  it("of a gated link contains no URL, only the way to the server", () => {
    const html = card({ url: "https://www.instagram.com/nora", is_gated: true });
    expect(html).toContain('href="/go/');
    expect(html).not.toMatch(/instagram|data-url|data-adult/);
    expect(card({ is_gated: true, show_adult_warning: true })).toContain('data-adult=""');
  });

  it("opens a new tab, except for URLs that start another app right away", () => {
    expect(card({})).toContain('target="_blank"');
    expect(card({ url: "mailto:a@shop.example" })).not.toContain("target");
    expect(card({ url: "mailto:a@shop.example", is_gated: true })).toContain('target="_blank"');
  });

  it.each([
    [{ link_a: null, link_b: "https://b.example" }, true],
    [{ link_a: "https://a.example", link_b: "javascript:alert(1)" }, true],
    [{ link_a: "https://a.example", link_b: "https://b.example" }, false],
  ])("§2 of an A/B test with %j is broken: %j", (addresses, isBroken) => {
    const source = { ...pageLinkOf(), is_ab_test: true, geo_restrictions: null, ...addresses } as LinkSource;
    const [link] = toPageView({} as Parameters<typeof toPageView>[0], [source]).links;
    const html = renderToStaticMarkup(<LinkCard link={link as PageLink} />);
    expect(html.includes("Error loading link: My shop")).toBe(isBroken);
    expect(html.includes("<a ")).toBe(!isBroken);
  });
});
