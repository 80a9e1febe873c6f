import type { Page } from "@playwright/test";
import { COOKIES, isListed, STORAGE } from "#src/features/public/legal/built-in/browser-storage-list.ts";
import { CONFIRM_PATH, PATHS, UNSUBSCRIBE_PATH } from "#src/lib/paths.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import {
  becomeFounder,
  becomeSomebody,
  expect,
  expectAccessible,
  makeProfile,
  post,
  test,
} from "./instance.ts";
import { linkTo } from "./mails.ts";
import { forceWideLetters, overflowProblems } from "./overflow.ts";
import { authScreens, dashboardScreens, fillProfile, publicScreens } from "./screens.ts";

/** Redirects, what programs read, and the API viewer, which `site.spec.ts` looks at. */
const NOT_SHOWN = new Set<string>([
  PATHS.dashboard,
  PATHS.emailMarketing,
  PATHS.crm,
  PATHS.accountSettings,
  STAFF_PATHS.oldReports,
  PATHS.caseLetter,
  PATHS.helpIndex,
  PATHS.apiDescription,
  PATHS.apiDocs,
]);
type Where = "dashboard" | "signing in" | "public";

/**
 * Every path that shows something, by who walks there. The router's are all among `PATHS`. What fans see of
 * campaigns is in `campaigns.spec.ts`.
 */
const EXPECTED = Map.groupBy(
  [
    ...Object.values(PATHS).filter((path) => !NOT_SHOWN.has(path)),
    ...[UNSUBSCRIBE_PATH, CONFIRM_PATH].map((path) => `${path}/$token`),
  ],
  (path): Where => {
    if (/^\/(dashboard|admin)/.test(path)) return "dashboard";
    return /^\/(auth|forgot|reset|accept)/.test(path) ? "signing in" : "public";
  },
);

/** The expected paths at which nothing was seen. */
function unseen(where: Where, seen: Set<string>): string[] {
  return (EXPECTED.get(where) ?? []).filter((path) => {
    const shape = new RegExp(`^${path.replace(/\?.*/, "").replace(/\$\w+/g, "[^/]+")}$`);
    return ![...seen].some((one) => shape.test(one));
  });
}

/** What the browser keeps that the Cookie Policy doesn't list, our libraries' entries too. */
async function unlisted(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  return [
    ...keys.filter((key) => !isListed(STORAGE, key)),
    ...cookies.filter((name) => !isListed(COOKIES, name)),
  ].map((name) => `The Cookie Policy doesn't list ${name}.`);
}

/** In dark mode. The tests of single screens use light mode. */
async function expectFitAndAccessible(
  page: Page,
  where: Where,
  screens: AsyncGenerator<string>,
): Promise<void> {
  const found: string[] = [];
  const seen = new Set<string>();
  for await (const screen of screens) {
    seen.add(new URL(page.url()).pathname);
    const problems = await overflowProblems(page, () => expectAccessible(page));
    found.push(...problems.map((problem) => `${screen}, ${problem}`));
  }
  found.push(...(await unlisted(page)));
  found.push(...unseen(where, seen).map((path) => `Nobody has seen ${path}.`));
  expect(found).toEqual([]);
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await forceWideLetters(page);
});

test("every screen of the dashboard passes axe and fits every width in any font", async ({ page }) => {
  await becomeFounder(page);
  const stage = { page, ...(await makeProfile(page, "Nora Sings")) };
  await fillProfile(stage);
  await expectFitAndAccessible(page, "dashboard", dashboardScreens(stage));
});

test("every screen around signing in passes axe and fits every width in any font", async ({ page }) => {
  const leaving = await becomeSomebody(page, "Lea");
  await expectFitAndAccessible(page, "signing in", authScreens(page, leaving));
});

test("every public page passes axe and fits every width in any font", async ({ page, creator, instance }) => {
  const adult = await fillProfile({ page, ...creator });
  const direct = await post(page, "/api/v1/profiles", { name: "Direct" });
  const settings = { direct_link_url: "https://example.com/direct", direct_link_warning: true };
  await page.request.patch(`/api/v1/profiles/${direct.id}`, { data: settings });
  const off = await post(page, "/api/v1/profiles", { name: "Off" });
  await page.request.put(`/api/v1/profiles/${off.id}/status`, { data: { status: "inactive" } });
  const confirming = { confirm_sign_ups: true };
  await page.request.patch(`/api/v1/profiles/${creator.profileId}`, { data: confirming });
  const fan = "zoe@fans.example";
  const lead = { p_profile_id: creator.profileId, p_name: "Zoe", p_email: fan };
  await post(page, "/api/v1/rpc/insert_fan_lead", lead);
  const mailed = [
    await linkTo(instance.dataFolder, fan, /./),
    await linkTo(instance.dataFolder, creator.email, /signed up on/),
  ];
  const pages = [`/${creator.username}`, `/go/${adult}`, `/${direct.username}`, `/${off.username}`];
  await expectFitAndAccessible(page, "public", publicScreens(page, [...pages, ...mailed]));
});
