// @project server-postgres
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AUTH_PATHS } from "#src/features/identity/accounts/auth/auth-routes.ts";
import { sources, walk } from "#test/architecture/sources.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { AUTH_ACCESS, HTTP_ACCESS } from "#test/harness/http-access.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

const ADDING = /^app\.(get|post|put|patch|delete|all|on|use)$/;

it("everything that a slice serves beside its contract is listed with who may call it", () => {
  const served = sources("src/features/**/http.ts").flatMap((file) =>
    walk(file).flatMap(({ node, source }) => {
      const [, method] = (ts.isCallExpression(node) && ADDING.exec(node.expression.getText(source))) || [];
      if (!method || !ts.isCallExpression(node)) return [];
      return [`${file.split("/")[3]} ${method} ${node.arguments[0]?.getText(source)}`];
    }),
  );
  expect([...new Set(served)].sort()).toEqual(Object.keys(HTTP_ACCESS).sort());
});

it("every way in is listed with who may take it, and those for people are refused to strangers", async () => {
  expect(Object.keys(AUTH_ACCESS).sort()).toEqual([...AUTH_PATHS.keys()].sort());
  for (const [name, who] of Object.entries(AUTH_ACCESS)) {
    const [method = "", path] = name.split(" ");
    const { body } = await app.visitor().call(method, `/api/auth/${path}`, method === "GET" ? undefined : {});
    // Without Google's keys, its ways in are nowhere.
    const isRefused = body?.code === "UNAUTHORIZED" || (/google/.test(name) && body?.code === "NOT_FOUND");
    if (!/google/.test(name) || who === "a signed-in person")
      expect([name, isRefused]).toEqual([name, who === "a signed-in person"]);
  }
});
