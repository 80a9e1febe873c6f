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

const setPlans = (plans: string, who = founder) => who.api("PUT", "/settings/plans", { plans });
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

describe("§4.1 the limits of an instance", () => {
  it("are those of the free plan until somebody lifts them, and one answer says so", async () => {
    const free = {
      plans: "free",
      source: "default",
      profiles: 10,
      links_per_profile: 5,
      explanation: "10 base",
    };
    expect((await owner.api("GET", "/allowances")).body).toEqual({ ...free, is_changeable: false });
    expect((await founder.api("GET", "/allowances")).body).toEqual({ ...free, is_changeable: true });
    expect(await landing()).toContain("most popular");
  });

  it("are lifted by the founder for everybody at once: profiles, links, copies and what is brought back", async () => {
    expect(await setPlans("off")).toMatchObject({ status: 200, body: { plans: "off", source: "founder" } });
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
      used_slots: 11,
      has_unlimited_slots: true,
      is_at_limit: false,
      explanation: "no limits on this instance",
    });
    const page = await landing();
    expect(page).not.toMatch(/most popular|\$2|#pricing|10 free profiles|AggregateOffer/);
    expect(page).toContain("Free, with no limits");
  });

  it("come back when the founder says so: nothing is lost, and nothing is added", async () => {
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

  it("are nobody else's to lift", async () => {
    expect((await setPlans("off", owner)).status).toBe(404);
    expect((await setPlans("off", app.visitor())).status).toBe(401);
    expect((await setPlans("rich")).status).toBe(400);
  });

  it("are lifted by PLANS=off, and then the dashboard cannot bring them back", async () => {
    const open = await startApp({ PLANS: "off" });
    const client = await open.signUp();
    expect((await client.api("GET", "/allowances")).body).toMatchObject({
      source: "environment",
      links_per_profile: null,
      is_changeable: false,
    });
    expect((await profileWithLinks(client, 6)).statuses.at(-1)).toBe(201);
    expect(await client.api("PUT", "/settings/plans", { plans: "free" })).toMatchObject({
      status: 409,
      body: {
        code: "PLANS_FIXED",
        message: "PLANS is set in this instance’s environment. Change it there and restart.",
      },
    });
    expect(await landing(open)).not.toContain("most popular");
    await open.close();
  });
});

describe("§3.11 premium, while nobody can buy it", () => {
  it("does not pretend", async () => {
    const page = await landing();
    expect(page).not.toContain("Start with Premium");
    expect(page).toContain("Premium isn’t on sale yet.");
  });
});
