// @project unit
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Assets } from "./assets.ts";

let folder: string;
let assets: Assets;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fanfare-assets-"));
  await writeFile(join(folder, "film.mp4"), "0123456789");
  assets = new Assets(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask(range?: string, more: Record<string, string> = {}) {
  const asked = new Headers({ "accept-encoding": "gzip", ...(range !== undefined && { range }), ...more });
  const answer = await assets.answer("/film.mp4", asked);
  if (!answer) throw new Error("the film is missing");
  const { status, headers } = answer;
  return [status, headers.get("content-range"), await answer.text()];
}

describe("a film", () => {
  it.each([
    ["bytes=0-3", 206, "bytes 0-3/10", "0123"],
    ["bytes=4-", 206, "bytes 4-9/10", "456789"],
    ["bytes=-2", 206, "bytes 8-9/10", "89"],
    ["bytes=8-500", 206, "bytes 8-9/10", "89"],
    ["bytes=-500", 206, "bytes 0-9/10", "0123456789"],
  ])("is sent in the range that a player asks for: %s", async (range, ...expected) => {
    expect(await ask(range)).toEqual(expected);
  });

  it("is sent whole to whoever began with another version", async () => {
    const tag = (await assets.answer("/film.mp4", new Headers()))?.headers.get("etag") ?? "";
    expect(await ask("bytes=0-3", { "if-range": tag })).toEqual([206, "bytes 0-3/10", "0123"]);
    expect(await ask("bytes=0-3", { "if-range": '"older"' })).toEqual([200, null, "0123456789"]);
  });

  it.each([undefined, "bytes=-", "bytes=0-1,3-4", "lines=1-2", "bytes=a-b"])(
    "is sent whole for %s",
    async (range) => {
      expect(await ask(range)).toEqual([200, null, "0123456789"]);
    },
  );

  it.each(["bytes=10-", "bytes=5-2", "bytes=-0"])("has no range %s", async (range) => {
    expect(await ask(range)).toEqual([416, "bytes */10", ""]);
  });
});
