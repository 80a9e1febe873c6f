import type { Page } from "@playwright/test";
import { becomeFounder, expect, expectAccessible, makeProfile, post, test } from "./instance.ts";
import { authScreens, dashboardScreens, fillProfile, publicScreens } from "./screens.ts";

const WIDTHS = [390, 320];
const SETTLED_MS = 2000;

/**
 * A device's replacement for our font may be as wide as this: the widest there is, with extra letter spacing.
 */
const WIDE_LETTERS =
  '*,*::before,*::after{font-family:Verdana,"DejaVu Sans",sans-serif!important;letter-spacing:.05em!important}';

async function useWideLetters(page: Page): Promise<void> {
  await page.route(/\.woff2$/, (route) => route.fulfill({ contentType: "font/woff2", body: "" }));
  await page.addInitScript((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, WIDE_LETTERS);
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

/** In dark mode. The tests of single screens use light mode. */
async function expectFitAndAccessible(page: Page, screens: AsyncGenerator<string>): Promise<void> {
  const found: string[] = [];
  for await (const screen of screens) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      let problems: string[] = [];
      // Floating elements find their place a moment after the screen has changed.
      await expect(async () => {
        problems = await page.evaluate(overflowing, width);
        expect(problems).toEqual([]);
      })
        .toPass({ timeout: SETTLED_MS })
        .catch(() => undefined);
      found.push(...problems.slice(0, 3).map((problem) => `${screen}, ${width} px: ${problem}`));
    }
    await expectAccessible(page).catch(({ message }) => found.push(`${screen}: ${message}`));
  }
  expect(found).toEqual([]);
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await useWideLetters(page);
});

test("every screen of the dashboard passes axe and fits a phone in any font", async ({ page }) => {
  await becomeFounder(page);
  const stage = { page, ...(await makeProfile(page, "Nora Sings")) };
  await fillProfile(stage);
  await expectFitAndAccessible(page, dashboardScreens(stage));
});

test("every screen around signing in passes axe and fits a phone in any font", async ({ page }) => {
  await expectFitAndAccessible(page, authScreens(page));
});

test("every public page passes axe and fits a phone in any font", async ({ page, creator }) => {
  const adult = await fillProfile({ page, ...creator });
  const direct = await post(page, "/api/v1/profiles", { name: "Direct" });
  const settings = { direct_link_url: "https://example.com/direct", direct_link_warning: true };
  await page.request.patch(`/api/v1/profiles/${direct.id}`, { data: settings });
  const off = await post(page, "/api/v1/profiles", { name: "Off" });
  await page.request.put(`/api/v1/profiles/${off.id}/status`, { data: { status: "inactive" } });
  const pages = [`/${creator.username}`, `/go/${adult}`, `/${direct.username}`, `/${off.username}`];
  await expectFitAndAccessible(page, publicScreens(page, pages));
});
