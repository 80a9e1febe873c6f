// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let founder: Client;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

const setPlans = (plans: string, who = founder) => who.api("PATCH", "/settings", { values: { plans } });
const landing = async (of = app) => (await of.visitor().call("GET", "/")).body as string;

async function profileWithLinks(who: Client, count: number, name = "Full") {
  const { id } = (await who.api("POST", "/profiles", { name })).body;
  const statuses: number[] = [];
  for (let number = 0; number < count; number++) {
    const link = { title: `L${number}`, url: "https://a.example" };
    statuses.push((await who.api("POST", `/profiles/${id}/links`, link)).status);
  }
  return { id: id as string, statuses };
}

describe("the limits of an instance", () => {
  it("are those of the free plan until someone lifts them, and one answer says so", async () => {
    await profileWithLinks(owner, 3, "Counted");
    expect((await owner.api("GET", "/allowances")).body).toEqual({
      plans: "free",
      source: "default",
      profiles: { used: 1, limit: 10, explanation: "10 base" },
      links: { used: 3, limit: null, explanation: "limited on each profile only" },
      links_per_profile: { limit: 5, explanation: "5 base" },
      plan_limits: {
        profiles_free: 10,
        links_per_profile_free: 5,
        links_per_unit: 25,
        links_per_profile_premium: 50,
        units_given: 10,
        referral_reward_slots: 10,
      },
    });
    expect(await landing()).toContain("most popular");
  });

  it("are lifted by the founder for everyone at once: profiles, links, copies, and restoring", async () => {
    expect((await setPlans("off")).status).toBe(200);
    const { id, statuses } = await profileWithLinks(owner, 7);
    expect(new Set(statuses)).toEqual(new Set([201]));
    const { items, limit } = (await owner.api("GET", `/profiles/${id}/links`)).body;
    expect([items.length, limit]).toEqual([7, null]);
    expect((await owner.api("POST", `/links/${items[0].id}/duplicate`)).status).toBe(201);
    await owner.api("DELETE", `/links/${items[0].id}`);
    expect((await owner.api("POST", `/links/${items[0].id}/restore`)).status).toBe(200);
    const copy = { source_profile_id: id, new_profile_name: "Copy" };
    expect((await owner.api("POST", "/rpc/duplicate_profile", copy)).body.link_count).toBe(8);
    for (let number = 0; number < 9; number++) {
      expect((await owner.api("POST", "/profiles", { name: `P${number}` })).status).toBe(201);
    }
    expect((await owner.api("GET", "/slots")).body).toMatchObject({
      used_slots: 12,
      has_unlimited_slots: true,
      is_at_limit: false,
      explanation: "no limits on this instance",
    });
    const page = await landing();
    expect(page).not.toMatch(/most popular|\$2|#pricing|10 free profiles|AggregateOffer/);
    expect(page).toContain("Free, with no limits");
  });

  it("leave a technical one: no page has more than 500 links", async () => {
    await setPlans("off");
    const { id } = await profileWithLinks(owner, 1, "Most");
    await app.platform.db.execute(sql`insert into links (id, profile_id, user_id, title, url, position, created_at, updated_at)
      select gen_random_uuid(), profile_id, user_id, title, url, n, created_at, updated_at
      from links, generate_series(2, 500) as n where profile_id = ${id}`);
    const refused = await owner.api("POST", `/profiles/${id}/links`, {
      title: "x",
      url: "https://a.example",
    });
    expect([refused.status, refused.body.code]).toEqual([409, "LINK_LIMIT"]);
    expect(refused.body.message).toBe("Link limit reached. You can have up to 500 links on this profile.");
  });

  it("come back when the founder says so: nothing is lost, and nothing can be added", async () => {
    await setPlans("off");
    const { id } = await profileWithLinks(owner, 6, "Over");
    await setPlans("free");
    const { items } = (await owner.api("GET", `/profiles/${id}/links`)).body;
    expect(items).toHaveLength(6);
    const link = { title: "x", url: "https://a.example" };
    expect((await owner.api("POST", `/profiles/${id}/links`, link)).body.code).toBe("LINK_LIMIT");
    const other = await app.signUp();
    await setPlans("off");
    const source = await profileWithLinks(other, 6, "Source");
    await setPlans("free");
    const copy = { source_profile_id: source.id, new_profile_name: "Copy" };
    expect((await other.api("POST", "/rpc/duplicate_profile", copy)).body.code).toBe("LINK_LIMIT");
    expect((await other.api("GET", "/profiles")).body.items).toHaveLength(1);
    expect(await landing()).toContain("most popular");
  });

  it("can't be lifted by anyone else", async () => {
    expect((await setPlans("off", owner)).status).toBe(404);
    expect((await setPlans("off", app.visitor())).status).toBe(401);
    expect((await setPlans("rich")).status).toBe(400);
  });

  it("are lifted by PLANS=off, and then the dashboard can't bring them back", async () => {
    const open = await startApp({ PLANS: "off" });
    const client = await open.signUp();
    expect((await client.api("GET", "/allowances")).body).toMatchObject({
      source: "environment",
      links_per_profile: { limit: null },
    });
    expect((await profileWithLinks(client, 6)).statuses.at(-1)).toBe(201);
    expect(await setPlans("free", client)).toMatchObject({
      status: 409,
      body: {
        code: "SETTING_FIXED",
        message: "PLANS is set in this instance’s environment. Change it there and restart.",
      },
    });
    expect(await landing(open)).not.toContain("most popular");
    await open.close();
  });
});

/** Sends all at once. One gets the last one, and the others are refused. */
async function race(sending: Promise<{ status: number; body: { code?: string } }>[], code: string) {
  const answers = await Promise.all(sending);
  const refused = answers.filter(({ status }) => status >= 400);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(sending.length - 1).fill(code));
}

describe("the last one that an account may have", () => {
  it("goes to one of those who create, copy, and activate a profile at once", async () => {
    const who = await app.signUp();
    const { id } = await profileWithLinks(who, 1, "Source");
    const off = (await who.api("POST", "/profiles", { name: "Off" })).body.id;
    await who.api("PUT", `/profiles/${off}/status`, { status: "inactive" });
    for (let number = 0; number < 8; number++) await who.api("POST", "/profiles", { name: `P${number}` });
    const copy = { source_profile_id: id, new_profile_name: "Copy" };
    await race(
      [
        who.api("POST", "/profiles", { name: "New" }),
        who.api("POST", "/rpc/duplicate_profile", copy),
        who.api("PUT", `/profiles/${off}/status`, { status: "active" }),
        who.api("POST", "/profiles", { name: "Newer" }),
      ],
      "PROFILE_LIMIT",
    );
    expect((await who.api("GET", "/slots")).body.used_slots).toBe(10);
  });

  it("goes to one of those who create, duplicate, and restore a link at once", async () => {
    const who = await app.signUp();
    const { id } = await profileWithLinks(who, 5);
    const [first, second] = (await who.api("GET", `/profiles/${id}/links`)).body.items;
    await who.api("DELETE", `/links/${first.id}`);
    const link = { title: "New", url: "https://a.example" };
    await race(
      [
        who.api("POST", `/profiles/${id}/links`, link),
        who.api("POST", `/links/${second.id}/duplicate`),
        who.api("POST", `/links/${first.id}/restore`),
        who.api("POST", `/profiles/${id}/links`, link),
      ],
      "LINK_LIMIT",
    );
    expect((await who.api("GET", "/allowances")).body.links.used).toBe(5);
  });

  it("isn't taken by profiles in the trash, and those restored beyond it come back inactive", async () => {
    const who = await app.signUp();
    const { id } = await profileWithLinks(who, 2);
    await who.api("DELETE", `/profiles/${id}`);
    expect((await who.api("GET", "/allowances")).body).toMatchObject({
      profiles: { used: 0 },
      links: { used: 0 },
    });
    for (let number = 0; number < 9; number++) await who.api("POST", "/profiles", { name: `T${number}` });
    const [restored, created] = await Promise.all([
      who.api("POST", `/profiles/${id}/restore`),
      who.api("POST", "/profiles", { name: "Last" }),
    ]);
    expect(restored.status).toBe(200);
    expect(restored.body.status === "active").toBe(created.status === 409);
    expect((await who.api("GET", "/slots")).body.used_slots).toBe(10);
  });
});

describe("the links of an account with one unit of premium", () => {
  const used = async (who: Client) => (await who.api("GET", "/allowances")).body.links;

  it("don't get past the limit by way of the trash", async () => {
    const who = await app.signUp();
    const { body } = await who.api("POST", "/billing/checkout", { units: 1 });
    const checkout = new URL(body.url, app.url).searchParams.get("checkout");
    await who.api("POST", "/billing/sandbox", { act: "pay", checkout });
    await expect.poll(async () => (await used(who)).limit, { timeout: 20_000 }).toBe(25);

    const trashed = await profileWithLinks(who, 24, "Trashed");
    await who.api("DELETE", `/profiles/${trashed.id}`);
    const { id } = await profileWithLinks(who, 2, "Other");
    const restore = () => who.api("POST", `/profiles/${trashed.id}/restore`);
    expect(await restore()).toMatchObject({
      status: 409,
      body: { code: "LINK_LIMIT", message: "Link limit reached. Your plan includes 25 links." },
    });
    expect(await used(who)).toMatchObject({ used: 2, limit: 25 });

    const [first] = (await who.api("GET", `/profiles/${id}/links`)).body.items;
    await who.api("DELETE", `/links/${first.id}`);
    const link = { title: "Last", url: "https://a.example" };
    await race([restore(), who.api("POST", `/profiles/${id}/links`, link)], "LINK_LIMIT");
    expect((await used(who)).used).toBeLessThanOrEqual(25);
  });
});

describe("premium, while nobody can buy it", () => {
  it("doesn't pretend", async () => {
    const page = await landing();
    expect(page).not.toContain("Start with Premium");
    expect(page).toContain("Premium isn’t on sale yet.");
  });
});
