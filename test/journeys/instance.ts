import { randomUUID } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  devices,
  expect,
  type Page,
} from "@playwright/test";
import type axe from "axe-core";
import { type ExternalWeb, startExternalWeb } from "./external-web.ts";
import { startServer } from "./server.ts";

export const PASSWORD = "correct horse battery staple";

interface Instance {
  url: string;
  dataFolder: string;
  /** The person who signed up first. */
  founder: typeof FOUNDER;
}

const FOUNDER = { name: "Fay", email: "fay@example.com", password: PASSWORD };

/** A server on a data folder that only its founder has used. */
async function startInstance(): Promise<Instance & { stop(): Promise<void> }> {
  const dataFolder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", dataFolder, { recursive: true });
  const server = await startServer(dataFolder);
  const signUp = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify(FOUNDER),
  });
  expect(signUp.ok, await signUp.text()).toBe(true);
  return {
    url: server.url,
    dataFolder,
    founder: FOUNDER,
    async stop() {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export interface Creator extends Caller {
  email: string;
  profileId: string;
  username: string;
}

/** Signs the page in as the instance's founder. */
export async function becomeFounder(page: Page): Promise<void> {
  await post(page, "/api/auth/sign-in/email", FOUNDER);
}

/** Signs up a new person. */
export async function becomeSomebody(page: Page, name: string): Promise<string> {
  // The screen of who was signed in would ask once more, without a session.
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await page.context().clearCookies();
  return signUp(page, name);
}

/** A new person, signed in, who hasn't been anybody before. */
export async function signUp(caller: Caller, name: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await post(caller, "/api/auth/sign-up/email", { name, email, password: PASSWORD });
  return email;
}

/** Whoever can call the API: a page, or somebody without one. */
export interface Caller {
  request: APIRequestContext;
}

/** A page with two links for the signed-in person, created through the API. */
export async function makeProfile(caller: Caller, name: string): Promise<Omit<Creator, "email" | "request">> {
  const profile = await post(caller, "/api/v1/profiles", { name });
  for (const title of ["Tour dates", "New single"]) {
    await post(caller, `/api/v1/profiles/${profile.id}/links`, {
      title,
      url: `https://example.com/${title.slice(0, 3)}`,
    });
  }
  return { profileId: profile.id, username: profile.username };
}

export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Uploads the smallest possible picture and returns its path. */
export async function uploadPicture(
  caller: Caller,
  purpose: "avatar" | "icon" | "background",
): Promise<string> {
  const file = { name: "p.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") };
  const answer = await caller.request.post("/api/v1/media", { multipart: { file, purpose } });
  expect(answer.ok(), `the upload answered ${answer.status()}`).toBe(true);
  return (await answer.json()).url;
}

export async function post(caller: Caller, path: string, data: unknown) {
  const answer = await caller.request.post(path, { data });
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
  return answer.json();
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Makes the screens request their data, as if the server couldn't send it with the page. */
export async function withoutPreloadedData(page: Page): Promise<void> {
  await page.route(/\/dashboard(\/|\?|$)/, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(/<script type="application\/json".*?<\/script>/s, "");
    await route.fulfill({ response, body });
  });
}

/** Without its comments, it takes half as long to inject. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AXE = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Without passes and incomplete checks, axe takes a third of the time.
  resultTypes: ["violations" as const],
  checks: {
    region: {
      // Everything belongs in a landmark, a dialog, or, like a menu, to the button that opened it. axe's own
      // list lacks menus.
      options: {
        regionMatcher: "dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox]",
      },
    },
  },
};

/** Expects no violation of WCAG 2.2 AA or of best practices that axe can find in what's currently shown. */
export async function expectAccessible(page: Page): Promise<void> {
  // While something fades in, its colors aren't the final ones.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  // Half a megabyte of script, so it's injected only once per page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
  // A dialog on its way out appears in one look, a violation in all.
  const look = async () => {
    const { violations } = await page.evaluate(async (options) => await window.axe.run(options), AXE);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  };
  let found = await look();
  // A look at a large screen can take longer than that on a busy machine, so the first doesn't count.
  if (found.length > 0) {
    await expect(async () => {
      found = await look();
      expect(found).toEqual([]);
    }).toPass({ timeout: 5_000 });
  }
}

/** Adds styles to every document, in a way that the policy allows. */
export async function addStyles(to: Page | BrowserContext, css: string): Promise<void> {
  await to.addInitScript((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);
}

/**
 * Nobody looks at the pixels: to blur what's behind a dialog, in each frame and without a graphics card, took
 * as long as everything else that's drawn, and placeholders that pulse are drawn all the time.
 */
const QUICKLY_DRAWN =
  "*{backdrop-filter:none!important}.mantine-Skeleton-root::after{animation:none!important}";

const REFUSED = "refusedByPolicy";

/** Runs in the browser, because some policy violations don't appear on the console. */
function reportRefusals(name: string): void {
  const report = (window as unknown as Record<string, (refusal: string) => void>)[name];
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    report?.(`The policy refused ${blockedURI} as ${effectiveDirective} at ${sourceFile}:${lineNumber}`),
  );
}

const { defaultBrowserType: _, ...DESKTOP } = devices["Desktop Chrome"];
const { defaultBrowserType: __, ...PIXEL_7 } = devices["Pixel 7"];

/** For what looks different on a phone, and in dark mode: tests with the tag `@phone`. */
const PHONE = {
  ...PIXEL_7,
  viewport: { width: 390, height: 844 },
  // Nobody looks at the pixels, and a phone has seven times as many to draw.
  deviceScaleFactor: 1,
  colorScheme: "dark",
} as const;

export interface Fixtures {
  creator: Creator;
}

export interface WorkerFixtures {
  instance: Instance;
  outside: ExternalWeb;
}

/**
 * One server per worker, and one that plays everyone else's. An error on the browser's console fails the
 * test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  instance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a destructured first parameter
    async ({}, use) => {
      const instance = await startInstance();
      await use(instance);
      await instance.stop();
    },
    // A start takes 2 s. If it takes a hundred times as long, so do the tests.
    { scope: "worker", timeout: 300_000 },
  ],
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a destructured first parameter
    async ({}, use) => {
      const outside = await startExternalWeb();
      await use(outside);
      outside.stop();
    },
    { scope: "worker" },
  ],
  launchOptions: [
    async ({ launchOptions, outside }, use) =>
      use({
        ...launchOptions,
        // Background tabs ask before they know their context's user agent.
        args: [...(launchOptions.args ?? []), ...outside.browserArgs, `--user-agent=${DESKTOP.userAgent}`],
      }),
    { scope: "worker" },
  ],
  baseURL: async ({ instance }, use) => use(instance.url),
  // Rather than two projects, which never share a server.
  contextOptions: async ({ contextOptions }, use, { tags }) =>
    use({
      ...contextOptions,
      ...(tags.includes("@phone") ? PHONE : { ...DESKTOP, viewport: { width: 1280, height: 800 } }),
    }),
  page: async ({ page, context }, use) => {
    const errors: string[] = [];
    let isSigningOut = false;
    context.on("request", (request) => {
      if (request.url().endsWith("/api/auth/sign-out")) isSigningOut = true;
      if (request.url().includes("/api/auth/sign-in/")) isSigningOut = false;
    });
    // Every page of the context, including links opened in a new tab.
    context.on("console", (message) => {
      // A test that takes the network away causes this on purpose.
      if (message.text().includes("ERR_INTERNET_DISCONNECTED")) return;
      // That a name is free is a valid answer rather than the page's error.
      if (message.location().url.endsWith("/nobodyhere")) return;
      // So is that a page has been switched off.
      if (message.text().includes("410 (Gone)")) return;
      // So is that someone else saved first.
      if (message.text().includes("409 (Conflict)")) return;
      // So is that a link is for other places, or that an address has signed up before.
      if (message.location().url.includes("/go/")) return;
      if (/\/(rpc\/insert_fan_lead|lead)$/.test(message.location().url)) return;
      // So is that someone guessed too often, mistyped or chose a weak password, or opened a link again.
      if (
        /\/api\/auth\/(sign-in\/email|reset-password|verify-email|change-password)$/.test(
          message.location().url,
        )
      )
        return;
      // So is that someone comes back from Google who isn't known to have left.
      if (message.location().url.endsWith("/api/v1/mailboxes/google")) return;
      // So is that something is still asked for at the very moment somebody signs out.
      if (isSigningOut && /status of 401/.test(message.text()) && message.location().url.includes("/api/v1/"))
        return;
      // So is that a setting needs a different value.
      if (message.location().url.endsWith("/api/v1/settings")) return;
      if (message.type() === "error" && message.location().url.startsWith("http://localhost"))
        errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => errors.push(error.message));
    await context.exposeFunction(REFUSED, (refusal: string) => errors.push(refusal));
    await context.addInitScript(reportRefusals, REFUSED);
    await addStyles(context, QUICKLY_DRAWN);
    await use(page);
    expect(errors).toEqual([]);
  },
  creator: async ({ page }, use) => {
    const email = await becomeSomebody(page, "Nora");
    await use({ email, request: page.request, ...(await makeProfile(page, "Nora Sings")) });
  },
});

export { expect };
