import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodePicture } from "./pictures.ts";
import { tonesOf } from "./rules.ts";

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

describe("a background", () => {
  const striped = async (left: string, right: string) => {
    const half = { width: 300, height: 900, channels: 3 as const };
    return sharp({ create: { ...half, width: 600, background: left } })
      .composite([{ input: { create: { ...half, background: right } }, left: 300, top: 0 }])
      .png()
      .toBuffer();
  };

  it("is measured, because text is on it", async () => {
    const picture = await encodePicture(await striped("#102030", "#ffee00"), {
      purpose: "background",
      account: "a",
    });
    const channels = (color: string | null) =>
      [1, 3, 5].map((at) => Number.parseInt(color?.slice(at, at + 2) ?? "", 16));
    const isNear = (color: string | null, wanted: number[]) =>
      channels(color).every((channel, at) => Math.abs(channel - (wanted[at] ?? 0)) < 16);
    expect(isNear(picture.darkest, [0x10, 0x20, 0x30]), picture.darkest ?? "").toBe(true);
    expect(isNear(picture.lightest, [0xff, 0xee, 0x00]), picture.lightest ?? "").toBe(true);
  });

  it("counts pure blue as darker than a gray that is as bright, because it is under a white overlay", () => {
    expect(tonesOf([76, 76, 76, 0, 0, 255], 3).darkest).toBe("#0000ff");
  });

  it("is the only kind of picture that is measured", async () => {
    const picture = await encodePicture(await plain(64, 64), { purpose: "avatar", account: "a" });
    expect(picture).toMatchObject({ darkest: null, lightest: null });
  });
});
