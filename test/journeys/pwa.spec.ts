import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "@playwright/test";
import { readServiceWorker } from "#src/features/public/site/service-worker.ts";
import { expect, expectAccessible, test } from "./instance.ts";

test.use({ serviceWorkers: "allow" });

/** Waits until the worker is there and has saved the page with its script. */
async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname);
    }
    const isKept = (path: string) => kept.includes(path.toLowerCase()) || kept.includes(path);
    const script = document.querySelector<HTMLScriptElement>("script[src]")?.src ?? "";
    // The last prefetched response.
    const last = `/api/profile${location.pathname}/customization`;
    return [location.pathname, new URL(script).pathname, last].every(isKept);
  });
}

/** A visitor whose console isn't checked: without a network every browser complains there. */
async function visit(browser: Browser, baseURL: string | undefined, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto(path);
  await waitForWorker(page);
  return page;
}

test.describe("without a network", () => {
  test("a visited page opens again, and one that wasn't visited says why it can't", async ({
    browser,
    creator,
    baseURL,
  }) => {
    const page = await visit(browser, baseURL, `/${creator.username}?utm_source=journey`);
    await page.context().setOffline(true);
    // A busy machine may suspend the worker just then. Opening the page again wakes it.
    await expect(async () => {
      await page.goto(`/${creator.username}`);
      await expect(page.getByRole("link", { name: "Tour dates" })).toBeVisible({ timeout: 3000 });
    }).toPass();
    // The script is there as well.
    await expect(page.getByRole("button", { name: "Dark mode" })).toBeVisible();
    await page.goto("/somebodynew");
    await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
    await page.context().close();
  });

  test("an edit shows as soon as the network is back", async ({ page, browser, creator, baseURL }) => {
    const visitor = await visit(browser, baseURL, `/${creator.username}`);
    // A busy machine may cut the network before the worker has looked up what it saved.
    await expect(async () => {
      await visitor.context().setOffline(false);
      await visitor.reload();
      await waitForWorker(visitor);
      await visitor.context().setOffline(true);
      await visitor.reload();
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Nora Sings", { timeout: 3000 });
    }).toPass();
    const edit = { display_name: "Nora Shouts" };
    await page.request.patch(`/api/v1/profiles/${creator.profileId}`, { data: edit });
    await visitor.context().setOffline(false);
    await visitor.reload();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Nora Shouts");
    await visitor.context().close();
  });

  test("nothing from the dashboard is saved", async ({ page, creator }) => {
    await page.goto(`/${creator.username}`);
    await waitForWorker(page);
    await page.goto("/dashboard/links");
    await expect(page.getByRole("link", { name: "Profiles" }).first()).toBeVisible();
    await page.goto(`/${creator.username}`);
    const kept = await page.evaluate(async () => {
      const found = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      }
      return found;
    });
    expect(kept).toContain(`/${creator.username}`);
    expect(kept.filter((path) => /^\/(dashboard|auth|admin|go|api\/(v1|auth))/.test(path))).toEqual([]);
  });
});

/** The same site, but with the worker it serves when SERVICE_WORKER is off, once `isOff` says so. */
async function startBehindSwitch(target: string, isOff: () => boolean) {
  const { script } = readServiceWorker("", "off");
  const server = createServer((incoming, response) => {
    if (isOff() && incoming.url === "/sw.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(target + incoming.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}

test("switching it off removes the worker and everything it saved", async ({ browser, creator, baseURL }) => {
  let isOff = false;
  const site = await startBehindSwitch(baseURL ?? "", () => isOff);
  const page = await visit(browser, site.url, `/${creator.username}`);
  expect(await page.evaluate(() => caches.keys())).not.toEqual([]);
  isOff = true;
  // Browsers check for a new worker some time after a page was opened. Here it happens right away.
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  const rest = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ]);
  await expect.poll(rest).toEqual([0, 0]);
  await page.context().close();
  site.stop();
});

test.describe("sharing", () => {
  test("a visitor copies the page's link and is told so", async ({ page, creator, context, baseURL }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await page.goto(`/${creator.username}`);
    await page.getByRole("button", { name: "Share this page" }).press("Enter");
    const sheet = page.getByRole("region", { name: "Share this page" });
    await expect(sheet.getByRole("button", { name: "Share…" })).toBeHidden();
    await sheet.getByRole("button", { name: "Copy link" }).press("Enter");
    await expect(page.getByText("Copied!")).toBeVisible();
    await expect(sheet).toBeHidden();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/${creator.username}`);
  });

  test("if the system has a share sheet, that one opens", async ({ page, creator, baseURL }) => {
    await page.addInitScript(() => {
      const share = async (data: ShareData) => void sessionStorage.setItem("shared", JSON.stringify(data));
      Object.defineProperty(navigator, "share", { value: share });
    });
    await page.goto(`/${creator.username}`);
    await page.getByRole("button", { name: "Share this page" }).click();
    await page.getByRole("button", { name: "Share…" }).click();
    const shared = await page.evaluate(() => JSON.parse(sessionStorage.getItem("shared") ?? "null"));
    expect(shared).toEqual({ title: "Nora Sings", url: `${baseURL}/${creator.username}` });
  });

  test("the sheet has QR code, contact, and report, and closes with Escape", async ({ page, creator }) => {
    await page.goto(`/${creator.username}`);
    const button = page.getByRole("button", { name: "Share this page" });
    await button.press("Enter");
    const sheet = page.getByRole("region", { name: "Share this page" });
    const code = sheet.getByRole("img", { name: "QR code of this page" });
    await expect
      .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(sheet.getByRole("link", { name: "Report this page" })).toBeVisible();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expectAccessible(page);
    const download = page.waitForEvent("download");
    await sheet.getByRole("link", { name: "Save contact" }).click();
    expect((await download).suggestedFilename()).toBe(`${creator.username}.vcf`);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(button).toBeFocused();
  });

  test("the owner finds URL, QR code, and vCard in one dialog", async ({ page, creator }) => {
    await page.goto("/dashboard/profiles");
    await page.getByRole("button", { name: "More for Nora Sings" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share Nora Sings" });
    await expect(dialog.getByLabel("Page URL")).toHaveValue(new RegExp(`/${creator.username}$`));
    const code = dialog.getByRole("img", { name: "QR code of Nora Sings" });
    await expect(code).toBeVisible();
    await expect
      .poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "vCard" }).click();
    expect((await download).suggestedFilename()).toBe(`${creator.username}.vcf`);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.goto("/dashboard/links");
    await page.getByRole("button", { name: "Share page" }).click();
    await expect(dialog).toBeVisible();
  });

  test("an inactive profile's dialog says why there's no code", async ({ page, creator }) => {
    await page.request.put(`/api/v1/profiles/${creator.profileId}/status`, { data: { status: "inactive" } });
    await page.goto("/dashboard/profiles");
    await page.getByRole("button", { name: "More for Nora Sings" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    await expect(page.getByText("This profile is inactive")).toBeVisible();
  });
});

test("structured data violates no policy, and the manifest allows installing", async ({ page, creator }) => {
  const display_name = 'Nora "<b>" & co';
  await page.request.patch(`/api/v1/profiles/${creator.profileId}`, { data: { display_name } });
  // An error on the console, such as a policy violation, fails every journey.
  await page.goto(`/${creator.username}`);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? "")).toMatchObject({
    "@type": "ProfilePage",
    mainEntity: { name: display_name },
  });
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await page.request.get(href ?? "")).json();
  expect(manifest).toMatchObject({ name: display_name, start_url: `/${creator.username}` });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (url) => {
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size).toBe(sizes);
  }
});
