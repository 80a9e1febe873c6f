// @project unit
import { crc32 } from "node:zlib";
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

describe("what phones make", () => {
  const blue = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#1450c8" } });
  const PURPOSES = ["avatar", "icon", "background", "mail"] as const;

  it("is taken: JPEGs of 48, 50 and 200 megapixels, and an AVIF of 12", async () => {
    const originals = await Promise.all([
      blue(8064, 6048).jpeg().toBuffer(),
      blue(8160, 6144).jpeg({ progressive: true }).toBuffer(),
      blue(16_320, 12_240).jpeg().toBuffer(),
      blue(4080, 3072).avif({ effort: 0 }).toBuffer(),
    ]);
    for (const [at, original] of originals.entries()) {
      for (const purpose of at === 0 ? PURPOSES : (["background"] as const)) {
        const { content } = await encodePicture(original, { purpose, account: "phone" });
        const [red = 0, green = 0, blue = 0] = await sharp(content).resize(1, 1).raw().toBuffer();
        expect([red < 40, green > 60 && green < 100, blue > 180]).toEqual([true, true, true]);
      }
    }
  });

  it("stands upright, however the phone was held", async () => {
    const { data, info } = await sharp({ create: { width: 80, height: 40, channels: 3, background: "#00f" } })
      .composite([
        { input: { create: { width: 40, height: 20, channels: 3, background: "#f00" } }, left: 0, top: 0 },
      ])
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const upright = () => sharp(data, { raw: { ...info, channels: 3 } });
    /** As the sensor stores it, for each value of EXIF's orientation. */
    const stored = [
      upright(),
      upright().flop(),
      upright().rotate(180),
      upright().flip(),
      upright().flip().rotate(90),
      upright().rotate(270),
      upright().flip().rotate(270),
      upright().rotate(90),
    ];
    for (const [at, picture] of stored.entries()) {
      const png = await picture.png().toBuffer();
      const original = await sharp(png)
        .withMetadata({ orientation: at + 1 })
        .jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
        .toBuffer();
      const { content, width, height } = await encodePicture(original, {
        purpose: "background",
        account: "a",
      });
      expect([at + 1, width, height]).toEqual([at + 1, 80, 40]);
      const corner = await sharp(content).extract({ left: 10, top: 5, width: 1, height: 1 }).raw().toBuffer();
      expect([at + 1, (corner[0] ?? 0) > 200, (corner[2] ?? 0) < 60]).toEqual([at + 1, true, true]);
    }
  });
});

describe("an animation", () => {
  const FRAMES = ["#f00", "#0f0", "#00f"];
  /** Some frames, each of one color. */
  const moving = async (width: number, height: number, colors = FRAMES) => {
    const frame = (background: string) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer();
    return sharp(await Promise.all(colors.map(frame)), { join: { animated: true } });
  };
  const delay = [40, 500, 90];

  it.each(["gif", "webp"] as const)(
    "as %s moves in e-mail as it did, at most as wide as the text",
    async (format) => {
      const original = await (await moving(1200, 400)).toFormat(format, { delay, loop: 2 }).toBuffer();
      const kept = await encodePicture(original, { purpose: "mail", account: "a" });
      expect(kept).toMatchObject({ content_type: "image/gif", width: 600, height: 200, notice: null });
      const facts = await sharp(kept.content).metadata();
      expect(facts).toMatchObject({ format: "gif", pages: 3, delay, loop: 2 });
      for (const [page, channel] of [0, 1, 2].entries()) {
        const pixel = await sharp(kept.content, { page }).resize(1, 1).removeAlpha().raw().toBuffer();
        expect(pixel[channel]).toBeGreaterThan(200);
      }
    },
  );

  it("becomes its first frame everywhere else, and its owner is told", async () => {
    const original = await (await moving(300, 200)).gif({ delay }).toBuffer();
    for (const purpose of ["avatar", "icon", "background"] as const) {
      const { content, notice } = await encodePicture(original, { purpose, account: "a" });
      expect(notice).toBe("Pictures only move in e-mail, so we kept this one’s first frame.");
      expect((await sharp(content).metadata()).pages ?? 1).toBe(1);
      const [red = 0, green = 255] = await sharp(content).resize(1, 1).raw().toBuffer();
      expect([red > 200, green < 60]).toEqual([true, true]);
    }
  });

  it("that is too long for e-mail becomes its first frame there, too", async () => {
    const colors = Array.from({ length: 501 }, (_, at) => (at % 2 === 0 ? "#f00" : "#00f"));
    const original = await (await moving(8, 8, colors)).gif({ effort: 1 }).toBuffer();
    const kept = await encodePicture(original, { purpose: "mail", account: "a" });
    expect(kept.notice).toMatch(/^This animation is too long or too large, so we kept its first frame\./);
    expect((await sharp(kept.content).metadata()).pages ?? 1).toBe(1);
  });

  it("that is too heavy for e-mail gets smaller", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 80 } as const;
    const create = { width: 300, height: 300, channels: 3, background: "#fff", noise } as const;
    const frame = () => sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
    const frames = await Promise.all(Array.from({ length: 36 }, frame));
    const original = await sharp(frames, { join: { animated: true } })
      .gif({ effort: 1 })
      .toBuffer();
    expect(original.length).toBeGreaterThan(3_000_000);
    const kept = await encodePicture(original, { purpose: "mail", account: "a" });
    expect(kept).toMatchObject({ content_type: "image/gif", notice: null });
    expect(kept.content.length).toBeLessThan(3_000_000);
    expect((await sharp(kept.content).metadata()).pages).toBe(36);
  });

  it("as PNG is told from a still one", async () => {
    const still = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    const control = Buffer.concat([Buffer.from("acTL"), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]);
    const checked = Buffer.alloc(4);
    checked.writeUInt32BE(crc32(control));
    const HEAD = 33;
    const original = Buffer.concat([
      still.subarray(0, HEAD),
      Buffer.from([0, 0, 0, 8]),
      control,
      checked,
      still.subarray(HEAD),
    ]);
    const notices = async (picture: Buffer) => [
      (await encodePicture(picture, { purpose: "mail", account: "a" })).notice,
      (await encodePicture(picture, { purpose: "avatar", account: "a" })).notice,
    ];
    expect(await notices(still)).toEqual([null, null]);
    expect(await notices(original)).toEqual([
      "Only GIF and WebP animations move in e-mail, so we kept this one’s first frame.",
      "Pictures only move in e-mail, so we kept this one’s first frame.",
    ]);
  });
});

describe("odd pictures", () => {
  const orange = (width = 300, height = 200) =>
    sharp({ create: { width, height, channels: 3, background: "#c86432" } });
  it.each([
    ["one pixel", orange(1, 1).png()],
    ["a hair", orange(1, 20_000).png()],
    ["a horizon", orange(20_000, 1).jpeg()],
    ["16 bits", orange().toColourspace("rgb16").png()],
    ["a wide gamut", orange().withIccProfile("p3").jpeg()],
    ["ten bits", orange().avif({ bitdepth: 10 })],
    ["inks", orange().withIccProfile("cmyk").jpeg()],
  ])("with %s keep their colors", async (_, original) => {
    for (const purpose of ["avatar", "background", "mail"] as const) {
      const { content } = await encodePicture(await original.toBuffer(), { purpose, account: "a" });
      const [red = 0, green = 0, blue = 0] = await sharp(content)
        .resize(1, 1, { fit: "fill" })
        .raw()
        .toBuffer();
      expect(Math.max(Math.abs(red - 0xc8), Math.abs(green - 0x64), Math.abs(blue - 0x32))).toBeLessThan(32);
    }
  });

  it("that are gray and see-through stay so", async () => {
    const original = await orange().grayscale().ensureAlpha(0.5).toColourspace("b-w").png().toBuffer();
    for (const purpose of ["background", "mail"] as const) {
      const { content } = await encodePicture(original, { purpose, account: "a" });
      const [red, green, blue, alpha = 0] = await sharp(content).resize(1, 1).raw().toBuffer();
      expect([red, blue]).toEqual([green, green]);
      expect(Math.abs(alpha - 128)).toBeLessThan(4);
    }
  });

  it("that break off, or of a format that only looks like one of ours, say so", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 50 } as const;
    const noisy = sharp({ create: { width: 300, height: 200, channels: 3, background: "#fff", noise } });
    for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const) {
      const whole = await noisy.clone().toFormat(format).toBuffer();
      for (const part of [0.05, 0.5, 0.9]) {
        const cut = whole.subarray(0, whole.length * part);
        await expect(
          encodePicture(cut, { purpose: "mail", account: "a" }),
          `${part} ${format}`,
        ).rejects.toThrow("This picture is damaged or incomplete. Upload it again, or use another copy.");
      }
      // What messengers and cameras append doesn't matter.
      const longer = Buffer.concat([whole, Buffer.alloc(3000, 7)]);
      expect((await encodePicture(longer, { purpose: "mail", account: "a" })).width).toBe(300);
    }
    await expect(
      encodePicture(await noisy.clone().tiff().toBuffer(), { purpose: "mail", account: "a" }),
    ).rejects.toThrow("This is a TIFF file, or a camera’s RAW file.");
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
