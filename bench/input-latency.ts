/*
 * What a keystroke costs on a profile with a great many links, with the CPU at full speed.
 */
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { PATHS } from "#src/lib/paths.ts";
import { expectOk, publish, signUp } from "#test/nodes/creator.ts";
import { median } from "./measurement.ts";

export interface InputLatency {
  median_ms: number;
  p95_ms: number;
  /** From the key to its letter in the preview, half of the time. */
  preview_ms: number;
}

/** Below one frame nobody notices: the keystroke is drawn with the next one. */
export const INPUT_LATENCY_MAX: InputLatency = { median_ms: 16, p95_ms: 16, preview_ms: 100 };

/** As many as a page can hold. */
const LINKS = 500;
/** Typed first and not counted, to give the browser time to compile hot code. */
const WARM_UP = "Compiled";
const TEXT = "A keystroke is drawn with the next frame, however long the list is";
/** Longer than anything a single keystroke triggers. */
const PAUSE_MS = 300;

/** What's typed into, next to a preview of the page. */
const FIELDS = {
  "keystroke, 500 links": {
    place: (id: string) => `${PATHS.links}?profile=${id}&create=yes`,
    label: "Title",
  },
  "keystroke in a bio, 500 links": { place: (id: string) => `${PATHS.profiles}?edit=${id}`, label: "Bio" },
};
type Field = keyof typeof FIELDS;

/** `url` is an instance without plans, so the profile can have that many links. */
export async function measureInputLatency(
  url: string,
  executablePath: string,
): Promise<Record<Field, InputLatency>> {
  const client = await signUp(url);
  const { id, linkIds } = await publish(client, "Mia Moreno");
  for (let n = linkIds.length + 1; n <= LINKS; n++) {
    const link = { title: `Link ${n}`, url: `https://example.com/${n}` };
    await expectOk(client.api("POST", `/profiles/${id}/links`, link));
  }
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.setExtraHTTPHeaders({ cookie: client.cookie });
    const page = await context.newPage();
    const measured: [Field, InputLatency][] = [];
    for (const field of Object.keys(FIELDS) as Field[]) {
      const { place, label } = FIELDS[field];
      await page.goto(url + place(id));
      measured.push([field, await typeInto(page, label)]);
    }
    return Object.fromEntries(measured) as Record<Field, InputLatency>;
  } finally {
    await browser.close();
  }
}

async function typeInto(page: Page, label: string): Promise<InputLatency> {
  await page
    .getByRole("figure", { name: /preview/i })
    .getByText(`Link ${LINKS}`, { exact: true })
    .waitFor();
  await page.getByRole("form").getByRole("textbox", { name: label }).focus();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  await scriptPerKey(page, cdp, WARM_UP);
  const times = (await scriptPerKey(page, cdp, TEXT)).sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
  const preview_ms = round(median(await previewDelays(page, TEXT)));
  return { median_ms: round(median(times)), p95_ms: round(p95), preview_ms };
}

/** How long after each key the preview changes, in milliseconds. */
async function previewDelays(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    const hosts = [...document.querySelectorAll("figure div")];
    const root = hosts.find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
    const delays: number[] = [];
    let pressed = 0;
    document.addEventListener("keydown", () => (pressed = performance.now()), true);
    const observer = new MutationObserver(() => {
      if (pressed > 0) delays.push(performance.now() - pressed);
      pressed = 0;
    });
    if (root) observer.observe(root, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { previewDelays: delays });
  });
  await page.keyboard.type(text, { delay: PAUSE_MS });
  return page.evaluate(() => (window as unknown as { previewDelays: number[] }).previewDelays);
}

/** All script time that each key triggers, including the preview's, in milliseconds. */
async function scriptPerKey(page: Page, cdp: CDPSession, text: string): Promise<number[]> {
  const times: number[] = [];
  for (const key of text) {
    const before = await scriptMs(cdp);
    await page.keyboard.type(key);
    await page.waitForTimeout(PAUSE_MS);
    times.push((await scriptMs(cdp)) - before);
  }
  return times;
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1000;
}

const round = (ms: number) => Math.round(ms * 10) / 10;
