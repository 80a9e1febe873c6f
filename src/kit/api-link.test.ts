import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import { member } from "#src/lib/endpoint.ts";
import { apiErrorOf } from "./api-error.ts";
import { errorIn, linkFor } from "./api-link.ts";
import { otherAccountQueryOf } from "./other-account.ts";

const asked: string[] = [];
const server = createServer(({ method, headers }, answer) => {
  asked.push(`${method} ${headers["x-account"]}`);
  answer.writeHead(headers["x-account"] === "other" ? 200 : 404, { "content-type": "application/json" });
  answer.end(JSON.stringify({ code: "GONE", message: "That’s gone." }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal("location", { origin: `http://127.0.0.1:${port}` });
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

const contract = {
  get: member("account.see").route({ method: "GET", path: "/one" }).output(z.unknown()),
  remove: member("account.see").route({ method: "DELETE", path: "/one" }).output(z.unknown()),
};

it("what's read and not found here can be asked for in another account, and nothing is changed there", async () => {
  const link = linkFor(contract);
  const failed = (name: string) => link.call([name], {}, { context: {} }).catch((error: unknown) => error);
  expect(otherAccountQueryOf(await failed("remove"))).toBeUndefined();
  const ask = otherAccountQueryOf(await failed("get"));
  await ask?.("other");
  await expect(ask?.("third")).rejects.toThrow("That’s gone.");
  expect(asked).toEqual(["DELETE undefined", "GET undefined", "GET other", "GET third"]);
});

const refused = (body: unknown, status = 409) => apiErrorOf(errorIn(body, { status }));

it("a refusal keeps its code, its sentence, and what it says about fields", () => {
  const body = { code: "USERNAME_TAKEN", message: "That username is taken.", data: { field: "username" } };
  expect(refused(body)).toEqual({ ...body, status: 409 });
  expect(refused({ code: "X", message: "No." })).toEqual({
    code: "X",
    message: "No.",
    status: 409,
    data: undefined,
  });
});

it("a server that broke down has refused nothing", () => {
  expect(refused({ code: "INTERNAL_SERVER_ERROR", message: "Sorry." }, 500)).toBeUndefined();
});

it.each([[null], ["<html>"], [{}], [{ code: 7, message: "x" }], [{ code: "X" }], [[]]])(
  "what a proxy says is no refusal: %j",
  (body) => {
    expect(errorIn(body, { status: 502 })).toBeNull();
  },
);
