/*
 * How long the dashboard's first screens take on a slow phone, and how much they transfer. `usable_ms` is
 * measured in the page, from the start of the navigation until the first card is painted and the main thread
 * is free to handle a tap. A real tap then has to open the card.
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import type { Client } from "#test/harness/client.ts";
import { publish, signUp } from "#test/nodes/creator.ts";
import { BROWSER_ROUNDS, median } from "./measurement.ts";

export interface PageLoad {
  usable_ms: number;
  kb: number;
  requests: number;
}

interface Screen {
  screen: string;
  /** Selector of the first card. */
  card: string;
}

const SCREENS = {
  Links: { screen: "links", card: "ul[aria-label=Links] li button[id^=edit]" },
  Profiles: { screen: "profiles", card: "main ul li a[aria-label^=Edit]" },
} satisfies Record<string, Screen>;

/** The most each screen may take. */
export const PAGE_LOAD_MAX: PageLoad = { usable_ms: 3000, kb: 250, requests: 12 };

/** Lighthouse's slow 4G as it applies to requests, and a CPU slowed down four times. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };
const CPU_SLOWDOWN = 4;
/** By then, everything that loads after the screen itself has loaded. */
const LATER_MS = 5000;

/** Rare enough that checking doesn't slow the page down. */
const LOOK_AGAIN_MS = 250;

const USABLE = "usable";

const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };

/** Signed in to an account with three profiles of four links each. */
export async function measurePageLoad(
  url: string,
  executablePath: string,
): Promise<Record<string, PageLoad>> {
  const client = await signUp(url);
  for (const name of ["Mia Moreno", "Mia Paints", "Mia Travels"]) await publish(client, name);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const screen of Object.values(SCREENS)) await proveUsable(browser, client, screen);
    return {
      Links: await medianOf(() => load(browser, client, SCREENS.Links)),
      Profiles: await medianOf(() => load(browser, client, SCREENS.Profiles)),
    };
  } finally {
    await browser.close();
  }
}

async function medianOf(measure: () => Promise<PageLoad>): Promise<PageLoad> {
  const rounds: PageLoad[] = [];
  while (rounds.length < BROWSER_ROUNDS) rounds.push(await measure());
  const of = (name: keyof PageLoad) => Math.round(median(rounds.map((round) => round[name])));
  return { usable_ms: of("usable_ms"), kb: of("kb"), requests: of("requests") };
}

/** Uses a browser with an empty cache. */
async function load(browser: Browser, client: Client, screen: Screen): Promise<PageLoad> {
  const { page, transfer } = await visit(browser, client, screen);
  const usable_ms = await usableAfter(page);
  await page.waitForTimeout(LATER_MS);
  await page.context().close();
  return { usable_ms, kb: transfer.bytes / 1024, requests: transfer.requests };
}

/** Taps the first card as soon as the screen claims to be usable. The card has to open. */
async function proveUsable(browser: Browser, client: Client, screen: Screen): Promise<void> {
  const { page } = await visit(browser, client, screen);
  await usableAfter(page);
  await page.locator(screen.card).first().tap({ timeout: 60_000 });
  await page.waitForURL(/[?&]edit=/, { timeout: 60_000 });
  await page.context().close();
}

async function visit(browser: Browser, client: Client, { screen, card }: Screen) {
  const context = await browser.newContext(PHONE);
  await context.setExtraHTTPHeaders({ cookie: client.cookie });
  const page = await context.newPage();
  await page.addInitScript(watchFor, { card, mark: USABLE });
  const transfer = await slowDown(page);
  await page.goto(`${client.url}/dashboard/${screen}`, { waitUntil: "commit" });
  return { page, transfer };
}

/**
 * Runs in the page. Marks the time when the first card is painted and the main thread is free, so that a tap
 * would get an answer. A task posted during a frame runs after that frame is painted and after all the work
 * React had to do first.
 */
function watchFor({ card, mark }: { card: string; mark: string }): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(card)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark(mark)));
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** Milliseconds from the start of the navigation. */
async function usableAfter(page: Page): Promise<number> {
  const read = () => page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime, USABLE);
  for (;;) {
    const usable = await read();
    if (usable !== undefined) return usable;
    await page.waitForTimeout(LOOK_AGAIN_MS);
  }
}

async function slowDown(page: Page): Promise<{ bytes: number; requests: number }> {
  const transfer = { bytes: 0, requests: 0 };
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", { offline: false, ...SLOW_4G });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
    transfer.bytes += encodedDataLength;
    transfer.requests++;
  });
  return transfer;
}
