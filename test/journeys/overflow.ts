import type { Page } from "@playwright/test";
import { addStyles, expect } from "./instance.ts";

const PHONES = [390, 320];
const LARGER = [768, 1280];
const SETTLED_MS = 2000;

/**
 * A device's replacement for our font may be as wide as this: the widest there is, with extra letter spacing.
 */
const WIDE_LETTERS =
  '*,*::before,*::after{font-family:Verdana,"DejaVu Sans",sans-serif!important;letter-spacing:.05em!important}';

export async function forceWideLetters(page: Page): Promise<void> {
  await addStyles(page, WIDE_LETTERS);
}

/** Elements that can only be seen by scrolling sideways, or not at all. */
function overflowing(width: number): string[] {
  const clips = (element: Element) => getComputedStyle(element).overflowX !== "visible";
  const isClipped = (element: Element): boolean => {
    for (
      let parent = element.parentElement;
      parent && parent !== document.body;
      parent = parent.parentElement
    ) {
      if (clips(parent)) return true;
    }
    return false;
  };
  const wide =
    document.documentElement.scrollWidth > width
      ? [`the page is ${document.documentElement.scrollWidth} px wide`]
      : [];
  const out = [...document.body.querySelectorAll("*")].filter((element) => {
    const { left, right, width: own, height } = element.getBoundingClientRect();
    return (
      own > 1 &&
      height > 1 &&
      (left < -1 || right > width + 1) &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !isClipped(element)
    );
  });
  return [...wide, ...out.map((element) => `${element.outerHTML.slice(0, 120)} sticks out`)];
}

/** What doesn't fit at a width. */
async function misfitsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  let problems: string[] = [];
  // Floating elements find their place a moment after the screen has changed.
  await expect(async () => {
    problems = await page.evaluate(overflowing, width);
    expect(problems).toEqual([]);
  })
    .toPass({ timeout: SETTLED_MS })
    .catch(() => undefined);
  return problems.slice(0, 3).map((problem) => `${width} px: ${problem}`);
}

/**
 * What's wrong with what's shown at every width. `look` sees it on the narrowest phone, before what only phones
 * show is gone. Afterwards, it's as wide as a phone again.
 */
export async function overflowProblems(page: Page, look: () => Promise<void>): Promise<string[]> {
  const found: string[] = [];
  for (const width of PHONES) found.push(...(await misfitsAt(page, width)));
  await look().catch(({ message }) => found.push(message));
  for (const width of LARGER) found.push(...(await misfitsAt(page, width)));
  await page.setViewportSize({ width: 390, height: 800 });
  return found;
}
