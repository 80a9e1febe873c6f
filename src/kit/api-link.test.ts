import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import { member } from "#src/lib/endpoint.ts";
import { linkFor } from "./api-link.ts";
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
