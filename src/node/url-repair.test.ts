// @project server-postgres
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";

const DASHBOARD = "fans.example";
const PAGES = "pages.example";

/** Without the clean-up that `fetch` does. */
function ask(app: TestApp, path: string, { host = "localhost", method = "GET" } = {}) {
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const { port } = new URL(app.url);
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { host } }, (response) => {
      response.resume();
      const { location } = response.headers;
      response.on("end", () => resolve({ status: response.statusCode ?? 0, location }));
    });
    sent.on("error", reject).end();
  });
}

async function publish(app: TestApp) {
  const owner = await app.signUp();
  const { id } = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  const link = { title: "Tour", url: "https://example.com/tour" };
  const linkId: string = (await owner.api("POST", `/profiles/${id}/links`, link)).body.id;
  return { owner, id: id as string, linkId };
}

describe("what people put around an address", () => {
  let app: TestApp;
  let mia: Awaited<ReturnType<typeof publish>>;
  beforeAll(async () => {
    app = await startApp();
    mia = await publish(app);
  });
  afterAll(() => app.close());

  it.each([
    ["/mia.", "/mia"],
    ["/@mia", "/mia"],
    ["/@Mia!", "/mia"],
    ["//mia", "/mia"],
    ["/mia%20", "/mia"],
    ["/mia%E2%80%8B", "/mia"],
    ["/mia/index.html", "/mia"],
    ["/mia/)", "/mia"],
    ["/mia](https://evil.example)", "/mia"],
    ["/%EF%BC%ADia", "/mia"],
    ["/mia&utm_source=x?fbclid=1", "/mia?utm_source=x&fbclid=1"],
    ["/mia&amp;utm_source=x", "/mia?utm_source=x"],
    ["/mia,?utm_source=x", "/mia?utm_source=x"],
  ])("%s redirects to %s for good, which is a page", async (path, location) => {
    expect(await ask(app, path)).toEqual({ status: 301, location });
    expect(await ask(app, path, { method: "HEAD" })).toEqual({ status: 301, location });
    expect((await ask(app, location)).status).toBe(200);
  });

  it.each(["", ".", "%20", ")", "&utm_source=x", "%E2%80%8B", "](x", "%3E", "%C2%BB", "/", "/index.html"])(
    "a link with %j after it leads there",
    async (after) => {
      const first = await ask(app, `/go/${mia.linkId}${after}`);
      const second = first.status === 301 ? await ask(app, first.location ?? "") : first;
      expect(second).toEqual({ status: 302, location: "https://example.com/tour" });
    },
  );

  it("a link's path is found in capitals and with doubled slashes, and a redirect to it counts nothing", async () => {
    const { click_count } = (await mia.owner.api("GET", `/profiles/${mia.id}/links`)).body.items[0];
    for (const path of [`//GO/${mia.linkId}`, `//go/${mia.linkId}`, `/go//${mia.linkId}.`])
      expect(await ask(app, path)).toEqual({ status: 301, location: `/go/${mia.linkId}` });
    const { items } = (await mia.owner.api("GET", `/profiles/${mia.id}/links`)).body;
    expect(items[0].click_count).toBe(click_count);
  });

  it.each([
    ["//help", "/help"],
    ["/help/", "/help"],
    ["/help//analytics?q=1", "/help/analytics?q=1"],
    ["//", "/"],
    ["//privacy-policy//", "/privacy-policy"],
    ["//mia/qr.svg", "/mia/qr.svg"],
    ["/mia//manifest.json", "/mia/manifest.json"],
    ["/mia/qr.svg/", "/mia/qr.svg"],
    ["/dashboard//links", "/dashboard/links"],
    ["/mia//", "/mia"],
  ])("%s has slashes too many, and leads to %s", async (path, location) => {
    expect(await ask(app, path)).toEqual({ status: 301, location });
    expect(await ask(app, path, { method: "HEAD" })).toEqual({ status: 301, location });
    expect((await ask(app, location)).status).toBeLessThan(400);
  });

  it("slashes too many lead nowhere where there's nothing, in the API, and for forms", async () => {
    for (const path of ["//help/nothing", "/static//", "//api/v1/instance", "//mia//x"])
      expect([path, await ask(app, path)]).toEqual([path, { status: 404, location: undefined }]);
    expect((await ask(app, "//report", { method: "POST" })).location).toBeUndefined();
  });

  it("nobody is led to another host, to what isn't there, or away from what is", async () => {
    const nowhere = [
      "//evil.example",
      "//evil.example/mia",
      "/\\evil.example",
      "/nobody.",
      "/mia.jones",
      "/mia/other",
    ];
    for (const path of nowhere) expect([path, (await ask(app, path)).location]).toEqual([path, undefined]);
    for (const path of ["/mia", "/MIA", "/mia?", "/mia?utm_source=x", "/mia/qr.svg", "/help", "/robots.txt"])
      expect([path, (await ask(app, path)).status]).toEqual([path, 200]);
    for (const path of ["/dashboard.", "/admin)", "/api/v1/mia.", "/help."])
      expect([path, (await ask(app, path)).status]).toEqual([path, 404]);
    expect((await ask(app, "/mia.", { method: "POST" })).location).toBeUndefined();
  });
});

it("with pages on a host of their own, a mangled address arrives there from both hosts", async () => {
  const app = await startApp({ PUBLIC_URL: `http://${DASHBOARD}`, PAGES_URL: `http://${PAGES}` });
  const { linkId } = await publish(app);
  expect(await ask(app, "/mia).", { host: PAGES })).toEqual({ status: 301, location: "/mia" });
  expect(await ask(app, "/mia).", { host: DASHBOARD })).toEqual({ status: 301, location: "/mia" });
  expect(await ask(app, "/mia", { host: DASHBOARD })).toEqual({
    status: 301,
    location: `http://${PAGES}/mia`,
  });
  expect(await ask(app, `/GO/${linkId}`, { host: PAGES })).toEqual({
    status: 302,
    location: "https://example.com/tour",
  });
  expect(await ask(app, `/GO/${linkId}`, { host: DASHBOARD })).toEqual({
    status: 301,
    location: `http://${PAGES}/go/${linkId}`,
  });
  expect((await ask(app, "/dashboard.", { host: PAGES })).status).toBe(404);
  for (const path of ["//mia/qr.svg", "/mia//qr.svg", "//mia//qr.svg/"])
    expect(await ask(app, path, { host: PAGES })).toEqual({ status: 301, location: "/mia/qr.svg" });
  expect((await ask(app, "//dashboard/profiles", { host: PAGES })).status).toBe(404);
  await app.close();
});
