// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: `O${randomUUID().slice(0, 8)}` })).body.id;
});

const post = (fields: Record<string, unknown>) =>
  owner.api("POST", `/profiles/${profileId}/links`, { title: "Shop", url: "a.example", ...fields });
const patch = (id: string, fields: Record<string, unknown>) => owner.api("PATCH", `/links/${id}`, fields);
async function create(fields: Record<string, unknown> = {}) {
  const answer = await post(fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const OFF = {
  show_adult_warning: false,
  is_ab_test: false,
  link_a: null,
  link_b: null,
  ab_split_ratio: 0.5,
  geo_restrictions: null,
  geo_blocked_fallback_url: null,
};
const ON = {
  show_adult_warning: true,
  is_ab_test: true,
  link_a: "https://one.example",
  link_b: "https://two.example/x",
  ab_split_ratio: 0.25,
  geo_restrictions: {
    allowed_countries: ["DE", "US"],
    blocked_countries: [],
    allowed_regions: [],
    blocked_regions: ["Bavaria"],
    allowed_cities: ["São Paulo"],
    blocked_cities: [],
    on_unknown: "block",
  },
  geo_blocked_fallback_url: "https://else.example",
};

describe("§3 a link's options", () => {
  it("are off unless switched on, and kept as written", async () => {
    expect(await create()).toMatchObject(OFF);
    const link = await create(ON);
    expect(link).toMatchObject(ON);
    expect((await owner.api("GET", `/profiles/${profileId}/links`)).body.items[1]).toEqual(link);
    expect((await patch(link.id, { title: "Other" })).body).toMatchObject({ ...ON, title: "Other" });
    expect((await patch(link.id, OFF)).body).toMatchObject(OFF);
  });

  it("are copied with the link and with the profile", async () => {
    const link = await create(ON);
    expect((await owner.api("POST", `/links/${link.id}/duplicate`)).body).toMatchObject(ON);
    const body = { source_profile_id: profileId, new_profile_name: "Copy" };
    const copy = (await owner.api("POST", "/rpc/duplicate_profile", body)).body;
    const links = (await owner.api("GET", `/profiles/${copy.id}/links`)).body.items;
    expect(links).toMatchObject([ON, ON]);
  });

  it("change nothing if sent unchanged", async () => {
    const link = await create(ON);
    expect((await patch(link.id, { ...ON, updated_at: new Date(0).toISOString() })).body).toEqual(link);
    const { geo_restrictions } = ON;
    const other = { ...geo_restrictions, blocked_cities: ["Ulm"] };
    const changed = (await patch(link.id, { geo_restrictions: other })).body;
    expect(changed.geo_restrictions).toEqual(other);
    expect(changed.updated_at).not.toBe(link.updated_at);
  });

  it("that were stored broken are read as what they amount to, and can be fixed", async () => {
    const link = await create(ON);
    await app.platform.db.execute(
      sql`update links set link_a = null, ab_split_ratio = 'NaN', geo_restrictions = '"nonsense"' where id = ${link.id}`,
    );
    const renamed = await patch(link.id, { title: "Still there" });
    expect(renamed.body).toMatchObject({
      title: "Still there",
      link_a: null,
      ab_split_ratio: 0.5,
      geo_restrictions: null,
    });
    expect((await patch(link.id, { link_b: "b.example" })).body.code).toBe("VARIANT_A_REQUIRED");
    expect((await patch(link.id, { link_a: "a.example" })).body).toMatchObject({
      link_a: "https://a.example",
    });
  });
});

describe("§5 an A/B test", () => {
  it.each([
    [{ is_ab_test: true }, "VARIANT_A_REQUIRED", "Variant A URL is required for A/B testing"],
    [{ is_ab_test: true, link_a: " ", link_b: "b.example" }, "VARIANT_A_REQUIRED", undefined],
    [
      { is_ab_test: true, link_a: "a.example" },
      "VARIANT_B_REQUIRED",
      "Variant B URL is required for A/B testing",
    ],
    [{ is_ab_test: true, link_a: "a.example", link_b: null }, "VARIANT_B_REQUIRED", undefined],
    [{ ab_split_ratio: 1.01 }, "SPLIT_RATIO_INVALID", "Split ratio must be between 0 and 1"],
    [{ ab_split_ratio: -0.1 }, "SPLIT_RATIO_INVALID", undefined],
    [{ ab_split_ratio: "half" }, "BAD_REQUEST", undefined],
  ])("refuses %j: %s", async (fields, code, message) => {
    const whole = await create();
    for (const answer of [await post(fields), await patch(whole.id, fields)]) {
      expect(answer).toMatchObject({ status: 400, body: { code, ...(message ? { message } : {}) } });
    }
    expect((await owner.api("GET", `/profiles/${profileId}/links`)).body.items).toEqual([whole]);
  });

  it("keeps its URLs while it's off, and can't lose one while it's on", async () => {
    const link = await create({ link_a: "a.example", link_b: "b.example" });
    expect((await patch(link.id, { is_ab_test: true })).body).toMatchObject({ is_ab_test: true });
    expect((await patch(link.id, { link_b: null })).body.code).toBe("VARIANT_B_REQUIRED");
    expect((await patch(link.id, { is_ab_test: false, link_b: null })).body).toMatchObject({ link_b: null });
  });
});

describe("§5 the options' URLs", () => {
  it.each(["link_a", "link_b", "geo_blocked_fallback_url"])(
    "%s passes the same gate as every URL",
    async (field) => {
      expect((await create({ [field]: "shop.example" }))[field]).toBe("https://shop.example");
      expect((await post({ [field]: "javascript:alert(1)" })).body).toMatchObject({
        code: "URL_DANGEROUS",
        message: "URL contains dangerous protocol or suspicious content",
        data: { field },
      });
      expect((await post({ [field]: "shop" })).body).toMatchObject({ code: "URL_INVALID", data: { field } });
    },
  );
});

describe("§5 places", () => {
  const saved = async (geo_restrictions: unknown) => (await create({ geo_restrictions })).geo_restrictions;

  it("are cleaned up: codes in two capital letters, names as text, each once", async () => {
    expect(
      await saved({
        blocked_countries: ["de", "DEU", " usa "],
        blocked_cities: ["  New   York ", "New York", "", "\u202eParis\u0000", "<script>x</script>"],
        allowed_regions: null,
      }),
    ).toEqual({
      allowed_countries: [],
      blocked_countries: ["DE", "US"],
      allowed_regions: [],
      blocked_regions: [],
      allowed_cities: [],
      blocked_cities: ["New York", "Paris"],
      on_unknown: "allow",
    });
  });

  it("UNKNOWN among the blocked countries means visitors in an unknown place", async () => {
    expect(await saved({ blocked_countries: ["UNKNOWN"], allowed_countries: ["unknown"] })).toMatchObject({
      allowed_countries: [],
      blocked_countries: [],
      on_unknown: "block",
    });
  });

  it("that block nobody count as none", async () => {
    expect(await saved({})).toBeNull();
    expect(await saved({ blocked_cities: [" "], on_unknown: "allow" })).toBeNull();
  });

  it.each(["XX", "Germany", "D", "", "EU"])("refuses the country %j with a sentence", async (code) => {
    expect((await post({ geo_restrictions: { allowed_countries: ["DE", code] } })).body).toMatchObject({
      code: "COUNTRY_UNKNOWN",
      message: "That isn’t a country code. Use two or three letters, such as DE or USA.",
      data: { field: "allowed_countries" },
    });
  });

  it.each([
    { geo_restrictions: "DE" },
    { geo_restrictions: { blocked_cities: "Paris" } },
    { geo_restrictions: { blocked_cities: [7] } },
    { geo_restrictions: { on_unknown: "maybe" } },
    { geo_restrictions: { blocked_cities: Array.from({ length: 301 }, (_, index) => `City ${index}`) } },
  ])("answers 400 to %.80j", async (fields) => {
    expect((await post(fields)).status).toBe(400);
  });
});

describe("§5 a changed link", () => {
  it.each([
    [{ url: "shop" }, 400, "URL_INVALID"],
    [{ url: `https://a.example/${"x".repeat(2048)}` }, 400, "URL_TOO_LONG"],
    [{ icon: "two words" }, 400, "ICON_INVALID"],
    [{ icon: "https://nowhere.invalid/i.png" }, 422, "PICTURE_NOT_COPIED"],
    [{ geo_restrictions: { allowed_countries: ["XX"] } }, 400, "COUNTRY_UNKNOWN"],
  ])("passes the same gates as a new one: %j", async (change, status, code) => {
    const link = await create({});
    expect(await patch(link.id, change)).toMatchObject({ status, body: { code } });
  });
});
