// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SLUGS } from "#src/features/public/site/help/help.tsx";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { DEFAULT_LIMITS, type PlanLimits } from "./rules.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterEach(() => setLimits(Object.fromEntries(NAMES.map((name) => [name, null]))));
afterAll(() => app?.close());

const NAMES = Object.keys(DEFAULT_LIMITS);
/** None of them is a number of the default plan, or comes to one. */
const OTHERS: PlanLimits = {
  profiles_free: 2,
  links_per_profile_free: 3,
  links_per_unit: 37,
  links_per_profile_premium: 61,
  units_given: 13,
  referral_reward_slots: 17,
};

function setLimits(limits: Partial<Record<keyof PlanLimits, number | null>>, who = founder) {
  const texts = Object.entries(limits).map(([name, limit]) => [name, limit === null ? null : String(limit)]);
  return who.api("PATCH", "/settings", { values: Object.fromEntries(texts), reason: "Trying it" });
}
const read = async (path: string) => (await app.visitor().call("GET", path)).body as string;
const textOf = (html: string) => html.replace(/<(style|script)[\s\S]*?<\/\1>/g, " ").replace(/<[^>]*>/g, "");

async function addProfile(who: Client, links = 0) {
  const answer = await who.api("POST", "/profiles", { name: `Page ${randomUUID().slice(0, 8)}` });
  for (let number = 0; number < links; number++) await addLink(who, answer.body.id);
  return answer;
}
const addLink = (who: Client, profile: string) =>
  who.api("POST", `/profiles/${profile}/links`, { title: "A", url: "https://a.example" });

async function giveUnits(who: Client, quantity: number | null) {
  const grant = { kind: "premium_units", quantity, reason: "A contest" };
  return founder.api("POST", `/admin/users/${who.id}/grants`, grant);
}

describe("what plans include", () => {
  it("§9 is what the specification says until staff choose otherwise, and each can be put back", async () => {
    expect((await setLimits(OTHERS)).status).toBe(200);
    expect((await founder.api("GET", "/allowances")).body.plan_limits).toEqual(OTHERS);
    const { items } = (await founder.api("GET", "/settings")).body;
    const changed = items.filter(({ name }: { name: string }) => NAMES.includes(name));
    expect(changed).toHaveLength(6);
    for (const { name, value, default: usual, changed: last } of changed) {
      expect([value, usual]).toEqual([
        String(OTHERS[name as keyof PlanLimits]),
        String(DEFAULT_LIMITS[name as keyof PlanLimits]),
      ]);
      expect(last.before).toBe(usual);
    }
    await setLimits(Object.fromEntries(NAMES.map((name) => [name, null])));
    expect((await founder.api("GET", "/allowances")).body.plan_limits).toEqual(DEFAULT_LIMITS);
  });

  it("is told with its real numbers on the home page and in the help, and with no old one", async () => {
    const old =
      /\b10 (free |active |more )?profiles|\b5 links|\b25 links|\b50 links|\b650 links|\b10 profile slots/;
    const pages = ["/", ...SLUGS.map((slug) => `/help/${slug}`)];
    const before = await Promise.all(pages.map(async (path) => textOf(await read(path))));
    expect(before.filter((text) => old.test(text)).length).toBeGreaterThan(3);
    await setLimits(OTHERS);
    for (const path of pages) expect(textOf(await read(path)), path).not.toMatch(old);
    const home = await read("/");
    for (const text of [
      "<b>2 free profiles</b> when you start now",
      "Your first 2 profiles are free",
      "gives you 2 profiles for free.",
      "Up to 3 links per profile",
      "37 links with every unit",
      'data-calculator="37"',
      "962 links",
    ])
      expect(home).toContain(text);
    const plans = textOf(await read("/help/plans-and-limits"));
    expect(plans).toContain("Free includes 2 profiles, up to 3 links per profile, and analytics.");
    expect(plans).toContain("37 links per unit");
    const { body: index } = await app.visitor().call("GET", "/help/index.json");
    const found = index.find(({ slug }: { slug: string }) => slug === "plans-and-limits");
    expect(found.text.split(" ")).toContain("37");
  });

  it("is told in the singular where there’s one", async () => {
    await setLimits({ ...OTHERS, profiles_free: 1, links_per_profile_free: 1, links_per_unit: 1 });
    const home = await read("/");
    expect(home).toContain("<b>1 free profile</b>");
    expect(home).toContain("Your first profile is free, and stays free.");
    expect(home).toContain("Up to 1 link per profile");
    expect(home).toContain("1 link with every unit");
    expect(home).not.toMatch(/\b1 (profiles|links)/);
    const owner = await app.signUp();
    await addProfile(owner);
    expect((await addProfile(owner)).body.message).toBe(
      "Profile creation limit reached. You can have up to 1 active profile.",
    );
  });

  it.each([
    "0",
    "-1",
    "1.5",
    "1e3",
    " ",
    "",
    "Infinity",
    "off",
    "501",
    "99999999999999999999",
    "5\u0000",
    "٥",
  ])("can’t be %j links on a profile", async (value) => {
    const name = "links_per_profile_free";
    expect(await founder.api("PATCH", "/settings", { values: { [name]: value } })).toMatchObject({
      status: 400,
      body: { code: "SETTING_INVALID", data: { fields: { [name]: expect.any(String) } } },
    });
    expect((await founder.api("GET", "/allowances")).body.plan_limits).toEqual(DEFAULT_LIMITS);
  });

  it("is changed by one of two members of staff who change it at once, and the other sees it first", async () => {
    const seen = { profiles_free: "10" };
    const answers = await Promise.all(
      ["20", "30"].map((value) =>
        founder.api("PATCH", "/settings", { values: { profiles_free: value }, seen, reason: "Trying it" }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("isn’t for anyone else to change, and what the environment says stays", async () => {
    const owner = await app.signUp();
    expect((await setLimits({ profiles_free: 999 }, owner)).status).toBe(404);
    const fixed = await startApp({ PROFILES_FREE: "4" });
    const client = await fixed.signUp();
    const change = { values: { profiles_free: "999" } };
    expect(await client.api("PATCH", "/settings", change)).toMatchObject({
      status: 409,
      body: { code: "SETTING_FIXED" },
    });
    expect((await client.api("GET", "/slots")).body.total_slots).toBe(4);
    await fixed.close();
  });
});

describe("an account, when what its plan includes changes", () => {
  it("can add more at once when there’s room for more", async () => {
    const owner = await app.signUp();
    const { id } = (await addProfile(owner, 5)).body;
    expect((await addLink(owner, id)).body.code).toBe("LINK_LIMIT");
    await setLimits({ links_per_profile_free: 6 });
    expect((await addLink(owner, id)).status).toBe(201);
    expect((await addLink(owner, id)).body.message).toBe(
      "Link limit reached. You can have up to 6 links on this profile.",
    );
  });

  it("keeps what it has when there’s room for less: it can be read and removed, and not added to", async () => {
    const owner = await app.signUp();
    const { id, username } = (await addProfile(owner, 5)).body;
    const others = [(await addProfile(owner)).body, (await addProfile(owner)).body];
    await setLimits(OTHERS);
    expect((await owner.api("GET", "/slots")).body).toMatchObject({
      used_slots: 3,
      total_slots: 2,
      is_at_limit: true,
      explanation: "2 base",
    });
    const { items } = (await owner.api("GET", `/profiles/${id}/links`)).body;
    expect(items).toHaveLength(5);
    expect((await read(`/${username}`)).match(/href="\/go\//g)).toHaveLength(5);
    expect((await addProfile(owner)).body.message).toBe(
      "Profile creation limit reached. You can have up to 2 active profiles.",
    );
    expect((await addLink(owner, id)).body.message).toBe(
      "Link limit reached. You can have up to 3 links on this profile.",
    );
    expect((await owner.api("PATCH", `/links/${items[0].id}`, { title: "Still mine" })).status).toBe(200);
    for (const { id: link } of items.slice(0, 3))
      expect((await owner.api("DELETE", `/links/${link}`)).status).toBe(200);
    expect((await addLink(owner, id)).status).toBe(201);
    expect((await addLink(owner, id)).body.code).toBe("LINK_LIMIT");
    for (const profile of others) await owner.api("DELETE", `/profiles/${profile.id}`);
    expect((await addProfile(owner)).status).toBe(201);
  });

  it("has as many links for each unit as the instance says, and never fewer on a page than for free", async () => {
    const owner = await app.signUp();
    await giveUnits(owner, 2);
    const allowances = async () => (await owner.api("GET", "/allowances")).body;
    expect(await allowances()).toMatchObject({ links: { limit: 50 }, links_per_profile: { limit: 50 } });
    await setLimits(OTHERS);
    expect(await allowances()).toMatchObject({
      links: { limit: 74, explanation: "37 × 2 units of premium" },
      links_per_profile: { limit: 61, explanation: "61 with premium" },
    });
    expect((await owner.api("GET", "/billing")).body.links_per_unit).toBe(37);
    await setLimits({ links_per_profile_free: 80 });
    expect(await allowances()).toMatchObject({
      links_per_profile: { limit: 80, explanation: "80 with premium" },
      plan_limits: { links_per_profile_free: 80, links_per_profile_premium: 80 },
    });
  });

  it("keeps the units that staff gave it without a quantity, as many as they were then", async () => {
    const [first, second] = [await app.signUp(), await app.signUp()];
    expect((await giveUnits(first, null)).body.quantity).toBe(10);
    await setLimits(OTHERS);
    expect((await giveUnits(second, null)).body.quantity).toBe(13);
    const links = async (who: Client) => (await who.api("GET", "/allowances")).body.links.limit;
    expect([await links(first), await links(second)]).toEqual([10 * 37, 13 * 37]);
  });

  it("keeps units from before grants said how many: they were 10", async () => {
    const owner = await app.signUp();
    const { id } = (await giveUnits(owner, 1)).body;
    await app.platform.db.execute(sql`update staff_grants set quantity = null where id = ${id}`);
    await setLimits(OTHERS);
    expect((await owner.api("GET", "/allowances")).body.links.limit).toBe(10 * 37);
  });

  it("keeps the slots of a referral as they were earned", async () => {
    const referrer = await app.signUp();
    const code = (await referrer.api("POST", "/rpc/generate_referral_code")).body;
    const refer = async () => {
      const who = await app.signUp();
      const attached = await who.api("POST", "/referrals/attach", { referral_code: code });
      const { referral, reward_slots } = attached.body;
      await addProfile(who);
      const granted = await who.api("POST", "/rpc/grant_referral_rewards", { referral_uuid: referral.id });
      return { who, promised: reward_slots, earned: granted.body.reward_amount };
    };
    const before = await refer();
    expect([before.promised, before.earned]).toEqual([10, 10]);
    await setLimits(OTHERS);
    const after = await refer();
    expect([after.promised, after.earned]).toEqual([17, 17]);
    expect((await before.who.api("GET", "/slots")).body.explanation).toBe("2 base + 10 referral");
    const { items, stats, reward_slots } = (await referrer.api("GET", "/referrals")).body;
    const amounts = items.map((item: { reward_amount: number }) => item.reward_amount);
    expect([amounts.sort(), stats.slots_earned, reward_slots]).toEqual([[10, 17], 27, 17]);
    expect((await referrer.api("GET", "/referrals/standing")).body.reward_slots).toBe(17);
  });
});
