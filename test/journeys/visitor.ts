import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { test as base, type Creator, expect, makeProfile, post, signUp } from "./instance.ts";

/** The user agents of real browsers. */
export const AGENTS = {
  iphoneSafari:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  iphoneInstagram:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 338.1.3.28.88 (iPhone15,2; iOS 17_5; de_DE; de; scale=3.00; 1179x2556; 618013893)",
  iphoneTikTok:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_34.1.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US RevealType/Dialog isDarkMode/0 WKWebView/1 BytedanceWebview/d8a21c6",
  iphoneLine:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.0",
  androidChrome:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  desktop:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
} as const;

/**
 * An IP address in the United States, where nobody is asked for consent. The server trusts requests from its
 * own machine.
 */
export const FROM_AMERICA = { "x-forwarded-for": "8.8.8.8" };

/** The page is a stranger's, since its owner's own visits don't count. */
export const test = base.extend({
  creator: async ({ request }, use) => {
    const email = await signUp({ request }, "Nora");
    await use({ email, request, ...(await makeProfile({ request }, "Nora Sings")) });
  },
});

/**
 * A page with exactly these links and settings, created by its owner through the API. Returns the links' ids.
 */
export async function makePage(
  creator: Creator,
  { links = [], settings }: { links?: object[]; settings?: object },
): Promise<string[]> {
  const { request, profileId } = creator;
  const path = `/api/v1/profiles/${profileId}/links`;
  const { items } = await (await request.get(path)).json();
  for (const { id } of items) await request.delete(`/api/v1/links/${id}`);
  const made = [];
  for (const link of links) made.push((await post(creator, path, link)).id);
  if (settings) {
    const answer = await request.patch(`/api/v1/profiles/${profileId}`, { data: settings });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return made;
}

/** Waits until the link has this many clicks. */
export async function expectClicks(
  { request, profileId }: Creator,
  clicks: Record<string, number>,
): Promise<void> {
  await expect
    .poll(async () => {
      const { items } = await (await request.get(`/api/v1/profiles/${profileId}/links`)).json();
      const counts = items.map(({ title, click_count }: { title: string; click_count: number }) => [
        title,
        click_count,
      ]);
      return Object.fromEntries(counts);
    })
    .toMatchObject(clicks);
}

/** Someone who has never been here, with a fresh browser. `outside` records its requests to other hosts. */
export async function visitorOf(
  browser: Browser,
  baseURL: string | undefined,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; outside: string[] }> {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options });
  const outside: string[] = [];
  context.on("request", (request) => {
    if (request.url().startsWith("https:")) outside.push(request.url());
  });
  return { page: await context.newPage(), outside };
}
