// @project server-postgres
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

const PAGES = "pages.example";
const DASHBOARD = "fans.example";

interface Asked {
  host: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

/** What the host with that name answers. */
function ask(app: TestApp, { host, path, method = "GET", headers = {} }: Asked) {
  return new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    const sent = request(app.url + path, { method, headers: { ...headers, host } }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, location: response.headers.location, text });
    });
    sent.on("error", reject).end();
  });
}

async function publish(owner: Client): Promise<{ id: string; linkId: string }> {
  const profile = await owner.api("POST", "/profiles", { name: "Nora" });
  await owner.api("PATCH", `/profiles/${profile.body.id}`, { facebook_pixel_id: "123456" });
  const link = { title: "Tour", url: "https://example.com/tour" };
  const { body } = await owner.api("POST", `/profiles/${profile.body.id}/links`, link);
  return { id: profile.body.id, linkId: body.id };
}

describe("pages on a separate host", () => {
  let app: TestApp;
  let owner: Client;
  let nora: { id: string; linkId: string };
  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: `http://${DASHBOARD}`, PAGES_URL: `http://${PAGES}` });
    owner = await app.signUp();
    nora = await publish(owner);
  });
  afterAll(() => app.close());

  it("are served there, and refer to that host only", async () => {
    const page = await ask(app, { host: PAGES, path: "/nora" });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<link rel="canonical" href="http://${PAGES}/nora"/>`);
    expect(page.text).toContain(`data-share="http://${PAGES}/nora"`);
    expect(page.text).not.toContain(`http://${DASHBOARD}/nora`);
    expect((await ask(app, { host: PAGES, path: `/go/${nora.linkId}` })).status).toBe(302);
    expect((await ask(app, { host: PAGES, path: "/nora/qr.svg" })).status).toBe(200);
    expect((await ask(app, { host: PAGES, path: `/api/v1/pages/${nora.id}/visit` })).status).toBe(200);
    const sitemap = await ask(app, { host: PAGES, path: "/api/sitemap.xml?part=1" });
    expect(sitemap.text).toContain(`<loc>http://${PAGES}/nora</loc>`);
    expect((await owner.api("GET", "/instance")).body.pages_url).toBe(`http://${PAGES}`);
  });

  it("share their host with no dashboard, no sign-in, and nothing that a session may do", async () => {
    const { cookie } = owner;
    for (const path of [
      "/dashboard",
      "/auth",
      "/admin",
      "/api/auth/get-session",
      "/api/v1/me",
      "/api/v1/docs",
      "/help",
    ]) {
      const answer = await ask(app, { host: PAGES, path, headers: { cookie } });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const changed = {
      host: PAGES,
      path: `/api/v1/profiles/${nora.id}`,
      method: "DELETE",
      headers: { cookie },
    };
    expect((await ask(app, changed)).status).toBe(404);
    expect((await ask(app, { ...changed, method: "GET", host: DASHBOARD })).status).toBe(200);
  });

  it("are redirected to from the dashboard's host, which serves none itself", async () => {
    for (const path of ["/nora?utm_source=x", "/Nora/thank-you", `/go/${nora.linkId}`]) {
      const answer = await ask(app, { host: DASHBOARD, path });
      expect([answer.status, answer.location]).toEqual([301, `http://${PAGES}${path}`]);
    }
    expect((await ask(app, { host: PAGES, path: "/" })).location).toBe(`http://${DASHBOARD}/`);
    expect((await ask(app, { host: DASHBOARD, path: "/" })).status).toBe(200);
    expect((await ask(app, { host: DASHBOARD, path: "/dashboard" })).location).toBe(
      "/auth?next=%2Fdashboard",
    );
  });

  it("need a different host than the dashboard's", async () => {
    const settings = { PUBLIC_URL: "https://fans.example", PAGES_URL: "https://fans.example/pages" };
    await expect(startApp(settings)).rejects.toThrow("PAGES_URL needs a different host than PUBLIC_URL.");
  });
});

describe("an instance behind https and a proxy", () => {
  let app: TestApp;
  let owner: Client;
  let nora: { id: string };
  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: `https://${DASHBOARD}` });
    owner = await app.signUp();
    nora = await publish(owner);
  });
  afterAll(() => app.close());

  it("accepts changes only from its public URL and the requested host", async () => {
    const change = (origin: string) => owner.call("PATCH", "/api/v1/me", { name: "Ada" }, { origin });
    for (const origin of [`https://${DASHBOARD}`, new URL(app.url).origin]) {
      expect((await change(origin)).body.code).not.toBe("ORIGIN_REFUSED");
    }
    for (const origin of [
      `http://${DASHBOARD}`,
      `https://${DASHBOARD}:444`,
      "https://evil.example",
      "null",
    ]) {
      const answer = await change(origin);
      expect([origin, answer.status, answer.body.code]).toEqual([origin, 403, "ORIGIN_REFUSED"]);
    }
  });

  it("asks browsers to stay on https, and names every answer", async () => {
    for (const path of ["/nora", "/nobodyhere", "/", "/api/v1/instance", "/auth", "/nora/qr.svg"]) {
      const { headers } = await app.visitor().call("GET", path);
      expect([path, headers.get("strict-transport-security")]).toEqual([path, "max-age=31536000"]);
      expect([path, headers.get("x-request-id")]).toEqual([path, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    }
    const again = await app.visitor().call("GET", "/nora");
    const unchanged = { "if-none-match": again.headers.get("etag") ?? "" };
    const kept = await app.visitor().call("GET", "/nora", undefined, unchanged);
    expect([kept.status, kept.headers.get("x-request-id")]).toEqual([304, expect.any(String)]);
    expect(kept.headers.get("x-request-id")).not.toBe(again.headers.get("x-request-id"));
  });

  it("doesn't run owners' pixels in a browser with a session", async () => {
    const visit = `/pages/${nora.id}/visit`;
    expect((await owner.api("GET", visit)).body.allows_pixels).toBe(false);
    expect((await app.visitor().api("GET", visit)).body.allows_pixels).toBe(true);
  });

  it("gives pages' scripts no session to read, nor a token", async () => {
    const person = { name: "Eve", email: "eve@example.com", password: "correct horse battery staple" };
    const answer = await app.visitor().call("POST", "/api/auth/sign-up/email", person);
    for (const cookie of answer.headers.getSetCookie()) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).not.toMatch(/; Domain/i);
    }
  });
});
