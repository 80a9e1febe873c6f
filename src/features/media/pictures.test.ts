import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodePicture } from "./pictures.ts";

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0a0" } })
    .png()
    .toBuffer();

describe("pictures from many accounts", () => {
  it("take turns: six large ones from one account don't hold up another's", async () => {
    const [large, small] = await Promise.all([plain(4000, 4000), plain(64, 64)]);
    const done: string[] = [];
    const encode = (account: string, original: Uint8Array) =>
      encodePicture(original, { purpose: "avatar", account }).then(() => void done.push(account));
    await Promise.all([...Array.from({ length: 6 }, () => encode("a", large)), encode("b", small)]);
    // At most those in progress, plus one whose turn it was.
    expect(done.indexOf("b")).toBeLessThan(6);
    expect(done).toHaveLength(7);
  });

  it("are refused with a sentence when an account brings more than may wait, and when everyone together does", async () => {
    const original = await plain(1000, 1000);
    const encode = (account: string) => encodePicture(original, { purpose: "icon", account });
    const codes = (answers: PromiseSettledResult<unknown>[]) =>
      answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
    const own = await Promise.allSettled(Array.from({ length: 20 }, () => encode("a")));
    expect(new Set(codes(own))).toEqual(new Set(["TOO_MANY_PICTURES"]));
    const all = await Promise.allSettled(Array.from({ length: 40 }, (_, number) => encode(`a${number}`)));
    expect(new Set(codes(all))).toEqual(new Set(["PICTURES_BUSY"]));
    expect((await encode("a")).width).toBe(128);
  });
});
