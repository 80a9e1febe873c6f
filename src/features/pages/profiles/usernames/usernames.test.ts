// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { pageChanged } from "../signals.ts";
import { purgeProfiles } from "../trash/trash.ts";

const HOUR_MS = 3_600_000;

let app: TestApp;
let owner: Client;
let other: Client;
const changed: string[][] = [];

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  app.platform.signals.on(pageChanged, ({ usernames }) => {
    changed.push(usernames);
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  other = await app.signUp();
});

async function create(name: string, who = owner) {
  const answer = await who.api("POST", "/profiles", { name });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const rename = (id: string, username: string, who = owner) =>
  who.api("PATCH", `/profiles/${id}`, { username });
const location = async (path: string) => {
  const { status, headers } = await app.visitor().call("GET", path);
  return `${status} ${headers.get("location") ?? ""}`.trim();
};

describe("§5 a new profile's username", () => {
  it("is suggested as it would be, and says if it's a second choice", async () => {
    const suggest = async (name: string) =>
      (await owner.api("GET", `/usernames?${new URLSearchParams({ name })}`)).body;
    expect(await suggest("Ada Lux")).toEqual({ username: "adalux", is_taken: false });
    await create("Ada Lux", other);
    expect(await suggest("Ada Lux")).toEqual({ username: "adalux1", is_taken: true });
    expect((await create("Ada Lux")).username).toBe("adalux1");
    expect(await suggest("Dashboard")).toMatchObject({ is_taken: true });
  });

  it("is its name in letters and digits, with the smallest free number if taken or reserved", async () => {
    expect((await create("Käse & Co. 7")).username).toBe("kseco7");
    expect((await create("Kseco7", other)).username).toBe("kseco71");
    expect((await create("KSE CO 7", other)).username).toBe("kseco72");
    expect((await create("Admin")).username).toBe("admin1");
    expect((await create("dashboard")).username).toBe("dashboard1");
  });

  it("isn't taken by anyone else when many ask for it at once", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => app.signUp()));
    const made = await Promise.all(
      [...people, ...people, ...people, ...people].map((who) => create("Rush", who)),
    );
    const numbered = Array.from({ length: 19 }, (_, index) => `rush${index + 1}`);
    expect(made.map(({ username }) => username).sort()).toEqual(["rush", ...numbered].sort());
  });

  it("isn't a deleted profile's, which may be restored", async () => {
    const { id } = await create("Ghost");
    app.clock.advance(DAY_MS);
    await owner.api("DELETE", `/profiles/${id}`);
    app.clock.advance(DAY_MS);
    expect((await create("Ghost", other)).username).toBe("ghost1");
    expect((await owner.api("POST", `/profiles/${id}/restore`)).body.username).toBe("ghost");
  });

  it.each([
    ["created", (name: string) => create(name, other)],
    ["renamed", async (name: string) => (await rename((await create("Wisp", other)).id, name, other)).body],
  ])(
    "soon frees the name of a profile that’s deleted within a day, once one is %s to it",
    async (how, take) => {
      const name = `brief${how}`;
      const [{ id }, back] = [await create(name), await create(`${name}back`)];
      for (const one of [id, back.id]) await owner.api("DELETE", `/profiles/${one}`);
      app.clock.advance(HOUR_MS - 60_000);
      if (how === "renamed") expect((await take(name)).code).toBe("USERNAME_TAKEN");
      app.clock.advance(61_000);
      expect((await take(name)).username).toBe(name);
      const { items } = (await owner.api("GET", "/profiles?deleted=true")).body;
      expect(items.map(({ username }: { username: string }) => username)).toContain(name);
      const restore = async (one: string) => (await owner.api("POST", `/profiles/${one}/restore`)).body;
      expect(await restore(id)).toMatchObject({ username: `${name}1`, former_username: name });
      expect(await location(`/${name}1`)).toBe("200");
      const renamed = (await eventsOf(app, id)).find((event) => event.name === "profile.renamed");
      expect(renamed?.payload).toEqual({ from: name, to: `${name}1` });
      // Nobody has asked for this one.
      expect(await restore(back.id)).toMatchObject({ username: `${name}back`, former_username: null });
    },
  );

  it("of a profile in the trash goes to one of those who ask for it at once", async () => {
    const { id } = await create("Sought");
    await owner.api("DELETE", `/profiles/${id}`);
    app.clock.advance(HOUR_MS);
    const answers = await Promise.all([
      create("Sought", other),
      owner.api("POST", `/profiles/${id}/restore`).then(({ body }) => body),
      create("Sought", other),
    ]);
    expect(answers.map(({ username }) => username).sort()).toEqual(["sought", "sought1", "sought2"]);
  });
});

describe("adding profiles", () => {
  it("is possible fifty times a day, including copies, whatever is deleted in between", async () => {
    const { id } = await create("Hoarder");
    for (let n = 0; n < 48; n++) {
      const made = await create(`Name ${n}`);
      await owner.api("DELETE", `/profiles/${made.id}`);
    }
    const copy = { source_profile_id: id, new_profile_name: "Copy" };
    expect((await owner.api("POST", "/rpc/duplicate_profile", copy)).status).toBe(200);
    const answers = [
      await owner.api("POST", "/profiles", { name: "One more" }),
      await owner.api("POST", "/rpc/duplicate_profile", copy),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(429);
      expect(answer.body.message).toBe("You can add 50 profiles a day. Try again in 24 hours.");
    }
  });

  it("doesn't count refused attempts", async () => {
    const nothing = { source_profile_id: randomUUID(), new_profile_name: "Copy" };
    for (let n = 0; n < 51; n++)
      expect((await owner.api("POST", "/rpc/duplicate_profile", nothing)).status).toBe(404);
    await create("After all");
  });

  it("isn't possible with a deleted profile's id", async () => {
    const { id } = await create("Once");
    await owner.api("DELETE", `/profiles/${id}`);
    expect((await owner.api("POST", "/profiles", { id, name: "Twice" })).status).toBe(404);
  });
});

describe("renaming", () => {
  it("accepts letters and digits, up to 30", async () => {
    const { id } = await create("Rita");
    for (const name of [
      "",
      "Rita2",
      "ri-ta",
      "ri ta",
      "ríta",
      "a".repeat(31),
      "rita\n",
      "robots.txt",
      "../x",
    ]) {
      const answer = await rename(id, name);
      expect(answer, name).toMatchObject({ status: 400, body: { code: "USERNAME_INVALID" } });
      expect(answer.body.message).toBe(
        "Usernames have 1 to 30 characters: lowercase letters a–z and digits only.",
      );
    }
    expect((await rename(id, "a".repeat(30))).body.username).toBe("a".repeat(30));
  });

  it.each(["admin", "dashboard", "api", "go", "help", "www"])(
    "refuses the reserved name %s",
    async (name) => {
      const { id } = await create("Rose");
      expect(await rename(id, name)).toMatchObject({
        status: 400,
        body: { code: "USERNAME_RESERVED", message: "That username is reserved. Try another one." },
      });
    },
  );

  it("refuses a name that someone has", async () => {
    const { id } = await create("Tom");
    const theirs = await create("Tim", other);
    expect(await rename(id, theirs.username)).toMatchObject({
      status: 409,
      body: { code: "USERNAME_TAKEN", message: "That username is taken. Try another one." },
    });
  });

  it("redirects the old name to the new one and reserves it for 90 days", async () => {
    const { id } = await create("Oldname");
    app.clock.advance(DAY_MS);
    changed.length = 0;
    expect((await rename(id, "newname")).body.username).toBe("newname");
    expect(changed.map((names) => names.sort())).toEqual([["newname", "oldname"]]);
    expect(await location("/oldname")).toBe("301 /newname");
    expect(await location("/newname")).toBe("200");
    expect((await create("Oldname", other)).username).toBe("oldname1");
    const theirs = await create("Thief", other);
    expect((await rename(theirs.id, "oldname", other)).body.code).toBe("USERNAME_TAKEN");

    app.clock.set(addDays(app.platform.now(), 90));
    try {
      expect(await location("/oldname")).toBe("404");
      await purgeProfiles(app.platform);
      expect(
        await rowsOf(app.platform.db, sql`select * from old_usernames where username = 'oldname'`),
      ).toEqual([]);
    } finally {
      app.clock.set(new Date());
    }
    expect((await rename(theirs.id, "oldname", other)).body.username).toBe("oldname");
  });

  it("soon frees a name that was only tried on", async () => {
    const { id } = await create("Shortly");
    await rename(id, "tried");
    await rename(id, "settled");
    const theirs = await create("Waiting", other);
    expect((await rename(theirs.id, "tried", other)).body.code).toBe("USERNAME_TAKEN");
    app.clock.advance(HOUR_MS);
    expect((await rename(theirs.id, "tried", other)).body.username).toBe("tried");
    expect((await create("Shortly", other)).username).toBe("shortly");
  });

  it("is possible ten times a day, and says so", async () => {
    const { id } = await create("Restless");
    const theirs = await create("Calm", other);
    for (let n = 0; n < 12; n++) expect((await rename(id, theirs.username)).body.code).toBe("USERNAME_TAKEN");
    for (let n = 1; n <= 10; n++) expect((await rename(id, `restless${n}`)).status).toBe(200);
    expect((await rename(id, "restless10")).status).toBe(200);
    const refused = await rename(id, "restless11");
    expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(refused.body.message).toBe("You can change usernames 10 times a day. Try again in 24 hours.");
    expect((await owner.api("PATCH", `/profiles/${id}`, { notes: "Still mine" })).status).toBe(200);
    expect((await rename(theirs.id, "calmer", other)).status).toBe(200);
  });

  it("back to your own old name works, and the name in between redirects", async () => {
    const { id } = await create("Anna");
    await rename(id, "bella");
    expect((await rename(id, "anna")).body.username).toBe("anna");
    expect(await location("/bella")).toBe("301 /anna");
    expect(await location("/anna")).toBe("200");
    const kept = await rowsOf(
      app.platform.db,
      sql`select username, profile_id from old_usernames where profile_id = ${id}`,
    );
    expect(kept).toEqual([{ username: "bella", profile_id: id }]);
  });

  it("to the same name changes nothing", async () => {
    const profile = await create("Stay");
    expect((await rename(profile.id, profile.username)).body).toEqual(profile);
    expect(
      await rowsOf(app.platform.db, sql`select * from old_usernames where profile_id = ${profile.id}`),
    ).toEqual([]);
  });

  it("to one name at once succeeds for one", async () => {
    const profiles = await Promise.all(["ra", "rb", "rc", "rd"].map((name) => create(name)));
    const answers = await Promise.all([
      ...profiles.map(({ id }) => rename(id, "winner")),
      other.api("POST", "/profiles", { name: "Winner" }),
    ]);
    const names = answers.map(({ body }) => body.username).filter((name) => name === "winner");
    expect(names).toHaveLength(1);
  });
});
