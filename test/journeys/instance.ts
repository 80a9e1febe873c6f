import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { type Outside, startOutside } from "./outside.ts";
import { startServer } from "./server.ts";

export const PASSWORD = "correct horse battery staple";

interface Instance {
  url: string;
  dataFolder: string;
}

/** A server on a data folder that nobody has used. */
async function startInstance(
  settings: Record<string, string>,
): Promise<Instance & { stop(): Promise<void> }> {
  const dataFolder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", dataFolder, { recursive: true });
  const server = await startServer(dataFolder, settings);
  return {
    url: server.url,
    dataFolder,
    async stop() {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

interface Creator {
  email: string;
  profileId: string;
  username: string;
}

/** Somebody with a page of two links, made through the API with the page's own session. */
async function makeCreator(page: Page, name = "Nora Sings"): Promise<Creator> {
  const email = `${randomUUID()}@example.com`;
  await post(page, "/api/auth/sign-up/email", { name: "Nora", email, password: PASSWORD });
  const profile = await post(page, "/api/v1/profiles", { name });
  for (const title of ["Tour dates", "New single"]) {
    await post(page, `/api/v1/profiles/${profile.id}/links`, {
      title,
      url: `https://example.com/${title.slice(0, 3)}`,
    });
  }
  return { email, profileId: profile.id, username: profile.username };
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Uploads the smallest picture there is, and answers the path of ours. */
export async function uploadPicture(page: Page, purpose: "avatar" | "icon" | "background"): Promise<string> {
  const file = { name: "p.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") };
  const answer = await page.request.post("/api/v1/media", { multipart: { file, purpose } });
  expect(answer.ok(), `the upload answered ${answer.status()}`).toBe(true);
  return (await answer.json()).url;
}

export async function post(page: Page, path: string, data: unknown) {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
  return answer.json();
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The screens ask for their data themselves, as when the server could not send it with the page. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.route(/\/dashboard(\/|\?|$)/, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(/<script type="application\/json".*?<\/script>/s, "");
    await route.fulfill({ response, body });
  });
}

const AXE = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Told about violations alone, axe takes a third of the time.
  resultTypes: ["violations" as const],
  checks: {
    region: {
      // Everything belongs inside a landmark or a dialog, or, like a menu, to the button that has opened it: axe's own
      // list has no menus.
      options: {
        regionMatcher: "dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=listbox]",
      },
    },
  },
};

/** No violation of WCAG 2.2 AA or of best practice that axe can find on what is shown right now. */
export async function expectAccessible(page: Page): Promise<void> {
  // What is still fading in has the colours of no design.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  // Half a megabyte of script: a dialog opens on a page that has it from the screen below.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(async (options) => await window.axe.run(options), AXE);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

const REFUSED = "refusedByPolicy";

/** Runs in the browser: some of what a page's policy refuses is on no console. */
function reportRefusals(name: string): void {
  const report = (window as unknown as Record<string, (refusal: string) => void>)[name];
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    report?.(`The policy refused ${blockedURI} as ${effectiveDirective} at ${sourceFile}:${lineNumber}`),
  );
}

interface Fixtures {
  creator: Creator;
}

interface WorkerFixtures {
  instance: Instance;
  outside: Outside;
  /** The name of the file that gets an instance no other has used: who signs up first there is its founder. */
  startsEmpty: string;
  /** Environment of the server. */
  settings: Record<string, string>;
}

/** One server a worker, and one that stands for everybody else; an error on the browser's console fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  startsEmpty: ["", { scope: "worker", option: true }],
  settings: [{}, { scope: "worker", option: true }],
  instance: [
    async ({ settings }, use) => {
      const instance = await startInstance(settings);
      await use(instance);
      await instance.stop();
    },
    // A start takes 2 s. A machine on which it takes a hundred times as long has time for the tests, too.
    { scope: "worker", timeout: 300_000 },
  ],
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a destructured first parameter
    async ({}, use) => {
      const outside = await startOutside();
      await use(outside);
      outside.stop();
    },
    { scope: "worker" },
  ],
  launchOptions: [
    async ({ launchOptions, outside }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...outside.browserArgs] }),
    { scope: "worker" },
  ],
  baseURL: async ({ instance }, use) => use(instance.url),
  page: async ({ page, context }, use) => {
    const errors: string[] = [];
    // Every page of the context: also what a link opens in a new tab.
    context.on("console", (message) => {
      // A test that takes the network away gets what it asked for.
      if (message.text().includes("ERR_INTERNET_DISCONNECTED")) return;
      // That a name is free is an answer, not an error of the page.
      if (message.location().url.endsWith("/nobodyhere")) return;
      // So is that a page has been switched off.
      if (message.text().includes("410 (Gone)")) return;
      // So are that a link is for other places, and that an address has signed up before.
      if (message.location().url.includes("/go/")) return;
      if (/\/(rpc\/insert_fan_lead|lead)$/.test(message.location().url)) return;
      // And that somebody has guessed too often, chosen a password that is easy to guess, or opened a link once more.
      if (/\/api\/auth\/(sign-in\/email|reset-password|verify-email)$/.test(message.location().url)) return;
      if (message.type() === "error" && message.location().url.startsWith("http://localhost"))
        errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => errors.push(error.message));
    await context.exposeFunction(REFUSED, (refusal: string) => errors.push(refusal));
    await context.addInitScript(reportRefusals, REFUSED);
    await use(page);
    expect(errors).toEqual([]);
  },
  creator: async ({ page }, use) => use(await makeCreator(page)),
});

export { expect };
