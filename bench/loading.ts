/* How long the dashboard's first screens take on a slow phone, and what they transfer. */
import { type Browser, chromium, type Page } from "@playwright/test";
import type { Client } from "#test/harness/client.ts";
import { publish, signUp } from "#test/nodes/creator.ts";
import { median, ROUNDS } from "./figure.ts";

export interface Loading {
  usable_ms: number;
  kb: number;
  requests: number;
}

interface Screen {
  screen: string;
  /** The first card. */
  card: string;
}

/** What each screen must reach. */
export const LOADING_MAX: Loading = { usable_ms: 3000, kb: 250, requests: 12 };

/** Lighthouse's slow 4G as it is applied to requests, and a processor that is four times slower. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };
const CPU_SLOWDOWN = 4;
/** What comes by itself after the screen has come by then. */
const LATER_MS = 5000;

const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };

/** Signed in as somebody with three profiles of four links. */
export async function measureLoading(url: string, executablePath: string): Promise<Record<string, Loading>> {
  const client = await signUp(url);
  for (const name of ["Mia Moreno", "Mia Paints", "Mia Travels"]) await publish(client, name);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    return {
      Links: await medianOf(() =>
        load(browser, client, { screen: "links", card: "ul[aria-label=Links] li button[id]" }),
      ),
      Profiles: await medianOf(() =>
        load(browser, client, { screen: "profiles", card: "main ul li a[aria-label^=Edit]" }),
      ),
    };
  } finally {
    await browser.close();
  }
}

async function medianOf(measure: () => Promise<Loading>): Promise<Loading> {
  const rounds: Loading[] = [];
  while (rounds.length < ROUNDS) rounds.push(await measure());
  const of = (name: keyof Loading) => Math.round(median(rounds.map((round) => round[name])));
  return { usable_ms: of("usable_ms"), kb: of("kb"), requests: of("requests") };
}

/** A browser that has never been there; usable is when the first card can be clicked. */
async function load(browser: Browser, client: Client, { screen, card }: Screen): Promise<Loading> {
  const context = await browser.newContext(PHONE);
  await context.setExtraHTTPHeaders({ cookie: client.cookie });
  const page = await context.newPage();
  const transfer = await slowDown(page);
  const since = performance.now();
  await page.goto(`${client.url}/dashboard/${screen}`, { waitUntil: "commit" });
  await page.locator(card).first().click({ trial: true, timeout: 60_000 });
  const usable_ms = performance.now() - since;
  await page.waitForTimeout(LATER_MS);
  await context.close();
  return { usable_ms, kb: transfer.bytes / 1024, requests: transfer.requests };
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
