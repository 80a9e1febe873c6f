import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { VIDEO_BYTES_MAX } from "#src/features/pages/media/rules.ts";
import { MP4, WEBM } from "#test/harness/videos.ts";
import { type Creator, expect, expectAccessible, test, uploadPicture } from "./instance.ts";
import { visitorOf } from "./visitor.ts";

const PAUSE = { name: "Pause the video" };
const PLAY = { name: "Play the video" };

/** Puts a video behind the creator's page, and returns its path. */
async function showVideo(creator: Creator, page: Page): Promise<string> {
  const { request, profileId } = creator;
  const file = { name: "loop.webm", mimeType: "video/webm", buffer: Buffer.from(WEBM) };
  const { url } = await (await request.post("/api/v1/media/videos", { multipart: { file } })).json();
  const data = { background_video_url: url, background_image_url: await uploadPicture(page, "background") };
  const answer = await request.patch(`/api/v1/profiles/${profileId}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return url;
}

/** A visitor of the page, and the statuses of the videos that they've got. */
async function visit(
  { browser, baseURL, username }: { browser: Browser; baseURL: string | undefined; username: string },
  options: BrowserContextOptions = {},
) {
  const { page } = await visitorOf(browser, baseURL, { reducedMotion: "no-preference", ...options });
  const loaded: number[] = [];
  page.on("response", (response) => {
    if (/\.(?:webm|mp4)$/.test(response.url())) loaded.push(response.status());
  });
  const open = () => page.goto(`/${username}`);
  return { page, loaded, open };
}

const timeOf = (page: Page) =>
  page.locator(".backdrop video").evaluate((video: HTMLVideoElement) => video.currentTime);

/** Waits until the page's script has decided whether it plays something. */
const settled = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => requestIdleCallback(() => done()))),
  );

/** Waits until the video has shown frames between two looks at it. */
async function expectMoving(page: Page): Promise<void> {
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.1);
  const before = await timeOf(page);
  await expect.poll(() => timeOf(page)).not.toBe(before);
}

async function expectStanding(page: Page): Promise<void> {
  const before = await timeOf(page);
  await page.waitForTimeout(400);
  expect(await timeOf(page)).toBe(before);
}

test("a video plays behind the page without sound until somebody pauses it @phone", async ({
  browser,
  baseURL,
  creator,
  page: own,
}) => {
  const path = await showVideo(creator, own);
  const { page, loaded, open } = await visit({ browser, baseURL, username: creator.username });
  await open();
  await expectMoving(page);
  expect(new Set(loaded)).toEqual(new Set([206]));
  const video = page.locator(".backdrop[aria-hidden=true] video");
  expect(
    await video.evaluate((one: HTMLVideoElement) => {
      const { muted, loop, controls, autoplay, currentSrc, tabIndex } = one;
      const hasInline = one.hasAttribute("playsinline") && one.hasAttribute("muted");
      return { muted, loop, controls, autoplay, tabIndex, hasInline, path: new URL(currentSrc).pathname };
    }),
  ).toEqual({
    muted: true,
    loop: true,
    controls: false,
    autoplay: false,
    tabIndex: -1,
    hasInline: true,
    path,
  });
  // The picture under it stays: it's what's seen until the first frame.
  await expect(page.locator(".backdrop img")).toBeVisible();
  await expectAccessible(page);

  const pause = page.getByRole("button", PAUSE);
  await pause.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", PLAY)).toBeFocused();
  await expectStanding(page);
  await page.getByRole("button", PLAY).click();
  await expect(pause).toBeVisible();
  await expectMoving(page);
  // The two seconds of it come again and again.
  await video.evaluate((one: HTMLVideoElement) => {
    one.currentTime = one.duration - 0.1;
  });
  await expect.poll(() => timeOf(page)).toBeLessThan(1.5);
  await expectMoving(page);
});

test("less motion, forced colors, saved data, and no JavaScript: the picture alone, and nothing loads", async ({
  browser,
  baseURL,
  creator,
  page: own,
}) => {
  await showVideo(creator, own);
  const visitor = { browser, baseURL, username: creator.username };
  for (const options of [
    { reducedMotion: "reduce" },
    { forcedColors: "active" },
    { javaScriptEnabled: false },
  ] as const) {
    const { page, loaded, open } = await visit(visitor, options);
    await open();
    if (!("javaScriptEnabled" in options)) await settled(page);
    await expect(page.locator(".backdrop img")).toHaveCount(1);
    await expect(page.locator(".backdrop video")).toHaveCount(0);
    await expect(page.getByRole("button", PAUSE)).toBeHidden();
    expect(loaded).toEqual([]);
    await page.context().close();
  }
  const { page, loaded, open } = await visit(visitor);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await open();
  await settled(page);
  await expect(page.locator(".backdrop video")).toHaveCount(0);
  expect(loaded).toEqual([]);
});

test("motion ends as soon as a visitor asks their system for less of it", async ({
  browser,
  baseURL,
  creator,
  page: own,
}) => {
  await showVideo(creator, own);
  const { page, open } = await visit({ browser, baseURL, username: creator.username });
  await open();
  await expectMoving(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByRole("button", PAUSE)).toBeHidden();
  await expect(page.locator(".backdrop video")).toBeHidden();
  await expectStanding(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expectMoving(page);
});

test("a phone that plays nothing by itself shows the picture, and a button to play the video", async ({
  browser,
  baseURL,
  creator,
  page: own,
}) => {
  await showVideo(creator, own);
  const { page, open } = await visit({ browser, baseURL, username: creator.username });
  // As iPhones do in Low Power Mode.
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return navigator.userActivation.hasBeenActive
        ? play.call(this)
        : Promise.reject(new DOMException("Not now", "NotAllowedError"));
    };
  });
  await open();
  const button = page.getByRole("button", PLAY);
  await expect(button).toBeVisible();
  expect(await timeOf(page)).toBe(0);
  await expect(page.locator(".backdrop video")).toHaveCSS("opacity", "0");
  await button.click();
  await expect(page.getByRole("button", PAUSE)).toBeVisible();
  await expectMoving(page);
});

test("a video that can't be loaded leaves the picture, and nothing to press", async ({
  browser,
  baseURL,
  creator,
  page: own,
}) => {
  await showVideo(creator, own);
  const { page, open } = await visit({ browser, baseURL, username: creator.username });
  const asked = page.waitForRequest(/\.webm$/);
  await page.route(/\.webm$/, (route) => route.abort());
  await open();
  await asked;
  await expect(page.locator(".backdrop video")).toHaveCount(0);
  await expect(page.getByRole("button", PAUSE)).toBeHidden();
  await expect(page.locator(".backdrop img")).toBeVisible();
});

test("a creator chooses a video, and its first frame becomes the picture @phone", async ({
  page,
  creator,
}) => {
  await page.goto(`/dashboard/profiles?edit=${creator.profileId}&tab=design`);
  const choose = async (buffer: Uint8Array, name: string) => {
    const picker = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /^(?:Choose|Change) video$/ }).click();
    await (await picker).setFiles({ name, mimeType: "video/mp4", buffer: Buffer.from(buffer) });
  };
  await choose(new Uint8Array(VIDEO_BYTES_MAX + 1), "long.mp4");
  await expect(page.getByRole("alert").getByText("This video is larger than 2 MB.")).toBeVisible();
  await choose(WEBM, "Beach.webm");
  await expect(page.getByLabel("Your background video")).toBeVisible();
  const stored = async () => {
    const answer = await page.request.get(`/api/v1/profiles/${creator.profileId}`);
    const { background_video_url, background_image_url } = await answer.json();
    return { background_video_url, background_image_url };
  };
  await expect.poll(stored).toEqual({
    background_video_url: expect.stringMatching(/^\/media\/.+\.webm$/),
    background_image_url: expect.stringMatching(/^\/media\/.+\.webp$/),
  });
  await expectAccessible(page);

  await page.getByRole("button", { name: "Your videos" }).click();
  const dialog = page.getByRole("dialog", { name: "Your videos" });
  await expect(dialog.getByText(/^Background of the profile/)).toBeVisible();
  await expect(dialog.getByText(/^96 × 160/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Use this video" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Remove video" }).click();
  await expect.poll(async () => (await stored()).background_video_url).toBeNull();

  const { url } = await (
    await page.request.post("/api/v1/media/videos", {
      multipart: { file: { name: "unused.mp4", mimeType: "video/mp4", buffer: Buffer.from(MP4) } },
    })
  ).json();
  await page.reload();
  await page.getByRole("button", { name: "Your videos" }).click();
  await dialog
    .getByRole("listitem")
    .filter({ hasText: "unused" })
    .getByRole("button", { name: "Delete video" })
    .click();
  await page
    .getByRole("dialog", { name: "Delete this video?" })
    .getByRole("button", { name: "Delete video" })
    .click();
  await expect(dialog.getByText("unused")).toBeHidden();
  expect((await page.request.get(url)).status()).toBe(404);
});
