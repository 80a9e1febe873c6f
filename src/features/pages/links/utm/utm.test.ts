// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { UTM_TEMPLATES_MAX } from "./utm-contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app?.close());

it("keeps an account's UTM templates by name, and nobody else's", async () => {
  const [owner, other] = [await app.signUp(), await app.signUp()];
  const save = (fields: object, { who = owner, id = randomUUID() as string } = {}) =>
    who.api("PUT", `/utm-templates/${id}`, fields);
  const names = async () =>
    (await owner.api("GET", "/utm-templates")).body.items.map(({ name }: { name: string }) => name);
  const { body } = await save({ name: " Story ", utm_source: "instagram", utm_medium: "social" });
  expect(body).toEqual({
    ...{ id: body.id, name: "Story", utm_source: "instagram", utm_medium: "social" },
    ...{ utm_campaign: "", utm_term: "", utm_content: "" },
  });
  expect((await save({ name: "story", utm_source: "tiktok" })).body.id).toBe(body.id);
  await save({ name: "Mail", utm_medium: "email" });
  await save({ name: "Letter", utm_medium: "email" }, { id: body.id });
  expect(await names()).toEqual(["Letter", "Mail"]);
  const code = async (answer: ReturnType<typeof save>) => (await answer).body.code;
  expect(await code(save({ name: " ", utm_source: "x" }))).toBe("UTM_TEMPLATE_NAME_REQUIRED");
  expect(await code(save({ name: "x", utm_source: " " }))).toBe("UTM_TEMPLATE_EMPTY");
  expect(await code(save({ name: "x", utm_source: "y" }, { who: other, id: body.id }))).toBe(
    "UTM_TEMPLATE_NOT_FOUND",
  );
  expect(await code(other.api("DELETE", `/utm-templates/${body.id}`))).toBe("UTM_TEMPLATE_NOT_FOUND");
  expect((await other.api("GET", "/utm-templates")).body.items).toEqual([]);
  expect((await owner.api("DELETE", `/utm-templates/${body.id}`)).body).toEqual({ id: body.id });
  expect(await names()).toEqual(["Mail"]);
  for (let n = 1; n < UTM_TEMPLATES_MAX; n++) await save({ name: `T${n}`, utm_source: "x" });
  expect(await code(save({ name: "More", utm_source: "x" }))).toBe("UTM_TEMPLATE_LIMIT");
  expect((await save({ name: "T1", utm_source: "y" })).status).toBe(200);
});
