// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { purgeFraudSignals } from "./fraud-signals.ts";
import { CODES_MAX } from "./rules.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

const program = async (who: Client) => (await who.api("GET", "/referrals")).body;
const codeOf = async (who: Client): Promise<string> =>
  (await who.api("POST", "/rpc/generate_referral_code")).body;
const choose = (who: Client, code: string) => who.api("PUT", "/referrals/code", { code });
const attach = (who: Client, referral_code: string, fingerprint: object = {}) =>
  who.api("POST", "/referrals/attach", { referral_code, fingerprint });
const makeProfile = (who: Client) => who.api("POST", "/profiles", { name: "Mia" });
const slotsOf = async (who: Client) => (await who.api("GET", "/slots")).body;
const standing = async (who: Client) => (await who.api("GET", "/referrals/standing")).body;
const uniqueCode = () => `c${randomUUID().slice(0, 8)}`;

describe("a referral code", () => {
  it("is made up once, and leads to the landing page", async () => {
    const nora = await app.signUp();
    expect(await program(nora)).toMatchObject({ code: null, link: null, qr_svg: null, items: [], total: 0 });
    const code = await codeOf(nora);
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
    expect(await codeOf(nora)).toBe(code);
    const { link, qr_svg, older_codes, reward_slots } = await program(nora);
    expect([link, older_codes, reward_slots]).toEqual([`${app.url}/?ref=${code}`, [], 10]);
    expect(qr_svg).toContain("<svg");
    expect((await eventsOf(app, nora.id)).map(({ name }) => name)).toContain("referral.code_changed");
  });

  it("can be chosen, and the ones before keep working", async () => {
    const [nora, mia] = [await app.signUp(), await app.signUp()];
    const [old, chosen] = [await codeOf(nora), uniqueCode()];
    expect((await choose(nora, ` ${chosen} `)).body).toEqual({
      code: chosen,
      link: `${app.url}/?ref=${chosen}`,
    });
    expect(await program(nora)).toMatchObject({ code: chosen, older_codes: [old] });
    expect((await attach(mia, old.toLowerCase())).body.outcome).toBe("registered");
    expect((await choose(nora, old)).status).toBe(200);
    expect((await choose(nora, chosen.toUpperCase())).body.code).toBe(chosen.toUpperCase());
    expect(await program(nora)).toMatchObject({ code: chosen.toUpperCase(), older_codes: [old] });
  });

  it("is refused with a reason if it's taken, in any case, reserved, or no code", async () => {
    const [nora, zoe] = [await app.signUp(), await app.signUp()];
    const code = uniqueCode();
    await choose(nora, code);
    const refusals = [
      [code.toUpperCase(), 409, "CODE_TAKEN"],
      ["Admin", 409, "CODE_RESERVED"],
      ["a b", 400, "CODE_INVALID"],
      ["a\u0000b", 400, "CODE_INVALID"],
    ] as const;
    for (const [wish, status, refusal] of refusals)
      expect(await choose(zoe, wish)).toMatchObject({ status, body: { code: refusal } });
    expect(await program(zoe)).toMatchObject({ code: null, older_codes: [] });
  });

  it("is one of at most ten, and none is lost to a double click", async () => {
    const nora = await app.signUp();
    const codes = Array.from({ length: CODES_MAX }, uniqueCode);
    for (const code of codes) expect((await choose(nora, code)).status).toBe(200);
    expect(await choose(nora, uniqueCode())).toMatchObject({ status: 409, body: { code: "CODE_LIMIT" } });
    expect((await choose(nora, codes[0] ?? "")).status).toBe(200);
    const zoe = await app.signUp();
    const made = await Promise.all([codeOf(zoe), codeOf(zoe), codeOf(zoe)]);
    expect(new Set(made).size).toBe(1);
  });

  it("is in the footer of the account's pages as soon as it changes", async () => {
    const nora = await app.signUp();
    const { username } = (await makeProfile(nora)).body;
    const footer = async () => {
      const { body } = await app.visitor().call("GET", `/${username}`);
      return /class="powered" href="([^"]*)"/.exec(body)?.[1];
    };
    expect(await footer()).toBe(`${app.url}/`);
    const code = await codeOf(nora);
    await expect.poll(footer).toBe(`${app.url}/?ref=${code}`);
  });
});

describe("a visit of a referral link", () => {
  it("is counted for codes that exist", async () => {
    const nora = await app.signUp();
    const code = await codeOf(nora);
    const visit = (code: string) => app.visitor().api("POST", "/referrals/visits", { code });
    expect((await visit(code)).body).toEqual({ counted: true });
    expect((await visit(code.toLowerCase())).body).toEqual({ counted: true });
    for (const wrong of ["nobody-has-this", "a\u0000b"])
      expect((await visit(wrong)).body).toEqual({ counted: false });
    expect((await program(nora)).stats).toEqual({ visits: 2, sign_ups: 0, completed: 0, slots_earned: 0 });
  });
});

describe("somebody who signs up with a code", () => {
  it("§4 is attached, and §9 both sides get 10 slots with the first profile, exactly once", async () => {
    const [nora, mia] = [await app.signUp(), await app.signUp()];
    const { outcome, referral } = (await attach(mia, await codeOf(nora))).body;
    expect([outcome, referral.status]).toEqual(["registered", "pending"]);
    const grant = () => mia.api("POST", "/rpc/grant_referral_rewards", { referral_uuid: referral.id });
    expect((await grant()).body).toEqual({ status: "pending", reward_amount: 0 });
    expect((await program(nora)).items).toMatchObject([{ status: "pending", reward_amount: 0 }]);
    await makeProfile(mia);
    const answers = await Promise.all([grant(), grant(), grant()]);
    for (const { body } of answers) expect(body).toEqual({ status: "completed", reward_amount: 10 });
    for (const who of [nora, mia])
      expect(await slotsOf(who)).toMatchObject({
        total_slots: 20,
        referral_slots: 10,
        explanation: "10 base + 10 referral",
      });
    const { stats, items } = await program(nora);
    expect(stats).toEqual({ visits: 0, sign_ups: 1, completed: 1, slots_earned: 10 });
    expect(items).toMatchObject([{ id: referral.id, status: "completed", reward_amount: 10 }]);
    // The referrer's log and list say nothing about who it was.
    const told = (await eventsOf(app)).filter(({ account }) => account === nora.id);
    expect(JSON.stringify([told, items])).not.toContain(mia.id);
    expect(told.filter(({ name }) => name === "referral.rewarded")).toHaveLength(1);
  });

  it("is rewarded by a job if their browser never asks, whichever came first", async () => {
    const nora = await app.signUp();
    const code = await codeOf(nora);
    const [mia, zoe] = [await app.signUp(), await app.signUp()];
    await attach(mia, code);
    await makeProfile(mia);
    await makeProfile(zoe);
    await attach(zoe, code);
    const slots = async () => (await slotsOf(nora)).explanation;
    await expect.poll(slots, { timeout: 20_000 }).toBe("10 base + 20 referral");
    expect((await standing(zoe)).referral.status).toBe("completed");
  });

  it("§5 is told about a wrong code and about their own", async () => {
    const nora = await app.signUp();
    const code = await codeOf(nora);
    for (const wrong of ["nobody-has-this", "", "a\u0000b", "x".repeat(200)])
      expect(await attach(nora, wrong)).toMatchObject({
        status: 400,
        body: { code: "REFERRAL_CODE_UNKNOWN", message: "The referral code you used is not valid." },
      });
    expect(await attach(nora, code)).toMatchObject({
      status: 409,
      body: { code: "REFERRAL_OWN_CODE", message: "You cannot refer yourself." },
    });
    expect(await standing(nora)).toMatchObject({ referral: null });
  });

  it("§5 is ignored if they already have a referral: the first valid code wins", async () => {
    const [nora, zoe, mia] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const codes = [await codeOf(nora), await codeOf(zoe)];
    const answers = await Promise.all([...codes, ...codes].map((code) => attach(mia, code)));
    expect(answers.map(({ body }) => body.outcome).sort()).toEqual([
      "ignored",
      "ignored",
      "ignored",
      "registered",
    ]);
    const sums = [(await program(nora)).stats.sign_ups, (await program(zoe)).stats.sign_ups];
    expect(sums.sort()).toEqual([0, 1]);
  });

  it("is ignored if their account is older than 30 days, or the referrer's is closed", async () => {
    const [nora, mia, zoe] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const code = await codeOf(nora);
    const { db } = app.platform;
    await db.execute(sql`update users set created_at = created_at - interval '31 days' where id = ${mia.id}`);
    expect((await attach(mia, code)).body).toMatchObject({ outcome: "ignored", referral: null });
    await db.execute(sql`update users set banned = true where id = ${nora.id}`);
    expect((await attach(zoe, code)).body.code).toBe("REFERRAL_CODE_UNKNOWN");
  });

  it("can neither complete nor check anyone else's referral", async () => {
    const [nora, mia, zoe] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const { referral } = (await attach(mia, await codeOf(nora))).body;
    const missing = { status: 404, body: { code: "REFERRAL_NOT_FOUND" } };
    for (const id of [referral.id, randomUUID(), "x"])
      expect(await zoe.api("POST", "/rpc/grant_referral_rewards", { referral_uuid: id })).toMatchObject(
        missing,
      );
    const people = { referred_user_id: mia.id, referrer_user_id: nora.id };
    expect(await zoe.api("POST", "/rpc/check_referral_abuse", people)).toMatchObject(missing);
    const nobody = { referred_user_id: zoe.id, referrer_user_id: "a\u0000b" };
    expect((await zoe.api("POST", "/rpc/check_referral_abuse", nobody)).body).toBe(false);
  });
});

describe("the abuse check", () => {
  const userAgent = (name: string) => ({ "user-agent": name });

  it("§5 flags without refusing, and §7 answers with a boolean", async () => {
    const [nora, mia, ida] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const generated = await nora.call(
      "POST",
      "/api/v1/rpc/generate_referral_code",
      undefined,
      userAgent("Nora"),
    );
    const send = (who: Client, agent: string) =>
      who.call(
        "POST",
        "/api/v1/referrals/attach",
        { referral_code: generated.body, fingerprint: { userAgent: agent, timezone: "Europe/Berlin" } },
        userAgent(agent),
      );
    const check = async (who: Client, agent: string) =>
      (
        await who.call(
          "POST",
          "/api/v1/rpc/check_referral_abuse",
          { referred_user_id: who.id, referrer_user_id: nora.id, user_ip: "1.2.3.4", fingerprint: {} },
          userAgent(agent),
        )
      ).body;
    expect([await check(mia, "Nora"), await check(ida, "Ida")]).toEqual([true, false]);
    expect((await send(mia, "Nora")).body.outcome).toBe("registered");
    expect((await send(ida, "Ida")).body.outcome).toBe("registered");
    const flags = await rowsOf(
      app.platform.db,
      sql`select flags from referrals where referrer_user_id = ${nora.id} order by flags`,
    );
    expect(flags).toEqual([{ flags: [] }, { flags: ["referrers_browser"] }]);
  });

  it("stores neither addresses nor fingerprints, and forgets its hashes after 30 days", async () => {
    const marks = () => rowsOf(app.platform.db, sql`select * from referral_marks`);
    const stored = await marks();
    expect(stored.length).toBeGreaterThan(3);
    expect(JSON.stringify(stored)).not.toMatch(/127\.0\.0|::1|Nora|Berlin/);
    app.clock.advance(31 * DAY_MS);
    await purgeFraudSignals(app.platform);
    expect(await marks()).toEqual([]);
    app.clock.advance(-31 * DAY_MS);
  });
});

describe("the referral popup", () => {
  const close = (who: Client, never?: boolean) =>
    who.api("POST", "/referrals/popup", never === undefined ? {} : { never });

  it("§4 waits for the first profile, then comes at most 5 times, every 3 days", async () => {
    const mia = await app.signUp();
    expect((await standing(mia)).popup).toBe("waiting");
    await makeProfile(mia);
    expect((await standing(mia)).popup).toBe("first_profile");
    for (let count = 1; count <= 5; count++) {
      expect((await close(mia)).body.popup).toBeNull();
      app.clock.advance(3 * DAY_MS + 1000);
      expect((await standing(mia)).popup).toBe(count < 5 ? "periodic" : null);
    }
    app.clock.set(new Date());
  });

  it("§4 sets the count to 999 when it isn't wanted again", async () => {
    const mia = await app.signUp();
    await makeProfile(mia);
    await close(mia, true);
    await close(mia);
    const [row] = await rowsOf(
      app.platform.db,
      sql`select affiliate_popup_count as count from affiliate_popups where user_id = ${mia.id}`,
    );
    expect(row).toEqual({ count: 999 });
  });

  it("never comes where slots are worth nothing, or where the founder doesn't want it", async () => {
    const mia = await app.signUp();
    await app.platform.db.execute(sql`update users set role = 'admin' where id = ${mia.id}`);
    const set = (values: object) => mia.api("PATCH", "/settings", { values });
    for (const [off, on] of [
      [{ referral_popup: "off" }, { referral_popup: "on" }],
      [{ plans: "off" }, { plans: "free" }],
    ] as const) {
      expect((await set(off)).status).toBe(200);
      expect((await standing(mia)).popup).toBeNull();
      await set(on);
      expect((await standing(mia)).popup).toBe("waiting");
    }
  });
});

it("the list of referrals refuses a cursor that isn't its own", async () => {
  const nora = await app.signUp();
  expect((await nora.api("GET", "/referrals?cursor=x")).body.code).toBe("CURSOR_INVALID");
});
