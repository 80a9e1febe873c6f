// @project server-postgres
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { links as linksTable } from "#src/features/pages/links/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

const ITALY = "151.5.216.100";
const AMERICA = "8.8.8.8";

let app: TestApp;
let owner: Client;
let profile: { id: string; username: string };
let links: Record<"plain" | "adult" | "test" | "place" | "elsewhere", string>;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

async function addLink(title: string, fields: object): Promise<string> {
  const url = `https://${title}.example/secret`;
  const { body } = await owner.api("POST", `/profiles/${profile.id}/links`, { title, url, ...fields });
  expect(body.id, JSON.stringify(body)).toBeDefined();
  return body.id;
}

/** A page with one gated link of each kind, whose URLs have different hosts. */
beforeEach(async () => {
  owner = await app.signUp({ name: "Nora Private" });
  profile = (await owner.api("POST", "/profiles", { name: `Mia ${randomUUID()}`, notes: "my private notes" }))
    .body;
  const test = { is_ab_test: true, link_a: "https://variant-a.example", link_b: "https://variant-b.example" };
  links = {
    plain: await addLink("plain", {}),
    adult: await addLink("adult", { show_adult_warning: true }),
    test: await addLink("tested", test),
    place: await addLink("place", {
      geo_restrictions: { blocked_countries: ["IT"] },
      geo_blocked_fallback_url: "https://fallback.example",
    }),
    elsewhere: await addLink("elsewhere", { geo_restrictions: { allowed_countries: ["JP"] } }),
  };
  await app.platform.db
    .update(clientProfiles)
    .set({
      public_notes: "Singer",
      screensaver_enabled: true,
      screensaver_link: "https://download.example/pack",
      lead_capture_enabled: true,
      direct_link_url: "https://direct.example",
      direct_link_warning: true,
      theme_settings: { theme_color: "#112233", text_color: "#445566" },
    })
    .where(eq(clientProfiles.id, profile.id));
});

function ask(method: string, path: string, { body, from = ITALY, headers = {} }: Asked = {}) {
  return app.visitor().call(method, path, body, { "x-forwarded-for": from, ...headers });
}

interface Asked {
  body?: object;
  from?: string;
  headers?: Record<string, string> | undefined;
}

const profileData = (body: object, from?: string) =>
  ask("POST", "/api/v1/functions/get-profile-data", { body, from });
const accessible = (clickedLinkId: string, from?: string, headers?: Record<string, string>) =>
  ask("POST", "/api/v1/functions/get-accessible-links", {
    body: { clickedLinkId, clientTimezone: "Europe/Rome", clientLanguage: "it" },
    from,
    headers,
  });
const visit = (asked: Asked = {}) => ask("GET", `/api/v1/pages/${profile.id}/visit`, asked);

describe("get-profile-data", () => {
  it("§3 answers the public profile response", async () => {
    const { status, body } = await profileData({ username: profile.username.toUpperCase() });
    expect(status).toBe(200);
    expect(body.profile).toEqual({ display_name: expect.any(String), bio: "Singer", avatar_url: null });
    expect(body.clientProfile).toMatchObject({
      id: profile.id,
      username: profile.username,
      status: "active",
    });
    expect(body.customization).toMatchObject({ theme_color: "#112233", text_color: "#445566" });
    expect(body.locationStatus).toBe("accessible");
    expect(body.links.map(({ id }: { id: string }) => id)).toEqual([
      links.plain,
      links.adult,
      links.test,
      links.place,
      links.elsewhere,
    ]);
  });

  it("contains no URL that depends on the visitor, and nothing private", async () => {
    const parts = ["", "/links", "/customization"].map((part) => `/api/profile/${profile.username}${part}`);
    const answers = [
      await profileData({ username: profile.username }),
      await profileData({ username: profile.username }, AMERICA),
      ...(await Promise.all(parts.map((path) => ask("GET", path)))),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      for (const kept of ["adult", "tested", "place", "elsewhere", "direct", "fallback", "download"]) {
        expect(text).not.toContain(`//${kept}.example`);
      }
      expect(text).not.toMatch(
        /variant-|private notes|Nora|@example\.com|user_id|geo_restrictions|screensaver_link/,
      );
      expect(text).not.toContain(owner.id);
    }
    expect(JSON.stringify(answers[0]?.body)).toContain("https://plain.example/secret");
  });

  it("marks what this visitor can't open", async () => {
    const blockedFrom = async (from: string) =>
      (await profileData({ username: profile.username }, from)).body.links
        .filter(({ blocked }: { blocked: boolean }) => blocked)
        .map(({ id }: { id: string }) => id);
    expect(await blockedFrom(ITALY)).toEqual([links.place, links.elsewhere]);
    expect(await blockedFrom(AMERICA)).toEqual([links.elsewhere]);
  });

  it("§8 says what is missing", async () => {
    for (const body of [{}, { username: "" }, { username: "  " }, { username: null }]) {
      const answer = await profileData(body);
      expect(answer.body).toMatchObject({ code: "USERNAME_REQUIRED", message: "No username provided" });
      expect(answer.status).toBe(400);
    }
    for (const username of ["nobodyhere", "a b", "../../etc", "x".repeat(199)]) {
      const answer = await profileData({ username });
      expect([answer.status, answer.body.message]).toEqual([404, "Profile not found"]);
    }
  });

  it("§2 answers 410 for an inactive profile and reveals nothing about it", async () => {
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
    const { status, body } = await profileData({ username: profile.username });
    expect([status, body.code]).toEqual([410, "PROFILE_UNAVAILABLE"]);
    expect((await ask("GET", `/api/profile/${profile.username}/links`)).status).toBe(410);
    expect((await visit()).body.code).toBe("PROFILE_UNAVAILABLE");
    expect((await accessible(links.plain)).body.code).toBe("LINK_NOT_FOUND");
  });

  it("finds a profile by its old name", async () => {
    await owner.api("PATCH", `/profiles/${profile.id}`, { username: `new${Date.now()}` });
    const { body } = await profileData({ username: profile.username });
    expect(body.clientProfile.id).toBe(profile.id);
    expect(body.clientProfile.username).not.toBe(profile.username);
  });
});

describe("the warm-up URLs of §7", () => {
  it("return parts of the same", async () => {
    const { body } = await profileData({ username: profile.username });
    const path = `/api/profile/${profile.username}`;
    const whole = await ask("GET", path);
    expect(whole.body).toEqual(body);
    expect(whole.headers.get("cache-control")).toBe("no-store");
    expect((await ask("GET", `${path}/links`)).body).toEqual({ links: body.links });
    expect((await ask("GET", `${path}/customization`)).body).toEqual({ customization: body.customization });
    expect((await ask("HEAD", path)).status).toBe(200);
    expect((await ask("GET", "/api/profile/nobodyhere/links")).body).toMatchObject({
      code: "PROFILE_NOT_FOUND",
      message: "Profile not found",
    });
    expect((await ask("GET", `${path}/notes`)).status).toBe(404);
  });
});

describe("get-accessible-links", () => {
  it("returns the URL of a link that may be opened", async () => {
    const open = { blocked: false, message: null, redirect: true, variant: null };
    expect((await accessible(links.plain)).body).toEqual({
      ...open,
      redirectUrl: "https://plain.example/secret",
    });
    expect((await accessible(links.place, AMERICA)).body.redirectUrl).toBe("https://place.example/secret");
  });

  it("§8 blocks visitors in the wrong place, with the backup URL if there is one", async () => {
    expect((await accessible(links.place)).body).toEqual({
      blocked: true,
      message: "This link is not available in your region. Redirecting to alternative content.",
      redirect: true,
      redirectUrl: "https://fallback.example",
      variant: null,
    });
    expect((await accessible(links.elsewhere)).body).toEqual({
      blocked: true,
      message: "This link is not available in your region.",
      redirect: false,
      redirectUrl: null,
      variant: null,
    });
  });

  it("knows a visitor's place even if the body comes in pieces of unknown length", async () => {
    const body = new Blob([JSON.stringify({ clickedLinkId: links.place })]).stream();
    const headers = { "content-type": "application/json", "x-forwarded-for": ITALY };
    const sent: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
    const answer = await fetch(`${app.url}/api/v1/functions/get-accessible-links`, sent);
    expect(await answer.json()).toMatchObject({ blocked: true, redirectUrl: "https://fallback.example" });
  });

  it("§4 gives a visitor the same variant on every way to the link, and many visitors both", async () => {
    const seen = new Set<string>();
    for (let index = 0; index < 20; index++) {
      const headers = { "user-agent": `Mozilla/5.0 (X11; Linux x86_64; rv:${index}) Gecko/20100101` };
      const { body } = await accessible(links.test, ITALY, headers);
      expect(body.redirectUrl).toBe(`https://variant-${body.variant}.example`);
      seen.add(body.variant);
      const page = await visit({ headers });
      const gone = [
        await ask("GET", `/go/${links.test}`, { headers }),
        await ask("GET", `/go/${links.test}?session_id=tab-${index}`, { headers }),
      ];
      expect([
        page.body.ways[links.test].redirectUrl,
        ...gone.map((answer) => answer.headers.get("location")),
      ]).toEqual([body.redirectUrl, body.redirectUrl, body.redirectUrl]);
    }
    expect([...seen].sort()).toEqual(["a", "b"]);
  });

  it("doesn't find links that are hidden, deleted, or made up", async () => {
    await owner.api("PATCH", `/links/${links.plain}`, { is_visible: false });
    await owner.api("DELETE", `/links/${links.adult}`);
    for (const id of [links.plain, links.adult, randomUUID(), "", "'; drop table links"]) {
      const answer = await accessible(id);
      expect([answer.status, answer.body.code]).toEqual([404, "LINK_NOT_FOUND"]);
    }
  });
});

describe("a visit", () => {
  it("returns the place, and where the gated links lead from there", async () => {
    const { status, body, headers } = await visit();
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.place).toEqual(app.platform.geo.lookup(ITALY));
    expect(Object.keys(body.ways).sort()).toEqual(
      [links.adult, links.test, links.place, links.elsewhere].sort(),
    );
    expect(body.ways[links.adult]).toMatchObject({
      blocked: false,
      redirectUrl: "https://adult.example/secret",
    });
    expect(body.ways[links.place]).toMatchObject({ blocked: true, redirectUrl: "https://fallback.example" });
    expect(body.ways[links.elsewhere]).toMatchObject({ blocked: true, redirectUrl: null });
    expect(body.ways[links.test]).toEqual({ ...(await accessible(links.test)).body, app: null });
    expect(JSON.stringify(body)).not.toMatch(/(place|elsewhere)\.example\/secret/);
  });

  it("asks for consent depending on the visitor's country and the browser's signals", async () => {
    const asks = async (asked: Asked) => (await visit(asked)).body.needs_consent;
    expect(await asks({ from: ITALY })).toBe(true);
    expect(await asks({ from: AMERICA })).toBe(false);
    expect(await asks({ from: "10.1.2.3" })).toBe(true);
    expect(await asks({ from: AMERICA, headers: { "sec-gpc": "1" } })).toBe(true);
    expect(await asks({ from: AMERICA, headers: { dnt: "1" } })).toBe(true);
    expect(await asks({ from: AMERICA, headers: { dnt: "0" } })).toBe(false);
  });

  it("leaves out what nobody sees, and doesn't find other pages", async () => {
    await owner.api("PATCH", `/links/${links.adult}`, { is_visible: false });
    await owner.api("DELETE", `/links/${links.test}`);
    expect(Object.keys((await visit()).body.ways).sort()).toEqual([links.place, links.elsewhere].sort());
    for (const id of [randomUUID(), "mia", links.plain]) {
      const answer = await ask("GET", `/api/v1/pages/${id}/visit`);
      expect([answer.status, answer.body.code]).toEqual([404, "PROFILE_NOT_FOUND"]);
    }
  });

  it("§9 counts toward its owner's usage, and so do the functions", async () => {
    await visit();
    await profileData({ username: profile.username });
    await accessible(links.plain);
    await app.egress.write();
    expect((await owner.api("GET", "/egress")).body.items).toEqual([
      { operation_type: "function_call", count: 3, bytes_transferred: 2048 + 1024 + 1024, bytes_saved: 0 },
    ]);
  });
});

describe("when something fails", () => {
  it("§8 says that the profile couldn't be loaded, and an unknown place blocks nobody", async () => {
    const { geo, database } = app.platform;
    const lookup = geo.lookup;
    geo.lookup = () => {
      throw new Error("The file is gone.");
    };
    expect((await accessible(links.place)).body.redirectUrl).toBe("https://place.example/secret");
    expect((await visit()).body).toMatchObject({ place: { country: "UNKNOWN" }, needs_consent: true });
    geo.lookup = lookup;
    const run = database.run;
    database.run = () => Promise.reject(new Error("The database is down."));
    const { status, body } = await profileData({ username: profile.username });
    database.run = run;
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: "PROFILE_FAILED", message: "Failed to load profile" });
  });
});

it("a page's data is remembered, until it changes", async () => {
  const titles = async () =>
    (await profileData({ username: profile.username })).body.links.map(
      ({ title }: { title: string }) => title,
    );
  const before = await titles();
  // Behind the product's back, so that only memory can still know it.
  await app.platform.db.update(linksTable).set({ title: "Unseen" }).where(eq(linksTable.id, links.plain));
  expect(await titles()).toEqual(before);
  await owner.api("PATCH", `/links/${links.adult}`, { title: "Changed" });
  expect(await titles()).toEqual(expect.arrayContaining(["Unseen", "Changed"]));
  await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
  expect((await profileData({ username: profile.username })).status).toBe(410);
});
