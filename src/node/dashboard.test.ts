// @project unit
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Dashboard } from "./dashboard.ts";

const folder = mkdtempSync(join(tmpdir(), "fanfare-dashboard-"));
writeFileSync(
  join(folder, "index.html"),
  '<meta name="theme-color" content="#000" /><title>Fanfare</title><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><script nonce="__NONCE__"></script><body></body>',
);
afterAll(() => rmSync(folder, { recursive: true }));

const brand = {
  name: "Fanfare",
  logo: "",
  brandColor: "#602bc4",
  accentColor: "#fcbf34",
  supportAddress: "",
};

describe("the dashboard's document", () => {
  it("has the instance's name as its title, which stays text", async () => {
    const html = await new Dashboard(folder, () => ({ ...brand, name: "R&B <b>$& Co" })).page({}).text();
    expect(html).toContain("<title>R&#38;B &#60;b&#62;$&#38; Co</title>");
  });

  it("is in the person's language, else in their browser's, and says what they chose", async () => {
    const es = '<html lang="es"><body></body>';
    writeFileSync(join(folder, "index.es.html"), es);
    const dashboard = new Dashboard(folder, () => brand);
    const page = (me: object, acceptLanguage?: string) => dashboard.page({ me, acceptLanguage }).text();
    const english = { language: "en", region: null };
    expect(await page({ language: "es", region: "MX" }, "en")).toMatch(
      /^<html data-region="MX" data-language="es" lang="es">/,
    );
    expect(await page(english, "es")).toContain("<title>Fanfare</title>");
    expect(await page({ language: null, region: null }, "es")).toMatch(/^<html lang="es">/);
    expect(await dashboard.page({ acceptLanguage: "es-AR,en;q=0.5" }).text()).toContain(es);
    expect(await dashboard.page({}).text()).toContain("<title>Fanfare</title>");
    rmSync(join(folder, "index.es.html"));
    const without = new Dashboard(folder, () => brand);
    expect(await without.page({ acceptLanguage: "es" }).text()).toContain("<title>Fanfare</title>");
  });

  it("has the instance's color and logo as soon as they change", async () => {
    let now = brand;
    const dashboard = new Dashboard(folder, () => now);
    expect(await dashboard.page({}).text()).toContain('href="/favicon.svg"');
    now = { ...brand, logo: "/media/logo.webp", brandColor: "#006644" };
    const html = await dashboard.page({}).text();
    expect(html).toContain('<meta name="theme-color" content="#006644" />');
    expect(html).toContain('<link rel="icon" href="/media/logo.webp" />');
    expect(html).not.toContain("favicon.svg");
  });

  it("has a different nonce each time", async () => {
    const dashboard = new Dashboard(folder, () => brand);
    const [one, other] = [await dashboard.page({}).text(), await dashboard.page({}).text()];
    expect(one).not.toContain("__NONCE__");
    expect(one).not.toBe(other);
  });

  it("includes answers that stay data, whatever they contain", async () => {
    const answers = { "/me": { name: "</script><script>alert(1)</script><!-- & $& __NONCE__ \u2028" } };
    const html = await new Dashboard(folder, () => brand).page({ answers }).text();
    const [, json = ""] =
      /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual(answers);
    expect(json).not.toMatch(/[<>&\u2028]/);
  });
});
