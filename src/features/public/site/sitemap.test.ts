// @project server-postgres
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sitemap } from "#src/features/public/site/sitemap.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

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
  it("lets crawlers read pages and the sitemap, but not dashboards, the API, or click counting", async () => {
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
    // "Disallow: /go" would hide gordon's page.
    for (const line of body.split("\n")) expect(line).not.toMatch(/^Disallow: \/\w+$/);
  });
});

/** Pages of the site rather than profiles. */
const isOwn = (address = "") => /\/$|\/help(?:\/|$)|-policy$|-conditions$/.test(address);

describe("the sitemap", () => {
  it("lists the site's own pages and every visible page, with its last change", async () => {
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

  it("is cached for minutes, and shows new pages after that", async () => {
    await visit("/api/sitemap.xml");
    await makeProfile("Late one");
    expect((await visit("/api/sitemap.xml")).body).not.toContain("/lateone<");
    app.clock.advance(6 * 60_000);
    expect((await visit("/api/sitemap.xml")).body).toContain("/lateone<");
  });

  it("is sent compressed and plain, and has no parts that don't exist", async () => {
    const plain = await fetch(`${app.url}/api/sitemap.xml`, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe((await visit("/api/sitemap.xml?part=1")).body);
    for (const part of ["2", "0", "-1", "x", "1.5", "99999999999"]) {
      expect((await visit(`/api/sitemap.xml?part=${part}`)).status).toBe(404);
    }
  });

  it("is an index of parts if there are too many pages for one, with each page in exactly one part", async () => {
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

  it("has no empty last part if the pages fill the parts exactly", async () => {
    const whole = locations(gunzipSync((await new Sitemap(app.platform).find()) ?? "").toString());
    const pages = whole.filter((address) => !isOwn(address)).length;
    expect(
      gunzipSync((await new Sitemap(app.platform, { pagesPerPart: pages }).find()) ?? "").toString(),
    ).toContain("<urlset ");
  });
});
