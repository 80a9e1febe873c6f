// @project server-postgres
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawableText, drawTextBlock } from "#src/platform/pictures/draw-text.ts";
import { fontOf } from "#src/platform/pictures/fonts.ts";
import { scriptFontsFor } from "#src/platform/pictures/script-fonts.ts";
import { loadSharp } from "#src/platform/pictures/sharp.ts";
import { pageViewOf } from "#test/harness/page-view.ts";
import { drawSharePicture } from "./share-picture.ts";

const HOME = { instanceName: "Fanfare", publicUrl: "https://fan.example" };
const NONE = { avatar: undefined, background: undefined };

const known = fontOf("regular").has;
const familiesOf = (text: string) => [...new Set(scriptFontsFor(text, known).map(({ name }) => name))];

const draw = async (text: string) =>
  drawTextBlock(await loadSharp(), {
    text,
    weight: "bold",
    color: "#000000",
    width: 900,
    linesMax: 2,
    sizes: [60],
  });

describe("the words of a share picture", () => {
  it.each([
    ["Żółć Ćwikła", []],
    ["Привет, мир", []],
    ["Καλημέρα", []],
    ["محمد صلاح", ["Noto Sans Arabic"]],
    ["שלום עולם", ["Noto Sans Hebrew"]],
    ["नमस्ते दुनिया", ["Noto Sans Devanagari"]],
    ["สวัสดีชาวโลก", ["Noto Sans Thai"]],
    ["山田 太郎 ありがとう", ["Noto Sans JP"]],
    ["안녕하세요 세계", ["Noto Sans KR"]],
    ["你好，世界", ["Noto Sans SC"]],
    ["Nora 👩‍🚀🇩🇪🎸", ["Noto Color Emoji"]],
  ])("keep %s, in our own fonts: %j", async (text, families) => {
    expect(drawableText(text)).toBe(text.normalize("NFC"));
    expect(familiesOf(text)).toEqual(families);
    const raster = await draw(text);
    expect(raster.width).toBeGreaterThan(100);
  });

  it("have emoji in color, and people made of several characters in one piece", async () => {
    const [one, three] = [await draw("👩"), await draw("👩‍🚀")];
    expect(Math.abs(three.width - one.width)).toBeLessThan(10);
    let colored = 0;
    for (let at = 0; at < three.data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = three.data.subarray(at, at + 4);
      if (alpha > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) > 60) colored++;
    }
    expect(colored).toBeGreaterThan(200);
  });

  it("leave out what none of our fonts has", () => {
    expect(drawableText("ᚠᚢᚦᚨᚱᚲ")).toBeNull();
    expect(drawableText("\u200b")).toBeNull();
  });
});

describe("a share picture on a photo", () => {
  it("has a scrim: white text is readable even if the photo is white", async () => {
    const white = sharp({ create: { width: 400, height: 300, channels: 3, background: "#ffffff" } });
    const background = { url: "/media/x.webp", overlay: "black" as const, opacity: 0, tones: null };
    const jpeg = await drawSharePicture(pageViewOf({ background }), HOME, {
      ...NONE,
      background: await white.webp().toBuffer(),
    });
    const corner = await sharp(
      await sharp(jpeg).extract({ left: 0, top: 0, width: 40, height: 20 }).toBuffer(),
    ).stats();
    expect(corner.channels[0]?.mean).toBeLessThan(118);
  });
});

describe("a share picture's weight", () => {
  /** Every pixel differs from its neighbors, which is the worst that an encoder can get. */
  const noise = async (width: number, height: number) => {
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0, value = 1; at < pixels.length; at++) {
      value = (value * 48_271) % 2_147_483_647;
      pixels[at] = value % 2 === 0 ? 0 : 255;
    }
    return sharp(pixels, { raw: { width, height, channels: 3 } })
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
  };

  it("is at most what WhatsApp shows, whatever the pictures, the name and the overlay", async () => {
    const [soft, worst] = [await noise(240, 126), await noise(1200, 630)];
    const photos = [undefined, soft, worst];
    const cases = fc.record({
      avatar: fc.constantFrom(...photos),
      background: fc.constantFrom(...photos),
      overlay: fc.constantFrom("black" as const, "white" as const),
      opacity: fc.constantFrom(0, 0.3, 1),
      name: fc.constantFrom("Mia", "🎸🎸🎸", "W".repeat(90), "山田 太郎"),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ avatar, background, overlay, opacity, name }) => {
        const shown = background && { url: "/media/x.webp", overlay, opacity, tones: null };
        const view = pageViewOf({ name, bio: name.repeat(5), background: shown ?? null });
        const jpeg = await drawSharePicture(view, HOME, { avatar, background });
        const { format, width, height } = await sharp(jpeg).metadata();
        expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
        expect(jpeg.length).toBeLessThanOrEqual(300_000);
      }),
      {
        numRuns: 6,
        examples: [[{ avatar: worst, background: worst, overlay: "black", opacity: 0, name: "🎸" }]],
      },
    );
  });
});
