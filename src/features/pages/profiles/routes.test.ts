// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pageChanged } from "./signals.ts";

const LIMIT_MESSAGE = "Profile creation limit reached. You can have up to 10 active profiles.";

let app: TestApp;
let stranger: Client;
let owner: Client;
const changed: string[][] = [];

beforeAll(async () => {
  app = await startApp();
  app.platform.signals.on(pageChanged, ({ usernames }) => {
    changed.push(usernames);
  });
  stranger = await app.signUp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  changed.length = 0;
});

async function create(input: Record<string, unknown> = {}, who = owner) {
  const answer = await who.api("POST", "/profiles", { name: `P ${randomUUID().slice(0, 8)}`, ...input });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const inParallel = <T>(times: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)));

describe("creating a profile", () => {
  it("§4 makes an active one with the columns of §3, the default theme, and no links", async () => {
    const answer = await owner.api("POST", "/profiles", { name: " Mia Moreno ", notes: "first\nsecond" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user_id: owner.id,
      name: "Mia Moreno",
      username: "miamoreno",
      display_name: null,
      status: "active",
      is_active: true,
      notes: "first\nsecond",
      public_notes: null,
      profile_picture_url: null,
      theme_settings: { theme_color: "#ede5ff", button_color: "#ffffff" },
      social_platforms: [],
      deleted_at: null,
      restorable_until: null,
      link_count: 0,
    });
    expect(changed).toEqual([["miamoreno"]]);
    expect((await owner.api("GET", `/profiles/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it.each([
    ["", "nothing"],
    [" \t\n ", "white space"],
    ["\u200b\u200d\u2060\ufeff", "zero-width characters"],
    ["\u0000", "NUL"],
    ["<script>alert(1)</script>", "a script alone"],
  ])("refuses a name of %j: %s", async (name) => {
    const answer = await owner.api("POST", "/profiles", { name });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "NAME_REQUIRED", message: "Give your profile a name." });
  });

  it("cuts a name of 10,000 characters to its first 100", async () => {
    const { name, username } = await create({ name: "Long".repeat(2500) });
    expect(name).toBe("Long".repeat(25));
    expect(username).toHaveLength(30);
  });

  it("accepts names in any script, without anything that hides or flips the text around them", async () => {
    const hebrew = await create({ name: "שלום \u202eevil\u202c" });
    expect(hebrew.name).toBe("שלום evil");
    const zeroWidth = await create({ name: "za\u200bra\u0000\ud800" });
    expect(zeroWidth).toMatchObject({ name: "za\u200bra", username: "zara" });
    const arabic = await create({ name: "مرحبا" });
    expect(arabic.username).toMatch(/^user\d{4}$/);
    const lines = await create({ name: "two\r\nlines" });
    expect(lines.name).toBe("two lines");
  });

  it("accepts lone surrogates and NUL as escapes in the body without failing", async () => {
    const answer = await owner.api("POST", "/profiles", '{"name":"n\\ud800u\\u0000l","notes":"\\udfff"}');
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: "nul", notes: null });
  });

  it.each(["{", '{"name":5}', "[]", '{"name":"x","id":"no-uuid"}', "{}"])(
    "answers 400 to %s",
    async (body) => {
      expect((await owner.api("POST", "/profiles", body)).status).toBe(400);
    },
  );

  it("makes one profile from a form that's sent twice, even at once", async () => {
    const id = randomUUID();
    const answers = await inParallel(4, () => owner.api("POST", "/profiles", { id, name: "Twice" }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await owner.api("GET", "/profiles")).body.items).toHaveLength(1);
  });

  it("finds nothing under the id of someone else's profile", async () => {
    const theirs = await create({}, stranger);
    const answer = await owner.api("POST", "/profiles", { id: theirs.id, name: "Mine" });
    expect(answer).toMatchObject({
      status: 404,
      body: { code: "PROFILE_NOT_FOUND", message: "Profile not found" },
    });
    expect((await stranger.api("GET", `/profiles/${theirs.id}`)).body).toEqual(theirs);
    await stranger.api("DELETE", `/profiles/${theirs.id}`);
  });
});

describe("§5 ten active profiles", () => {
  it("are the limit for 20 creations at once, and the refusal says so", async () => {
    const answers = await inParallel(20, (n) => owner.api("POST", "/profiles", { name: `At once ${n}` }));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(10);
    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: "PROFILE_LIMIT", message: LIMIT_MESSAGE });
    }
    const { items } = (await owner.api("GET", "/profiles")).body;
    expect(items).toHaveLength(10);
    expect((await owner.api("GET", "/slots")).body).toEqual({
      user_id: owner.id,
      user_role: "user",
      used_slots: 10,
      total_slots: 10,
      has_unlimited_slots: false,
      is_at_limit: true,
      is_subscribed: false,
      subscription_tier: "free",
      referral_slots: 0,
      branding_removal: false,
      explanation: "10 base",
    });
  });

  it("counts active ones: deactivating one makes room, and then it can't be activated again", async () => {
    const made = await inParallel(10, () => create());
    const off = await owner.api("PUT", `/profiles/${made[0].id}/status`, { status: "inactive" });
    expect(off.body).toMatchObject({ status: "inactive", is_active: false });
    await create();
    const on = await owner.api("PUT", `/profiles/${made[0].id}/status`, { status: "active" });
    expect(on).toMatchObject({ status: 409, body: { code: "PROFILE_LIMIT", message: LIMIT_MESSAGE } });
    const source_profile_id = made[0].id;
    const copy = await owner.api("POST", "/rpc/duplicate_profile", {
      source_profile_id,
      new_profile_name: "C",
    });
    expect(copy.body).toMatchObject({ code: "PROFILE_LIMIT", message: LIMIT_MESSAGE });
    await owner.api("DELETE", `/profiles/${made[1].id}`);
    expect((await owner.api("GET", "/slots")).body).toMatchObject({ used_slots: 9, is_at_limit: false });
    expect((await owner.api("PUT", `/profiles/${made[0].id}/status`, { status: "active" })).status).toBe(200);
  });

  it("are the limit for 20 activations at once", async () => {
    const made = [];
    for (let n = 0; n < 12; n++) {
      const profile = await create();
      await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
      made.push(profile.id);
    }
    const on = await Promise.all(
      made.map((id) => owner.api("PUT", `/profiles/${id}/status`, { status: "active" })),
    );
    expect(on.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(on.filter(({ status }) => status === 409)).toHaveLength(2);
  });
});

describe("listing", () => {
  it("shows your own profiles, newest first", async () => {
    await create({}, stranger);
    const names = ["one", "two", "three"];
    for (const name of names) {
      await create({ name });
      app.clock.advance(5);
    }
    const { items } = (await owner.api("GET", "/profiles")).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual([...names].reverse());
  });
});

describe("status", () => {
  it("§4 sets is_active to match, and reports that the page has changed", async () => {
    const { id, username, updated_at } = await create();
    changed.length = 0;
    const off = (await owner.api("PUT", `/profiles/${id}/status`, { status: "inactive" })).body;
    expect(off).toMatchObject({ status: "inactive", is_active: false });
    expect(off.updated_at > updated_at).toBe(true);
    const on = (await owner.api("PUT", `/profiles/${id}/status`, { status: "active" })).body;
    expect(on).toMatchObject({ status: "active", is_active: true });
    expect(changed).toEqual([[username], [username]]);
  });

  it("set again changes nothing", async () => {
    const profile = await create();
    expect((await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "active" })).body).toEqual(
      profile,
    );
    expect((await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "on" })).status).toBe(400);
  });
});

describe("other people's ids", () => {
  const calls: [string, string, Record<string, unknown>?][] = [
    ["GET", "/profiles/ID"],
    ["PATCH", "/profiles/ID", { name: "x" }],
    ["PUT", "/profiles/ID/status", { status: "inactive" }],
    ["DELETE", "/profiles/ID"],
    ["POST", "/profiles/ID/restore"],
    ["POST", "/rpc/duplicate_profile", { source_profile_id: "ID", new_profile_name: "x" }],
  ];

  it.each(calls)(
    "%s %s finds nothing for another account's id, an unknown one, or text that isn't an id",
    async (...call) => {
      const [method, path, body] = call;
      const theirs = await create({}, stranger);
      for (const id of [
        theirs.id,
        randomUUID(),
        "1",
        "nonsense",
        "'; drop table links; --",
        "%F0%9F%98%80",
      ]) {
        const filled = body && JSON.parse(JSON.stringify(body).replace("ID", id));
        const answer = await owner.api(method, path.replace("ID", encodeURIComponent(id)), filled);
        expect(answer).toMatchObject({
          status: 404,
          body: { code: "PROFILE_NOT_FOUND", message: "Profile not found" },
        });
      }
      expect((await stranger.api("GET", `/profiles/${theirs.id}`)).body).toEqual(theirs);
      await stranger.api("DELETE", `/profiles/${theirs.id}`);
    },
  );

  it("answers 401 to people who aren't signed in", async () => {
    for (const [method, path, body] of [...calls, ["GET", "/profiles"], ["GET", "/slots"]] as typeof calls) {
      expect((await app.visitor().api(method, path, body)).status, path).toBe(401);
    }
  });
});
