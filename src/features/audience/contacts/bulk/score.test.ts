import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let owner: Client;
let nora: string;
let otto: string;

beforeAll(async () => {
  app = await startApp();
  await app.signUp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  nora = (await owner.api("POST", "/contacts", { email: "nora@example.com" })).body.id;
  otto = (await owner.api("POST", "/contacts", { email: "otto@example.com", score: 999_999 })).body.id;
});

const scoreOf = async (id: string) => (await owner.api("GET", `/contacts/${id}`)).body.score;
const give = (points: number, more: object = {}, who = owner) =>
  who.api("POST", "/contacts/score", {
    ...{ selection: { all: true }, undo_id: randomUUID(), points },
    ...more,
  });

describe("scores of leads", () => {
  it("start at zero, and change with the lead", async () => {
    expect(await scoreOf(nora)).toBe(0);
    const change = { score: 12 };
    expect((await owner.api("PATCH", `/contacts/${nora}`, change)).body.score).toBe(12);
    expect((await owner.api("PATCH", `/contacts/${nora}`, { score: 1.5 })).status).toBe(400);
    const { items } = (await owner.api("GET", `/contacts/${nora}/timeline`)).body;
    expect(items[0]).toMatchObject({ kind: "updated", data: { before: { score: 0 }, after: { score: 12 } } });
  });

  it("get points in bulk, say so first, and are taken back as a whole", async () => {
    const undo_id = randomUUID();
    expect((await give(10, { dry_run: true })).body.count).toBe(2);
    expect((await give(10, { undo_id })).body).toMatchObject({ count: 2, skipped: [] });
    // Nobody has more than a million.
    expect([await scoreOf(nora), await scoreOf(otto)]).toEqual([10, 1_000_000]);
    await give(5, { selection: { ids: [nora] } });
    const undone = await owner.api("POST", "/contacts/restore", { undo_id });
    expect(undone.body).toEqual({ restored: 2, taken: 0 });
    expect([await scoreOf(nora), await scoreOf(otto)]).toEqual([5, 999_999]);
    const told = (await eventsOf(app)).filter(({ name }) => name === "contacts.scored");
    expect(told.at(-1)).toMatchObject({ payload: { ids: [nora], points: 5 } });
  });

  it("get the points of one change once, however often it's sent", async () => {
    const undo_id = randomUUID();
    await give(-7, { undo_id });
    expect((await give(-7, { undo_id })).body.count).toBe(0);
    expect(await scoreOf(nora)).toBe(-7);
  });

  it("aren't others' to change, and take whole numbers other than zero", async () => {
    const stranger = await app.signUp();
    expect((await give(1, { selection: { ids: [nora] } }, stranger)).body.count).toBe(0);
    expect((await give(0)).status).toBe(400);
    const gone = { selection: { all: true, filter: { profile_id: randomUUID() } } };
    expect((await give(1, gone)).body.code).toBe("PROFILE_NOT_FOUND");
    const segment = { selection: { all: true, filter: { segment_id: randomUUID() } } };
    expect((await give(1, segment)).body.code).toBe("SEGMENT_NOT_FOUND");
    expect(await scoreOf(nora)).toBe(0);
  });

  it("add up in a merge, which can be undone", async () => {
    await give(3, { selection: { ids: [nora] } });
    const merge = { keep_id: nora, gone_id: otto };
    await owner.api("POST", "/contacts/merge", merge);
    expect(await scoreOf(nora)).toBe(1_000_000);
    await owner.api("POST", `/contact-merges/${otto}/undo`);
    expect([await scoreOf(nora), await scoreOf(otto)]).toEqual([3, 999_999]);
  });
});
