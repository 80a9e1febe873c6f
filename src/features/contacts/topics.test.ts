import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

const TOPICS = [
  { key: "shop", name: "New in the shop" },
  { key: "tour", name: "Tour dates" },
];
const save = (topics: object[]) => owner.api("PUT", "/contact-settings/topics", { topics });

it("topics have names of their own, and an order", async () => {
  expect((await save(TOPICS)).body).toEqual({ topics: TOPICS });
  expect((await save([...TOPICS].reverse())).status).toBe(200);
  expect((await owner.api("GET", "/contact-settings")).body.topics).toEqual([...TOPICS].reverse());
  for (const other of [
    { key: "shop", name: "Other" },
    { key: "x", name: "tour  DATES" },
  ])
    expect((await save([...TOPICS, other])).body.code).toBe("TOPICS_ALIKE");
  expect((await save([{ key: "news", name: "News" }])).status).toBe(400);
  const told = (await eventsOf(app)).filter(({ account }) => account === owner.id).map(({ name }) => name);
  expect(told.filter((name) => name === "contacts.topics_changed")).toHaveLength(2);
});
