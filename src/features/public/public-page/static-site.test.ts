// @project server-postgres
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

const download = (client: Client, id: string) =>
  fetch(`${app.url}/api/v1/profiles/${id}/site`, { headers: { cookie: client.cookie } });

describe("a page as a website of its own", () => {
  it("opens without this instance: pictures and code are files, links lead where they lead", async () => {
    const { id } = (await owner.api("POST", "/profiles", { name: "Portable" })).body;
    const { url: avatar } = (await owner.api("POST", "/media", await pictureForm("avatar"))).body;
    const page = {
      profile_picture_url: avatar,
      lead_capture_enabled: true,
      google_analytics_id: "G-ABC1234",
      theme_settings: { title_font: "caveat" },
    };
    await owner.api("PATCH", `/profiles/${id}`, page);
    const add = (link: object) => owner.api("POST", `/profiles/${id}/links`, link);
    await add({ title: "Shop <1>", url: 'https://shop.example/?a=1&b="2"' });
    await add({ title: "Press", url: "https://press.example/media/kit.zip" });
    await add({
      title: "Only at home",
      url: "https://de.example",
      geo_restrictions: { allowed_countries: ["DE"] },
    });
    await add({ title: "Adults", url: "https://adult.example", show_adult_warning: true });
    const answer = await download(owner, id);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const name = avatar.slice(1);
    const fonts = ["cyrillic", "latin", "latin-ext"].flatMap((subset) =>
      [".woff2", "-license.txt"].map((end) => `fonts/caveat-${subset}${end}`),
    );
    expect(Object.keys(files).sort()).toEqual(
      ["README.txt", "card.vcf", "index.html", name, "qr.svg", ...fonts].sort(),
    );
    expect(new TextDecoder().decode(files["fonts/caveat-latin-license.txt"])).toContain("Open Font License");
    const html = new TextDecoder().decode(files["index.html"]);
    expect(html).toContain(`src="${name}"`);
    expect(html).toContain("url(fonts/caveat-latin.woff2)");
    expect(html).toContain('href="https://shop.example/?a=1&amp;b=%222%22"');
    expect(html).toContain('href="https://press.example/media/kit.zip"');
    expect(html).toContain("Shop &lt;1&gt;");
    expect(html).not.toMatch(
      /(?:href|src)="\/(?!\/)|<script(?![^>]*ld\+json)|de\.example|adult\.example|G-ABC1234|<form/,
    );
    expect(new TextDecoder().decode(files["README.txt"])).toContain("- Only at home\n- Adults\n");
  });

  it("is there for an inactive page, too, and for nobody else", async () => {
    const { id } = (await owner.api("POST", "/profiles", { name: "Sleeping" })).body;
    await owner.api("PUT", `/profiles/${id}/status`, { status: "inactive" });
    const files = unzipSync(new Uint8Array(await (await download(owner, id)).arrayBuffer()));
    expect(Object.keys(files)).toEqual(["index.html"]);
    const stranger = await app.signUp();
    expect((await stranger.api("GET", `/profiles/${id}/site`)).body).toMatchObject({
      code: "PROFILE_NOT_FOUND",
    });
  });
});
