import type { Page } from "@playwright/test";
import sharp from "sharp";
import { LOOKS } from "#src/features/pages/profiles/looks-rules.ts";
import { PRESETS } from "#src/features/pages/profiles/ui/theme/theme-presets.ts";
import { contrastRatio, parseColor, READABLE_CONTRAST } from "#src/lib/colors.ts";
import { type Caller, expect } from "./instance.ts";
import { FROM_AMERICA, makePage, test } from "./visitor.ts";

const WIDTH = 390;
const HEIGHT = 844;

/** Pictures as creators upload them: smooth, with a bright or a dark spot, colored, and torn between both ends. */
const PICTURES = {
  dark: ["#05060c", "#1b2340", "#0a0d18"],
  light: ["#ffffff", "#f3e9dc", "#d9ecff"],
  blue: ["#0000ff", "#1030ff", "#0000c0"],
  torn: ["#000000", "#ffffff", "#ff7a00"],
} as const;

function draw([top, middle, bottom]: readonly string[]): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><linearGradient id="g" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".5" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function upload(caller: Caller, buffer: Buffer): Promise<string> {
  const file = { name: "p.png", mimeType: "image/png", buffer };
  const answer = await caller.request.post("/api/v1/media", { multipart: { file, purpose: "background" } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).url;
}

/** Where text is, and its color: everything on the page that has words of its own. */
function listTexts(page: Page) {
  return page.evaluate(() => {
    const hex = (color: string) =>
      `#${[...color.matchAll(/\d+/g)]
        .slice(0, 3)
        .map(([part]) => Number(part).toString(16).padStart(2, "0"))
        .join("")}`;
    return [...document.querySelectorAll("main *, footer *")].flatMap((element) => {
      const own = [...element.childNodes].find((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!own || !element.checkVisibility()) return [];
      const range = document.createRange();
      range.selectNodeContents(own);
      const { x, y, width, height } = range.getBoundingClientRect();
      if (width < 4 || y + height > innerHeight || element.closest(".extra, .button, .lead button"))
        return [];
      return [
        {
          text: own.textContent?.trim() ?? "",
          color: hex(getComputedStyle(element).color),
          x,
          y,
          width,
          height,
        },
      ];
    });
  });
}

/**
 * Where the browser has left out what's behind the text, a screenshot is transparent, and its pixels say
 * nothing about the page.
 */
async function shoot(page: Page): Promise<Buffer> {
  const screenshot = await page.screenshot();
  expect((await sharp(screenshot).stats()).isOpaque, "The picture is painted").toBe(true);
  return screenshot;
}

/**
 * The lowest contrast between each text and a pixel behind it. Text in forced colors can't be hidden, so there
 * it's the contrast with what most pixels around its letters are.
 */
async function measure(page: Page, isForced = false): Promise<{ text: string; contrast: number }[]> {
  const texts = await listTexts(page);
  // The page's policy refuses styles from anyone else, so the context goes around it.
  await page.addStyleTag({
    content: "*{color:transparent!important}svg{visibility:hidden!important}",
  });
  const { data, info } = await sharp(await shoot(page))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return texts.map(({ text, color, x, y, width, height }) => {
    const found = new Map<string, number>();
    for (let row = Math.ceil(y); row < y + height - 1; row += 2) {
      for (let column = Math.ceil(x); column < x + width - 1; column += 3) {
        const at = (row * info.width + column) * 3;
        const pixel = `#${data.subarray(at, at + 3).toString("hex")}`;
        found.set(pixel, (found.get(pixel) ?? 0) + 1);
      }
    }
    const most = Math.max(...found.values());
    const behind = [...found].filter(([, count]) => !isForced || count === most);
    const contrast = Math.min(...behind.map(([pixel]) => contrastRatio(parseColor(color) ?? "", pixel)));
    return { text, contrast };
  });
}

const SETTINGS = {
  public_notes: "Singer from Lisbon. New record out now.",
  show_response_time: true,
  response_time: "an hour",
  lead_capture_enabled: true,
  collect_without_download: true,
};
const LINKS = [{ title: "My shop", url: "https://example.com", description: "Vinyl and shirts" }];

const SCHEMES = ["light", "dark"] as const;

for (const [at, [name, shades]] of Object.entries(PICTURES).entries()) {
  test(`text is readable over a ${name} picture, with every set of colors, by day and by night`, async ({
    creator,
    browser,
    baseURL,
  }) => {
    await makePage(creator, { links: LINKS, settings: SETTINGS });
    const background_image_url = await upload(creator, await draw(shades));
    const options = { extraHTTPHeaders: FROM_AMERICA, viewport: { width: WIDTH, height: HEIGHT } };
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      ...options,
      reducedMotion: "reduce",
      bypassCSP: true,
    });
    const visitor = await context.newPage();
    const unreadable: string[] = [];
    for (const [number, { label, theme }] of PRESETS.entries()) {
      const overlay_color = number % 2 === 0 ? "black" : "white";
      const button_style = (["filled", "outline", "soft", "shadow"] as const)[number % 4];
      const data = { background_image_url, overlay_color, theme_settings: { ...theme, button_style } };
      const answer = await creator.request.patch(`/api/v1/profiles/${creator.profileId}`, { data });
      expect(answer.ok(), await answer.text()).toBe(true);
      // The torn picture has the ends of the others, whose sets of colors take turns by day and by night.
      const turn = SCHEMES[(at + (number >> 1)) % SCHEMES.length] ?? "light";
      for (const colorScheme of name === "torn" ? SCHEMES : [turn]) {
        await visitor.emulateMedia({ colorScheme });
        await visitor.goto(`/${creator.username}`);
        const texts = await measure(visitor);
        expect(texts.map(({ text }) => text)).toEqual(
          expect.arrayContaining(["Vinyl and shirts", "My shop"]),
        );
        for (const { text, contrast } of texts) {
          if (contrast >= READABLE_CONTRAST) continue;
          unreadable.push(
            `${label}, ${button_style}, ${overlay_color}, ${colorScheme}: “${text}” ${contrast.toFixed(2)}:1`,
          );
        }
      }
    }
    await context.close();
    expect(unreadable).toEqual([]);
  });
}

test("text is readable in every look, by day, by night, and in forced colors", async ({
  creator,
  browser,
  baseURL,
}) => {
  await makePage(creator, { links: LINKS, settings: SETTINGS });
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: FROM_AMERICA,
    viewport: { width: WIDTH, height: HEIGHT },
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  const visitor = await context.newPage();
  const unreadable: string[] = [];
  for (const { label, theme } of LOOKS) {
    // Who leaves the choice to visitors has a darker look for the night, and the look itself for the day.
    const data = { theme_settings: { ...theme, always_own_colors: false } };
    const answer = await creator.request.patch(`/api/v1/profiles/${creator.profileId}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    for (const media of [
      { colorScheme: "light", forcedColors: "none" },
      { colorScheme: "light", forcedColors: "active" },
      { colorScheme: "dark", forcedColors: "none" },
    ] as const) {
      await visitor.emulateMedia(media);
      if (media.forcedColors === "none") await visitor.goto(`/${creator.username}`);
      const texts = await measure(visitor, media.forcedColors === "active");
      expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(["Vinyl and shirts", "My shop"]));
      for (const { text, contrast } of texts) {
        if (contrast >= READABLE_CONTRAST) continue;
        unreadable.push(`${label}, ${Object.values(media)}: “${text}” ${contrast.toFixed(2)}:1`);
      }
    }
  }
  await context.close();
  expect(unreadable).toEqual([]);
});

test("a large picture has no frame without a background while it's being decoded", async ({
  creator,
  page,
}) => {
  await makePage(creator, { links: LINKS, settings: SETTINGS });
  // Noise takes the longest to decode.
  const noise = { type: "gaussian", mean: 220, sigma: 15 } as const;
  const photo = sharp({ create: { width: 1200, height: 1800, channels: 3, background: "#ddd", noise } });
  const data = { background_image_url: await upload(creator, await photo.png().toBuffer()) };
  const answer = await creator.request.patch(`/api/v1/profiles/${creator.profileId}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  for (let visit = 0; visit < 8; visit++) {
    await page.goto(`/${creator.username}`);
    await shoot(page);
  }
});
