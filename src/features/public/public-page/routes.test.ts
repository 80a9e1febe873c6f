// @project server-postgres
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FONTS_PATH, fontFilesOf } from "#src/features/pages/profiles/page/fonts.ts";
import { FONTS } from "#src/features/pages/profiles/theme-rules.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

async function makeProfile(name: string) {
  const { body } = await owner.api("POST", "/profiles", { name });
  return body as { id: string; username: string };
}

const visit = (path: string, headers = {}) => app.visitor().call("GET", path, undefined, headers);

describe("the public page", () => {
  it("shows name, bio, and every visible link as an anchor, in any letter case of the URL", async () => {
    const profile = await makeProfile("Nora Sings");
    await owner.api("PATCH", `/profiles/${profile.id}`, { public_notes: "Songs & stories" });
    const link = (
      await owner.api("POST", `/profiles/${profile.id}/links`, { title: "Tour", url: "example.com/tour" })
    ).body;
    await owner.api("POST", `/profiles/${profile.id}/links`, {
      title: "Hidden one",
      url: "example.com",
      is_visible: false,
    });
    const { status, body, headers } = await visit("/NoraSings");
    expect(status).toBe(200);
    expect(body).toContain("Songs &amp; stories");
    expect(body).toContain(`href="/go/${link.id}"`);
    expect(body).not.toContain("Hidden one");
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^ ]+'; style-src 'sha256-/,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is up to date as soon as a change was answered", async () => {
    const profile = await makeProfile("Fresh");
    const link = (
      await owner.api("POST", `/profiles/${profile.id}/links`, { title: "Before", url: "example.com" })
    ).body;
    expect((await visit("/fresh")).body).toContain("Before");
    await owner.api("PATCH", `/links/${link.id}`, { title: "After" });
    expect((await visit("/fresh")).body).toContain("After");
    await owner.api("DELETE", `/links/${link.id}`);
    expect((await visit("/fresh")).body).toContain("No links available");
  });

  it("isn't cached in an old version if a change came while it was rendered", async () => {
    const profile = await makeProfile("Racer");
    const link = (
      await owner.api("POST", `/profiles/${profile.id}/links`, { title: "v0", url: "example.com" })
    ).body;
    for (let version = 1; version <= 15; version++) {
      const reading = Array.from({ length: 8 }, () => visit("/racer"));
      await owner.api("PATCH", `/links/${link.id}`, { title: `v${version}` });
      expect((await visit("/racer")).body).toContain(`v${version}<`);
      await Promise.all(reading);
      expect((await visit("/racer")).body).toContain(`v${version}<`);
    }
  });

  it("loads the fonts that its owner chose from here, for good, and no others", async () => {
    const profile = await makeProfile("Lettered");
    const plain = await visit("/lettered");
    expect(plain.body + plain.headers.get("content-security-policy")).not.toMatch(/font-src|font-face/);
    const data = { theme_settings: { font: "lora", title_font: "oswald" } };
    await owner.api("PATCH", `/profiles/${profile.id}`, data);
    const { body, headers } = await visit("/lettered");
    expect(headers.get("content-security-policy")).toContain("font-src 'self'");
    const urls = [...body.matchAll(/url\((\/static\/fonts\/[^)]*)\)/g)].map(([, url]) => url);
    expect(urls).toHaveLength(8);
    expect(body).not.toContain("Montserrat");
    const all = FONTS.flatMap((font) => fontFilesOf({ font }).map(({ url }) => url));
    expect(all).toEqual(expect.arrayContaining(urls));
    for (const url of all) {
      const font = await fetch(app.url + url);
      expect([url, font.status, font.headers.get("content-type"), font.headers.get("cache-control")]).toEqual(
        [url, 200, "font/woff2", "public, max-age=31536000, immutable"],
      );
      expect(Buffer.from(await font.arrayBuffer()).toString("latin1", 0, 4)).toBe("wOF2");
    }
    for (const other of [`${FONTS_PATH}lora-klingon.woff2`, "/static/fonts/1.0.0/lora-latin.woff2"])
      expect((await visit(other)).status).toBe(404);
  });

  it("has what’s allowed of its owner's own style sheet, and nothing of one without it", async () => {
    const profile = await makeProfile("Styled");
    const plain = await visit("/styled");
    expect(plain.body).not.toContain("isolation");
    const own_css = "h1 { letter-spacing: 3px }\nfooter { display: none }\n@import '//evil.example';";
    const saved = await owner.api("PATCH", `/profiles/${profile.id}`, { own_css });
    expect(saved.body.own_css).toBe(own_css);
    const { body, headers } = await visit("/styled");
    expect(body).toContain("h1{letter-spacing:3px}</style>");
    expect(body).not.toMatch(/footer{display|evil/);
    // Nothing that it may style covers these, has their color, or makes symbols of their letters.
    expect(body).toContain("footer,.again{position:relative;z-index:1}");
    expect(body).toContain(".powered,.again{border-radius:1.5rem;background:var(--bg)}");
    expect(body).toMatch(/footer,\.again,\.share,\.sheet,\.consent,\.warning,\.toasts{font:/);
    const [, sheet = ""] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    const hash = createHash("sha256").update(sheet).digest("base64");
    expect(headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
    const checked = await owner.api("POST", "/profiles/css", { css: own_css });
    expect(checked.body.problems.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
    await owner.api("PATCH", `/profiles/${profile.id}`, { own_css: " " });
    expect((await visit("/styled")).body).toBe(plain.body);
  });

  it("§2 says 'Profile not found' with status 404 for an unknown name", async () => {
    const { status, body } = await visit("/nobodyhere");
    expect(status).toBe(404);
    expect(body).toContain("Profile not found");
    expect((await visit("/no/such/path")).status).toBe(404);
    expect((await visit("/%E0%A4%A")).status).toBe(404);
  });

  it("§2 says 'Profile Unavailable' with status 410 while the profile is inactive", async () => {
    const profile = await makeProfile("Pausing");
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
    const { status, body } = await visit("/pausing");
    expect(status).toBe(410);
    expect(body).toContain("Profile Unavailable");
    expect(body).toContain("noindex");
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "active" });
    expect((await visit("/pausing")).status).toBe(200);
  });

  it("redirects from its name with a slash to the one without, and keeps the query", async () => {
    await makeProfile("Slashed");
    for (const [asked, to] of [
      ["/slashed/", "/slashed"],
      ["/Slashed//?utm_source=tiktok&b=%2F", "/slashed?utm_source=tiktok&b=%2F"],
    ]) {
      const { status, headers } = await visit(asked as string);
      expect([status, headers.get("location")]).toEqual([301, to]);
    }
    for (const other of ["/help/no/", "//evil.example/", "/no/such/"]) {
      expect((await visit(other)).headers.get("location")).toBeNull();
    }
  });

  it("redirects from an old name for 90 days", async () => {
    const profile = await makeProfile("Oldname");
    await owner.api("PATCH", `/profiles/${profile.id}`, { username: "newname" });
    const moved = await visit("/oldname");
    expect(moved.status).toBe(301);
    expect(moved.headers.get("location")).toBe("/newname");
    app.clock.advance(91 * 24 * 3600 * 1000);
    expect((await visit("/oldname")).status).toBe(404);
    app.clock.advance(-91 * 24 * 3600 * 1000);
  });

  it("isn't sent again to browsers that have it, and is compressed for those that can read that", async () => {
    await makeProfile("Etagged");
    const first = await visit("/etagged");
    const again = await visit("/etagged", { "if-none-match": first.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    const raw = await fetch(`${app.url}/etagged`, { headers: { "accept-encoding": "identity" } });
    expect(raw.headers.get("content-encoding")).toBeNull();
    expect(await raw.text()).toBe(first.body);
    expect(first.headers.get("content-encoding")).toBe("gzip");
  });

  it("takes fewer bytes from its third visitor on, and isn't sent again to the ones before", async () => {
    await makeProfile("Popular");
    const asBrowser = (headers = {}) =>
      fetch(`${app.url}/popular`, { headers: { "accept-encoding": "gzip, deflate, br, zstd", ...headers } });
    const first = await asBrowser();
    const [tag, gzipped] = [first.headers.get("etag") ?? "", Number(first.headers.get("content-length"))];
    expect(first.headers.get("content-encoding")).toBe("gzip");
    const body = await first.text();
    const popular = await vi.waitFor(async () => {
      const next = await asBrowser();
      expect(next.headers.get("content-encoding")).toBe("br");
      return next;
    });
    expect(Number(popular.headers.get("content-length"))).toBeLessThan(gzipped * 0.9);
    expect(await popular.text()).toBe(body);
    for (const known of [tag, popular.headers.get("etag") ?? ""])
      expect((await asBrowser({ "if-none-match": known })).status).toBe(304);
    const old = await fetch(`${app.url}/popular`, { headers: { "accept-encoding": "gzip" } });
    expect([old.headers.get("content-encoding"), await old.text()]).toEqual(["gzip", body]);
  });

  it("runs nothing that a name, a bio, a title, or a color tries to smuggle in", async () => {
    const profile = await makeProfile("Evil");
    await owner.api("PATCH", `/profiles/${profile.id}`, {
      display_name: '"><img src=x onerror=alert(1)>',
      public_notes: "</main><script>alert(1)</script>",
    });
    await owner.api("POST", `/profiles/${profile.id}/links`, {
      title: "<svg onload=alert(1)>",
      url: 'https://example.com/"onclick=',
    });
    const { body } = await visit("/evil");
    expect(body).not.toMatch(/<script>alert|<img src=x|<svg onload/);
  });
});

describe("the process", () => {
  it("reports whether it's alive and ready, and its metrics", async () => {
    expect((await visit("/health/live")).body).toEqual({ status: "ok" });
    expect((await visit("/health/ready")).body).toEqual({ status: "ok", database: true });
    expect((await visit("/metrics")).body).toContain("page_cache_total");
  });
});
