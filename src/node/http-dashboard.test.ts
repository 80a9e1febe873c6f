// @project server-postgres
import { sql } from "drizzle-orm";
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
  it("includes what the API would answer its person", async () => {
    const { answers } = await open(mia, "/dashboard/links");
    expect(Object.keys(answers).sort()).toEqual(
      [
        "/allowances",
        "/instance",
        "/me",
        "/profiles",
        "/referrals/standing",
        "/slots",
        linksOf(ids.mia),
      ].sort(),
    );
    for (const [path, answer] of Object.entries(answers)) {
      expect(answer).toEqual((await mia.api("GET", path)).body);
    }
  });

  it("says what the API would say in its person's language", async () => {
    await otto.api("PATCH", "/me", { language: "es" });
    const { answers } = await open(otto, "/dashboard/profiles");
    await otto.api("PATCH", "/me", { language: null });
    for (const path of ["/slots", "/allowances", "/profiles"]) {
      const { body } = await otto.call("GET", `/api/v1${path}`, undefined, { "x-language": "es" });
      expect(answers[path]).toEqual(body);
    }
    expect(answers["/slots"]).toMatchObject({ explanation: "10 de base" });
  });

  it("says which region's dates and numbers its person reads", async () => {
    await otto.api("PATCH", "/me", { region: "DE" });
    expect((await open(otto, "/dashboard/profiles")).html).toContain('<html data-region="DE" lang="en">');
    expect((await open(mia, "/dashboard/profiles")).html).toContain('<html lang="en">');
  });

  it("is in the language that its person chose, else in their browser's", async () => {
    const languageOf = async (person: Client, path: string, accepted: string) => {
      const { body } = await person.call("GET", path, undefined, { "accept-language": accepted });
      return /<html.*? lang="(\w+)"/.exec(body)?.[1];
    };
    const profiles = "/dashboard/profiles";
    expect(await languageOf(otto, profiles, "es-MX,es;q=0.9")).toBe("es");
    await otto.api("PATCH", "/me", { language: "en" });
    expect(await languageOf(otto, profiles, "es-MX,es;q=0.9")).toBe("en");
    await otto.api("PATCH", "/me", { language: "es" });
    expect(await languageOf(otto, profiles, "en")).toBe("es");
    expect((await open(otto, profiles)).html).toContain('data-language="es"');
    // Without his data, because it isn't one of his own screens.
    const invitation = await open(otto, "/accept-invitation?token=x");
    expect(invitation.html).toContain('data-language="es"');
    expect(invitation.html).not.toContain("first-answers");
    await otto.api("PATCH", "/me", { language: null });
    for (const path of ["/auth", "/auth/link?token=x", "/forgot-password", "/reset-password"]) {
      expect(await languageOf(app.visitor(), path, "es"), path).toBe("es");
      expect(await languageOf(app.visitor(), path, "de,en;q=0.5"), path).toBe("en");
    }
  });

  it("takes over the referral code that a cookie remembers, once", async () => {
    const ask = (code: string) =>
      app.visitor().call("GET", "/dashboard/profiles", undefined, {
        cookie: `${mia.cookie}; fanfare.referral=${code}`,
      });
    const { headers, body } = await ask("NORA10");
    expect(body).toContain('"/referrals/remembered":"NORA10"');
    expect(headers.get("set-cookie")).toContain("fanfare.referral=; Path=/; Max-Age=0");
    expect((await ask("%3Cscript%3E")).body).not.toContain("/referrals/remembered");
  });

  it("is never cached", async () => {
    const { headers } = await open(mia, "/dashboard/profiles");
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  it("never includes other people's data", async () => {
    const { html, answers } = await open(otto, `/dashboard/links?profile=${ids.mia}`);
    expect(answers).toHaveProperty([linksOf(ids.otto)]);
    for (const hers of [ids.mia, "Mia", "mia"]) expect(html).not.toContain(hers);
  });

  it("includes nothing for people who aren't signed in", async () => {
    for (const path of ["/auth", "/forgot-password"]) {
      expect((await open(app.visitor(), path)).html).not.toContain("first-answers");
    }
    const away = await app.visitor().call("GET", "/dashboard/links");
    expect([away.status, away.body]).toEqual([302, ""]);
  });

  it("is there for those who keep their account by the link in our e-mail", async () => {
    expect((await open(otto, "/auth/keep-account")).answers).toHaveProperty(["/me"]);
    const away = await app.visitor().call("GET", "/auth/keep-account");
    expect([away.status, away.headers.get("location")]).toEqual([302, "/auth?next=%2Fauth%2Fkeep-account"]);
  });

  it("exists below /admin for staff in charge of something, and for nobody else", async () => {
    const { db } = app.platform;
    const statusAs = async (role: string) => {
      await db.execute(sql`update users set role = ${role} where id = ${otto.id}`);
      return (await otto.call("GET", "/admin/settings")).status;
    };
    expect((await mia.call("GET", "/admin/settings")).status).toBe(200);
    for (const role of ["admin", "moderator", "support", "finance"])
      expect(await statusAs(role), role).toBe(200);
    for (const role of ["user", "boss"]) expect(await statusAs(role), role).toBe(404);
    expect((await app.visitor().call("GET", "/admin")).status).toBe(404);
  });

  it("comes without what couldn't be answered", async () => {
    const { answers } = await open(mia, "/dashboard/links?profile=nobody");
    expect(answers).toHaveProperty([linksOf(ids.mia)]);
    await app.platform.db.execute("alter table links rename to links_away");
    const broken = await open(mia, "/dashboard/links");
    const asked = await mia.api("GET", linksOf(ids.mia));
    await app.platform.db.execute("alter table links_away rename to links");
    // It doesn't say what went wrong: that's in the log, under the request's id.
    expect([asked.status, asked.body]).toEqual([
      500,
      {
        code: "INTERNAL_SERVER_ERROR",
        message: "An error occurred. Please try again later.",
        request_id: expect.any(String),
      },
    ]);
    expect(Object.keys(broken.answers)).toContain("/me");
    expect(Object.keys(broken.answers)).not.toContain(linksOf(ids.mia));
  });
});
