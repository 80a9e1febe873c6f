import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let mia: Client;
let otto: Client;
const ids = { mia: "", otto: "" };
beforeAll(async () => {
  app = await startApp();
  mia = await app.signUp({ name: "Mia" });
  otto = await app.signUp({ name: "Otto" });
  for (const [name, person] of [["mia", mia] as const, ["otto", otto] as const]) {
    const { body } = await person.api("POST", "/profiles", { name: `${name} sings` });
    ids[name] = body.id;
    await person.api("POST", linksOf(body.id), { title: `${name}’s tour`, url: "example.com" });
  }
});
afterAll(() => app.close());

async function open(person: Client, path: string) {
  const { headers, body: html } = await person.call("GET", path);
  const [, json = "{}"] = /id="first-answers">(.*?)<\/script>/s.exec(html) ?? [];
  return { headers, html: String(html), answers: JSON.parse(json) as Record<string, unknown> };
}

const linksOf = (id: string) => `/profiles/${id}/links`;

describe("the dashboard's page", () => {
  it("brings what the API would answer its person", async () => {
    const { answers } = await open(mia, "/dashboard/links");
    expect(Object.keys(answers).sort()).toEqual(
      ["/allowances", "/instance", "/me", "/profiles", "/slots", linksOf(ids.mia)].sort(),
    );
    for (const [path, answer] of Object.entries(answers)) {
      expect(answer).toEqual((await mia.api("GET", path)).body);
    }
  });

  it("is kept by nobody", async () => {
    const { headers } = await open(mia, "/dashboard/profiles");
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  it("never brings what is somebody else's", async () => {
    const { html, answers } = await open(otto, `/dashboard/links?profile=${ids.mia}`);
    expect(answers).toHaveProperty([linksOf(ids.otto)]);
    for (const hers of [ids.mia, "Mia", "mia"]) expect(html).not.toContain(hers);
  });

  it("brings nothing to whoever is not signed in", async () => {
    for (const path of ["/auth", "/forgot-password"]) {
      expect((await open(app.visitor(), path)).html).not.toContain("first-answers");
    }
    const away = await app.visitor().call("GET", "/dashboard/links");
    expect([away.status, away.body]).toEqual([302, ""]);
  });

  it("comes without what could not be answered", async () => {
    const { answers } = await open(mia, "/dashboard/links?profile=nobody");
    expect(answers).toHaveProperty([linksOf(ids.mia)]);
    await app.platform.db.execute("alter table links rename to links_away");
    const broken = await open(mia, "/dashboard/links");
    await app.platform.db.execute("alter table links_away rename to links");
    expect(Object.keys(broken.answers)).toContain("/me");
    expect(Object.keys(broken.answers)).not.toContain(linksOf(ids.mia));
  });
});
