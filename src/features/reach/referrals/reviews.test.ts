// @project server-postgres
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Announced } from "#src/lib/event.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { rewardAfter } from "./attribution.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
  await founder.api("PATCH", "/settings", { values: { referral_review: "on" } });
});
afterAll(() => app?.close());
afterEach(() => founder.api("PATCH", "/settings", { values: { referral_review: "on" } }));

const slots = async (who: Client) => (await who.api("GET", "/slots")).body.total_slots;
const reviews = async (review = "waiting") =>
  (await founder.api("GET", `/referral-reviews?review=${review}`)).body.items;
const decide = (id: string, decision: "approve" | "reject") =>
  founder.api("POST", `/referral-reviews/${id}/${decision}`);
/** What jobs do about someone's referral, now. */
const react = (who: Client) => rewardAfter(app.platform, { account: who.id } as Announced<object>);

/** Someone who was referred in the browser of whoever referred them, which is flagged. */
async function flagged({ hasProfile = true } = {}) {
  const [referrer, referred] = [await app.signUp(), await app.signUp()];
  const referral_code = (await referrer.api("POST", "/rpc/generate_referral_code")).body;
  const attached = await referred.api("POST", "/referrals/attach", { referral_code });
  const id: string = attached.body.referral.id;
  if (hasProfile) await referred.api("POST", "/profiles", { name: "Mia" });
  await react(referred);
  return { referrer, referred, id };
}

describe("a flagged referral, where staff review them", () => {
  it("earns nothing until it's approved, and then both sides get their slots once", async () => {
    const { referrer, referred, id } = await flagged();
    const granted = await referred.api("POST", "/rpc/grant_referral_rewards", { referral_uuid: id });
    expect(granted.body).toEqual({ status: "pending", reward_amount: 0 });
    expect([await slots(referrer), await slots(referred)]).toEqual([10, 10]);
    expect((await referrer.api("GET", "/referrals")).body.items).toMatchObject([
      { status: "pending", review: "waiting", reward_amount: 0 },
    ]);
    const item = (await reviews()).find((one: { id: string }) => one.id === id);
    expect(item).toMatchObject({
      flags: ["referrers_browser"],
      referrer: { email: referrer.email },
      referred: { email: referred.email },
    });
    const answers = await Promise.all([1, 2, 3].map(() => decide(id, "approve")));
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ id, review: "approved" }));
    expect([await slots(referrer), await slots(referred)]).toEqual([20, 20]);
    const events = (await eventsOf(app, id)).map(({ name }) => name);
    expect(events.filter((name) => name === "referral.approved")).toHaveLength(1);
    expect(events.filter((name) => name === "referral.rewarded")).toHaveLength(2);
    expect((await decide(id, "reject")).body.code).toBe("REVIEW_DECIDED");
    expect((await reviews("approved"))[0]).toMatchObject({ id, status: "completed" });
    expect((await founder.api("GET", "/referral-reviews?cursor=x")).body.code).toBe("CURSOR_INVALID");
  });

  it("never earns anything once it's rejected", async () => {
    const { referrer, referred, id } = await flagged();
    for (let n = 0; n < 2; n++) expect((await decide(id, "reject")).body).toEqual({ id, review: "rejected" });
    await react(referred);
    await founder.api("PATCH", "/settings", { values: { referral_review: "off" } });
    await referred.api("POST", "/rpc/grant_referral_rewards", { referral_uuid: id });
    expect([await slots(referrer), await slots(referred)]).toEqual([10, 10]);
    expect((await decide(id, "approve")).body.code).toBe("REVIEW_DECIDED");
    expect((await referrer.api("GET", "/referrals")).body.items).toMatchObject([{ review: "rejected" }]);
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual([
      "referral.attached",
      "referral.rejected",
    ]);
  });

  it("may be approved before the first profile, and earns with it", async () => {
    const { referrer, referred, id } = await flagged({ hasProfile: false });
    await decide(id, "approve");
    expect(await slots(referrer)).toBe(10);
    await referred.api("POST", "/profiles", { name: "Mia" });
    await react(referred);
    expect([await slots(referrer), await slots(referred)]).toEqual([20, 20]);
  });

  it("is decided once, although two people decide differently while its jobs run", async () => {
    for (let round = 0; round < 3; round++) {
      const { referrer, referred, id } = await flagged();
      const [approved, rejected] = await Promise.all([
        decide(id, "approve"),
        decide(id, "reject"),
        react(referred),
        react(referred),
      ]);
      expect([approved.status, rejected.status].sort()).toEqual([200, 409]);
      const each = approved.status === 200 ? 20 : 10;
      expect([await slots(referrer), await slots(referred)]).toEqual([each, each]);
    }
  });

  it("isn't found if it was never flagged, or doesn't exist", async () => {
    await founder.api("PATCH", "/settings", { values: { referral_review: "off" } });
    const { referrer, id } = await flagged();
    expect(await slots(referrer)).toBe(20);
    for (const one of [id, "x", "0199d3a0-7c1e-7b52-9a41-2f6c0e8d4b17"])
      for (const decision of ["approve", "reject"] as const)
        expect((await decide(one, decision)).body.code).toBe("REVIEW_NOT_FOUND");
  });
});
