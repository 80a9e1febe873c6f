// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

it("finds links of all profiles by title and URL, but not deleted ones or other people's", async () => {
  const owner = await app.signUp();
  const make = async (name: string) => (await owner.api("POST", "/profiles", { name })).body;
  const [one, two] = [await make("First"), await make("Second")];
  const add = async (id: string, title: string, url: string) =>
    (await owner.api("POST", `/profiles/${id}/links`, { title, url })).body;
  await add(one.id, "One", "a.example");
  const gone = await add(one.id, "Gone", "a.example");
  await add(two.id, "Two", "b.example");
  await owner.api("DELETE", `/links/${gone.id}`);
  const find = async (person = owner) => (await person.api("GET", "/links")).body.items;
  const found = (await find()).map((link: Record<string, string>) => [link.profile_id, link.title, link.url]);
  expect(found.sort()).toEqual(
    [
      [one.id, "One", "https://a.example"],
      [two.id, "Two", "https://b.example"],
    ].sort(),
  );
  await owner.api("DELETE", `/profiles/${two.id}`);
  expect(await find()).toHaveLength(1);
  expect(await find(await app.signUp())).toEqual([]);
});

it.each([
  ["PATCH", "", { title: "x" }],
  ["DELETE", ""],
  ["POST", "/restore"],
  ["POST", "/duplicate"],
])("no link of a deleted profile can be changed: %s %s", async (method, path, body?: object) => {
  const owner = await app.signUp();
  const { id } = (await owner.api("POST", "/profiles", { name: "Gone" })).body;
  const link = (await owner.api("POST", `/profiles/${id}/links`, { title: "One", url: "a.example" })).body;
  await owner.api("DELETE", `/profiles/${id}`);
  expect(await owner.api(method, `/links/${link.id}${path}`, body)).toMatchObject({
    status: 404,
    body: { code: "PROFILE_NOT_FOUND", message: "Profile not found" },
  });
});
