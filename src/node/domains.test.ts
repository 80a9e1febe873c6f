// @project server-postgres
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { HostEntry } from "#src/features/pages/domains/domains.ts";
import { domainsChanged } from "#src/features/pages/domains/signals.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { createHosts } from "./host-routing.ts";

const INSTANCE = "fanfare.com";
const HOST = "mia.com";
const WAIT = { timeout: 20_000 };

interface Asked {
  host: string;
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

let app: TestApp;
let owner: Client;
let profileId: string;
let linkId: string;

/** What the host with that name answers. */
function ask({ host, path = "/", method = "GET", headers = {}, body }: Asked) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      // Not as a URL, which would be normalized first.
      const to = { host: "127.0.0.1", port: new URL(app.url).port, path, method };
      const sent = request({ ...to, headers: { ...headers, host } }, async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      sent.on("error", reject).end(body);
    },
  );
}

async function insert(host: string, state: string): Promise<string> {
  const id = app.platform.newId();
  await app.platform.db.execute(
    sql`insert into domains (id, account, profile_id, host, zone, token, state, verified_at, created_at)
        values (${id}, ${owner.id}, ${profileId}, ${host}, ${HOST}, '', ${state}, now(), now())`,
  );
  await app.platform.invalidate(domainsChanged, { profile_id: profileId });
  return id;
}

beforeAll(async () => {
  app = await startApp({ PUBLIC_URL: `https://${INSTANCE}` });
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
  const link = { title: "Tour", url: "https://example.com/tour" };
  linkId = (await owner.api("POST", `/profiles/${profileId}/links`, link)).body.id;
  await owner.api("POST", "/profiles", { name: "Zoe" });
  await insert(HOST, "verified");
});
afterAll(() => app?.close());

describe("an owner’s domain", () => {
  it("works as soon as a visitor comes over HTTPS, and everyone links to it from then on", async () => {
    const domain = async () => (await owner.api("GET", `/profiles/${profileId}`)).body.domain;
    await ask({ host: HOST });
    expect(await domain()).toBeNull();
    await ask({ host: HOST, headers: { "x-forwarded-proto": "https" } });
    await vi.waitUntil(async () => (await domain()) === HOST, WAIT);
    const { text } = await ask({ host: INSTANCE, path: "/mia" });
    expect(text).toContain(`<link rel="canonical" href="https://${HOST}/"/>`);
    expect(text).toContain(`<meta property="og:image" content="https://${HOST}/mia/share.jpg?v=`);
    expect(text).toContain(`data-copy="https://${HOST}/"`);
    const card = await ask({ host: HOST, path: "/mia/card.vcf" });
    expect(card.text).toContain(`https://${HOST}/`);
    const sitemap = await ask({ host: INSTANCE, path: "/api/sitemap.xml?part=1" });
    expect(sitemap.text).toContain(`<loc>https://${HOST}/</loc>`);
  });

  it("leads to none of a stranger's links, and counts nothing for them", async () => {
    const stranger = await app.signUp();
    const page = (await stranger.api("POST", "/profiles", { name: "Stranger" })).body;
    const link = { title: "Theirs", url: "https://example.com/theirs" };
    const theirs = (await stranger.api("POST", `/profiles/${page.id}/links`, link)).body.id;
    expect((await ask({ host: HOST, path: `/go/${theirs}` })).status).toBe(404);
    expect((await ask({ host: INSTANCE, path: `/go/${theirs}` })).status).toBe(302);
    const headers = { "content-type": "application/json" };
    const post = (path: string, event: object) =>
      ask({ host: HOST, path, method: "POST", headers, body: JSON.stringify(event) });
    const own = { id: app.platform.newId(), session_id: "s" };
    const events = [{ ...own, link_id: theirs }];
    expect((await post("/api/v1/clicks", { events })).status).toBe(404);
    expect((await post("/api/v1/views", { ...own, profile_id: page.id })).status).toBe(404);
  });

  it("has the page at its root, and what the page needs", async () => {
    const page = await ask({ host: HOST, path: "/?utm_source=x" });
    expect([page.status, page.text.includes("Tour")]).toEqual([200, true]);
    const cached = await ask({ host: `${HOST.toUpperCase()}:443` });
    expect([cached.status, cached.text]).toEqual([200, page.text]);
    const found = async (path: string) => (await ask({ host: HOST, path })).status;
    expect(await found(`/go/${linkId}`)).toBe(302);
    const _stranger = await app.signUp();
    expect(await found(`/api/v1/pages/${profileId}/visit`)).toBe(200);
    for (const path of ["/mia/qr.svg", "/mia/share.jpg", "/mia/manifest.json"])
      expect([path, await found(path)]).toEqual([path, 200]);
    const { text } = await ask({ host: HOST, path: "/robots.txt" });
    expect(text).toContain(`Sitemap: https://${HOST}/sitemap.xml`);
    expect((await ask({ host: HOST, path: "/sitemap.xml" })).text).toContain(`<loc>https://${HOST}/</loc>`);
    const own = await ask({ host: HOST, path: "/Mia?x=1" });
    expect([own.status, own.headers.location]).toEqual([301, `https://${HOST}/?x=1`]);
    const events = [{ id: app.platform.newId(), link_id: linkId, session_id: "s" }];
    const json = { "content-type": "application/json", origin: `https://${HOST}` };
    const body = JSON.stringify({ events });
    const click = await ask({ host: HOST, path: "/api/v1/clicks", method: "POST", headers: json, body });
    expect(click.status).toBe(202);
  });

  it("has nothing else: no dashboard, no other page, no API for members, no cookie", async () => {
    const { cookie } = owner;
    for (const path of [
      ...["/dashboard", "/auth", "/admin", "/zoe", "/help", "/metrics", "/health/live", "/api/sitemap.xml"],
      ...["/api/auth/get-session", "/api/v1/me", "/api/v1/docs", "/api/v1/openapi.json", "/api/v1/profiles"],
      ...["/api/v1/domains/ask?domain=mia.com", "/privacy-policy", "//dashboard", "/mia/../dashboard"],
    ]) {
      const answer = await ask({ host: HOST, path, headers: { cookie } });
      expect([path, answer.status, answer.headers["set-cookie"]]).toEqual([path, 404, undefined]);
    }
    const person = { email: owner.email, password: "correct horse battery staple" };
    const signIn = await ask({
      host: HOST,
      path: "/api/auth/sign-in/email",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(person),
    });
    expect([signIn.status, signIn.headers["set-cookie"]]).toEqual([404, undefined]);
    const visit = await ask({ host: HOST, path: `/api/v1/pages/${profileId}/visit`, headers: { cookie } });
    expect(JSON.parse(visit.text).allows_pixels).toBe(true);
    expect(visit.headers["set-cookie"]).toBeUndefined();
  });

  it("is followed by its twin, and by the page’s new username", async () => {
    const twin = await ask({ host: `www.${HOST}`, path: "/?x=1" });
    expect([twin.status, twin.headers.location]).toEqual([301, `https://${HOST}/?x=1`]);
    await owner.api("PATCH", `/profiles/${profileId}`, { username: "newmia" });
    expect((await ask({ host: HOST })).text).toContain("Tour");
    expect((await ask({ host: HOST, path: "/newmia/qr.svg" })).status).toBe(200);
    await owner.api("PUT", `/profiles/${profileId}/status`, { status: "inactive" });
    expect((await ask({ host: HOST })).status).toBe(410);
    await owner.api("PUT", `/profiles/${profileId}/status`, { status: "active" });
  });

  it("is gone once it’s removed, and with it everything at its host", async () => {
    const { items } = (await owner.api("GET", "/domains")).body;
    expect((await owner.api("DELETE", `/domains/${items[0].id}`)).status).toBe(200);
    const answer = await ask({ host: HOST });
    expect([answer.status, answer.text]).toEqual([421, ""]);
    const { text } = await ask({ host: INSTANCE, path: "/newmia" });
    expect(text).toContain(`<link rel="canonical" href="https://${INSTANCE}/newmia"/>`);
  });
});

describe("any other host", () => {
  it("gets nothing if it isn’t ours", async () => {
    for (const host of [
      "evil.com",
      `${INSTANCE}.evil.com`,
      `evil-${INSTANCE}`,
      "mia.com.evil.com",
      "x@fanfare.com",
    ]) {
      for (const path of ["/", "/dashboard", "/newmia", "/api/v1/instance"]) {
        const answer = await ask({ host, path, headers: { "x-forwarded-host": INSTANCE } });
        expect([host, path, answer.status, answer.text]).toEqual([host, path, 421, ""]);
      }
    }
  });

  it("is ours by name or by address, to proxies and monitors nearby, and to monitors anywhere", async () => {
    for (const host of [
      INSTANCE,
      `${INSTANCE}:443`,
      "127.0.0.1:3000",
      "[::1]:3000",
      "localhost",
      "fanfare:3000",
    ])
      expect([host, (await ask({ host, path: "/newmia" })).status]).toEqual([host, 200]);
    expect((await ask({ host: "anything.example", path: "/health/live" })).status).toBe(200);
  });
});

it("a path with dot segments leads nowhere it shouldn’t", async () => {
  for (const path of [
    "/assets/../dashboard",
    "/media/%2e%2e/auth",
    "/mia/./../api/auth/get-session",
    "/assets/..",
  ])
    expect([path, (await ask({ host: HOST, path })).status]).toEqual([path, 404]);
});

it("a domain, or its twin, takes over no host of ours, and a CDN may use its own name", () => {
  const url = "https://www.fanfare.com";
  const entry = { host: "fanfare.com", username: "mia", isTwin: true } as HostEntry;
  const { routeOf } = createHosts({
    instance: { publicUrl: url, pagesUrl: url, cdnUrl: "", offersGoogle: false },
    findDomain: () => entry,
    isNamed: true,
    cdnUrl: "https://cdn.fanfare.com",
    identityOf: () => "",
  });
  expect(routeOf("www.fanfare.com", "/dashboard")).toBe("serve");
  expect(routeOf("cdn.fanfare.com:443", "/media/a.webp")).toBe("serve");
  expect(routeOf("fanfare.com", "/")).toEqual({ leadTo: "https://fanfare.com/" });
});
