// @project server-postgres
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createConnection, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { askControl, serveControl } from "./control.ts";

let folder: string;
let server: Server | Error;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fanfare-control-"));
  server = await serveControl(folder, {
    double: async (given) => ({ twice: [given, given] }),
    fail: async () => {
      throw new Error("Not now.");
    },
  });
});
afterEach(async () => {
  if (!(server instanceof Error)) server.close();
  await rm(folder, { recursive: true, force: true });
});

it("answers commands on the same machine, in one line each", async () => {
  expect(await askControl(folder, "double", "a\nb")).toEqual({ value: { twice: ["a\nb", "a\nb"] } });
  await expect(askControl(folder, "fail")).rejects.toThrow("Not now.");
  await expect(askControl(folder, "toString")).rejects.toThrow("doesn't know this command");
});

it("is nobody where nothing runs", async () => {
  expect(await askControl(join(folder, "elsewhere"), "double")).toBeUndefined();
});

it.skipIf(process.platform === "win32")("isn’t upset by those who leave, or talk nonsense", async () => {
  expect((await stat(join(folder, "control"))).isSocket()).toBe(true);
  for (const text of ["", "nonsense\n", "{", '{"name":1}\n', "\0\n"]) {
    const socket = createConnection(join(folder, "control"));
    await new Promise((done) => socket.once("connect", done));
    socket.write(text);
    socket.destroy();
  }
  expect(await askControl(folder, "double", 1)).toEqual({ value: { twice: [1, 1] } });
});
