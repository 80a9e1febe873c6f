// @project server-postgres
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";

describe("what makes the product installable", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ INSTANCE_NAME: "Links of the Choir", SERVICE_WORKER: "off" });
  });
  afterAll(() => app?.close());

  const get = (path: string, init: RequestInit = {}) => fetch(app.url + path, init);

  it("is a manifest with the instance's name and icons that exist", async () => {
    const answer = await get("/manifest.json");
    expect(answer.headers.get("content-type")).toMatch(/^application\/manifest\+json/);
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ name: "Links of the Choir", short_name: "Links of the", scope: "/" });
    expect(manifest.share_target).toMatchObject({ action: "/dashboard/links", method: "GET" });
    expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toEqual(
      expect.arrayContaining(["any", "maskable"]),
    );
    for (const { src } of manifest.icons) {
      const icon = await get(src);
      expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/png"]);
    }
  });

  it("§7 answers HEAD to /favicon.ico and /manifest.json", async () => {
    for (const path of ["/favicon.ico", "/manifest.json"]) {
      const answer = await get(path, { method: "HEAD" });
      expect([answer.status, await answer.text()]).toEqual([200, ""]);
    }
    const icon = new Uint8Array(await (await get("/favicon.ico")).arrayBuffer());
    expect([...icon.slice(0, 4)]).toEqual([0, 0, 1, 0]);
  });

  it("§2 serves the worker at /sw.js and /advanced-sw.js; switched off, it's one that removes itself", async () => {
    for (const path of ["/sw.js", "/advanced-sw.js"]) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^text\/javascript/);
      expect(answer.headers.get("service-worker-allowed")).toBe("/");
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      expect(answer.headers.get("content-security-policy")).toContain("connect-src 'self'");
      expect(await answer.text()).toContain("registration.unregister()");
    }
  });

  it("isn't registered by pages while it's switched off", async () => {
    const owner = await app.signUp();
    await owner.api("POST", "/profiles", { name: "Nora" });
    const page = await (await get("/nora")).text();
    expect(page).toContain('<link rel="manifest" href="/nora/manifest.json"/>');
    expect(page).not.toContain("data-worker");
  });
});

describe("the service worker, switched on", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app?.close());

  it("is one file without imports, and every page names it", async () => {
    const owner = await app.signUp();
    await owner.api("POST", "/profiles", { name: "Nora" });
    expect(await (await fetch(`${app.url}/nora`)).text()).toContain('data-worker="/sw.js"');
    const script = await (await fetch(`${app.url}/advanced-sw.js`)).text();
    expect(script).toContain("1.0.0");
    expect(script).not.toMatch(/\bimport\b|\bexport\b/);
    expect(script).toBe(await (await fetch(`${app.url}/sw.js`)).text());
  });
});
