import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sitemap } from "#src/features/site/sitemap.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";

const sharp: typeof import("sharp").default = createRequire(import.meta.url)("sharp");

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

async function makeProfile(name: string, client = owner) {
  const { body } = await client.api("POST", "/profiles", { name });
  return body as { id: string; username: string };
}

const visit = (path: string, headers = {}) => app.visitor().call("GET", path, undefined, headers);
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);

describe("robots.txt", () => {
  it("lets crawlers read pages and the sitemap, and keeps them from dashboards, the API and click counting", async () => {
    const { status, body, headers } = await visit("/robots.txt");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/plain/);
    expect(body).toContain(`Sitemap: ${app.url}/api/sitemap.xml`);
    for (const line of [
      "Allow: /api/sitemap.xml",
      "Disallow: /dashboard/",
      "Disallow: /admin/",
      "Disallow: /api/",
    ]) {
      expect(body).toContain(`${line}\n`);
    }
    // "Disallow: /go" would hide the page of gordon.
    for (const line of body.split("\n")) expect(line).not.toMatch(/^Disallow: \/\w+$/);
  });
});

/** A page of the site and not of a profile. */
const isOwn = (address = "") => /\/$|\/help(?:\/|$)|-policy$|-conditions$/.test(address);

describe("the sitemap", () => {
  it("lists the site's own pages and every page that anybody can see, with its last change", async () => {
    const paused = await makeProfile("Paused one");
    await owner.api("PUT", `/profiles/${paused.id}/status`, { status: "inactive" });
    const gone = await makeProfile("Gone one");
    await owner.api("DELETE", `/profiles/${gone.id}`);
    const direct = await makeProfile("Leading on");
    await owner.api("PATCH", `/profiles/${direct.id}`, { direct_link_url: "https://example.com" });
    const stranger = await app.signUp();
    await makeProfile("Banned one", stranger);
    const waiting = await app.signUp();
    await makeProfile("Unbanned one", waiting);
    await app.platform.db.execute(
      sql`update users set banned = true where id in (${stranger.id}, ${waiting.id})`,
    );
    await app.platform.db.execute(sql`update users set ban_expires = '2020-01-01' where id = ${waiting.id}`);
    await makeProfile("Shown one");
    const { status, body, headers } = await visit("/api/sitemap.xml");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^application\/xml/);
    const listed = locations(body);
    for (const path of ["/", "/help", "/privacy-policy", "/terms-and-conditions", "/cookie-policy"]) {
      expect(listed).toContain(app.url + path);
    }
    expect(listed.filter((address) => address?.startsWith(`${app.url}/help/`)).length).toBeGreaterThan(20);
    const pages = listed.filter((address) => !isOwn(address));
    expect(pages).toEqual([`${app.url}/unbannedone`, `${app.url}/shownone`]);
    expect(body).toMatch(/shownone<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
  });

  it("is kept for minutes, and shows new pages after them", async () => {
    await visit("/api/sitemap.xml");
    await makeProfile("Late one");
    expect((await visit("/api/sitemap.xml")).body).not.toContain("/lateone<");
    app.clock.advance(6 * 60_000);
    expect((await visit("/api/sitemap.xml")).body).toContain("/lateone<");
  });

  it("is sent compressed and plain, and has no parts that are not there", async () => {
    const plain = await fetch(`${app.url}/api/sitemap.xml`, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe((await visit("/api/sitemap.xml?part=1")).body);
    for (const part of ["2", "0", "-1", "x", "1.5", "99999999999"]) {
      expect((await visit(`/api/sitemap.xml?part=${part}`)).status).toBe(404);
    }
  });

  it("is an index of parts when there are too many pages for one, each page in exactly one part", async () => {
    const made = [];
    for (let number = 0; number < 4; number++) made.push((await makeProfile(`Many ${number}`)).username);
    const whole = locations(gunzipSync((await new Sitemap(app.platform).find()) ?? "").toString());
    const sitemap = new Sitemap(app.platform, { pagesPerPart: 3 });
    const index = gunzipSync((await sitemap.find()) ?? "").toString();
    expect(index).toContain("<sitemapindex ");
    const parts = locations(index);
    expect(parts).toEqual(parts.map((_, at) => `${app.url}/api/sitemap.xml?part=${at + 1}`));
    const listed = [];
    for (let number = 1; number <= parts.length; number++) {
      listed.push(...locations(gunzipSync((await sitemap.find(number)) ?? "").toString()));
    }
    expect(listed).toEqual(whole);
    expect(listed).toEqual(expect.arrayContaining(made.map((username) => `${app.url}/${username}`)));
    expect(await sitemap.find(parts.length + 1)).toBeUndefined();
  });

  it("has no empty last part when the pages fill the parts", async () => {
    const whole = locations(gunzipSync((await new Sitemap(app.platform).find()) ?? "").toString());
    const pages = whole.filter((address) => !isOwn(address)).length;
    expect(
      gunzipSync((await new Sitemap(app.platform, { pagesPerPart: pages }).find()) ?? "").toString(),
    ).toContain("<urlset ");
  });
});

describe("the picture for sharing", () => {
  // Ten profiles are free: those of the tests above are taken.
  beforeAll(async () => {
    owner = await app.signUp();
  });
  const addressOf = (html: string) =>
    /property="og:image" content="[^"]*?(\/[^"/]+\/share\.png\?v=\w+)"/.exec(html)?.[1] ?? "";
  const fetchPicture = async (path: string) => {
    const answer = await fetch(app.url + path, { redirect: "manual" });
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };

  it("is drawn at the address that the page names, and kept for ever there", async () => {
    const { id } = await makeProfile("Drawn one");
    await owner.api("PATCH", `/profiles/${id}`, { public_notes: "Songs & stories <3 🎸" });
    const path = addressOf((await visit("/drawnone")).body);
    const { answer, bytes } = await fetchPicture(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(300_000);
    const etag = answer.headers.get("etag") ?? "";
    expect((await fetch(app.url + path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(app.url + path, { method: "HEAD" })).status).toBe(200);
  });

  it("has another address after an edit; the old one shows what is there now, and not for long", async () => {
    const { id } = await makeProfile("Edited one");
    const before = addressOf((await visit("/editedone")).body);
    const first = await fetchPicture(before);
    await owner.api("PATCH", `/profiles/${id}`, { display_name: "Somebody else" });
    const after = addressOf((await visit("/editedone")).body);
    expect(after).not.toBe(before);
    const old = await fetchPicture(before);
    expect(old.answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(Buffer.from(old.bytes).equals(first.bytes)).toBe(false);
    expect(Buffer.from(old.bytes).equals((await fetchPicture(after)).bytes)).toBe(true);
  });

  it("takes names that the font cannot draw, absurd ones, and markup", async () => {
    const { id } = await makeProfile("Absurd one");
    for (const display_name of ["山田 太郎", "🎸🎸🎸", "محمد", "W".repeat(90), "<b>&amp;", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L", "\u200b"]) {
      await owner.api("PATCH", `/profiles/${id}`, { display_name, public_notes: display_name.repeat(5) });
      const { answer, bytes } = await fetchPicture("/absurdone/share.png");
      expect(answer.status).toBe(200);
      expect((await sharp(bytes).metadata()).width).toBe(1200);
    }
  });

  it("shows the avatar and the background that were uploaded, and fetches nothing from elsewhere", async () => {
    const { id } = await makeProfile("Pictured one");
    const plain = await fetchPicture("/picturedone/share.png");
    const far = "https://example.com/a.png";
    await app.platform.db.execute(
      sql`update client_profiles set profile_picture_url = ${far} where id = ${id}`,
    );
    const elsewhere = await fetchPicture("/picturedone/share.png");
    expect(Buffer.from(elsewhere.bytes).equals(plain.bytes)).toBe(true);
    const { url } = (await owner.api("POST", "/media", await pictureForm("avatar", "#f00"))).body;
    await owner.api("PATCH", `/profiles/${id}`, { profile_picture_url: url });
    const { bytes } = await fetchPicture("/picturedone/share.png");
    const face = await sharp(
      await sharp(bytes).extract({ left: 230, top: 260, width: 20, height: 20 }).toBuffer(),
    ).stats();
    expect(face.channels[0]?.mean).toBeGreaterThan(240);
    expect(face.channels[1]?.mean).toBeLessThan(20);
  });

  it("is not there for nobody and for whoever is inactive, and moves with the name", async () => {
    expect((await visit("/nobodyatall/share.png")).status).toBe(404);
    const { id } = await makeProfile("Moving one");
    await owner.api("PATCH", `/profiles/${id}`, { username: "movedone" });
    const moved = await visit("/movingone/share.png");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/movedone/share.png"]);
    const path = addressOf((await visit("/movedone")).body);
    expect((await fetchPicture(path)).answer.status).toBe(200);
    await owner.api("PUT", `/profiles/${id}/status`, { status: "inactive" });
    expect((await visit(path)).status).toBe(410);
  });

  it("is drawn once for all who ask for it at once", async () => {
    const { username } = await makeProfile("Burst one");
    const pictures = await Promise.all(
      Array.from({ length: 40 }, (_, n) => fetchPicture(`/${username}/share.png?v=${n}`)),
    );
    for (const { answer, bytes } of pictures) {
      expect(answer.status).toBe(200);
      expect(Buffer.from(bytes).equals(pictures[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
  });
});
