import { expect, post, test } from "./instance.ts";

/** The worker that controls nothing yet is installing: it is there when it does. */
async function waitForWorker(page: import("@playwright/test").Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const pages = names.find((name) => name.endsWith("-pages"));
    return pages !== undefined && (await (await caches.open(pages)).keys()).length > 0;
  });
}

test.describe("without a network", () => {
  test("a page that was seen opens again, and one that was not says why", async ({
    page,
    context,
    creator,
  }) => {
    await page.goto(`/${creator.username}?utm_source=journey`);
    await waitForWorker(page);
    await context.setOffline(true);
    await page.goto(`/${creator.username}`);
    await expect(page.getByRole("link", { name: "Tour dates" })).toBeVisible();
    await page.goto("/somebodynew");
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeHidden();
  });

  test("an edit shows as soon as there is a network again", async ({ page, context, creator }) => {
    await page.goto(`/${creator.username}`);
    await waitForWorker(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nora Sings");
    await context.setOffline(false);
    await page.request.patch(`/api/v1/profiles/${creator.profileId}`, {
      data: { display_name: "Nora Shouts" },
    });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nora Shouts");
  });

  test("nothing of the dashboard is kept", async ({ page, creator }) => {
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

test("the switch removes the worker and everything that it kept", async ({ page, creator, context }) => {
  await page.goto(`/${creator.username}`);
  await waitForWorker(page);
  // What the server answers when the setting SERVICE_WORKER is off.
  const { readWorker } = await import("#src/node/web-installed.ts");
  const { script } = readWorker("", "off");
  await context.route("**/sw.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test.describe("sharing", () => {
  test("a visitor copies the page's address, and hears that it was", async ({
    page,
    creator,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
    await page.goto(`/${creator.username}`);
    await page.getByRole("button", { name: "Share this page" }).click();
    await expect(page.getByText("Copied!")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/${creator.username}`);
  });

  test("where the system has a sheet for it, that one opens", async ({ page, creator, baseURL }) => {
    await page.addInitScript(() => {
      const share = async (data: ShareData) => void sessionStorage.setItem("shared", JSON.stringify(data));
      Object.defineProperty(navigator, "share", { value: share });
    });
    await page.goto(`/${creator.username}`);
    await page.getByRole("button", { name: "Share this page" }).click();
    const shared = await page.evaluate(() => JSON.parse(sessionStorage.getItem("shared") ?? "null"));
    expect(shared).toEqual({ title: "Nora Sings", url: `${baseURL}/${creator.username}` });
  });

  test("the owner finds address, QR code and vCard in one dialog", async ({ page, creator }) => {
    await page.goto("/dashboard/profiles");
    await page.getByRole("button", { name: "More for Nora Sings" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share Nora Sings" });
    await expect(dialog.getByLabel("Page address")).toHaveValue(new RegExp(`/${creator.username}$`));
    const code = dialog.getByRole("img", { name: "QR code of Nora Sings" });
    await expect(code).toBeVisible();
    expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "vCard" }).click();
    expect((await download).suggestedFilename()).toBe(`${creator.username}.vcf`);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.goto("/dashboard/links");
    await page.getByRole("button", { name: "Share page" }).click();
    await expect(dialog).toBeVisible();
  });

  test("an inactive profile's dialog says why there is no code", async ({ page, creator }) => {
    await page.request.put(`/api/v1/profiles/${creator.profileId}/status`, { data: { status: "inactive" } });
    await page.goto("/dashboard/profiles");
    await page.getByRole("button", { name: "More for Nora Sings" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    await expect(page.getByText("This profile is inactive")).toBeVisible();
  });
});

test("structured data breaks no policy, and the manifest can be installed from", async ({
  page,
  creator,
}) => {
  await post(page, `/api/v1/profiles/${creator.profileId}/links`, {
    title: "</script>",
    url: "https://example.com/x",
  });
  // An error on the console, such as a policy that was broken, fails every journey.
  await page.goto(`/${creator.username}`);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? "")).toMatchObject({
    "@type": "ProfilePage",
    mainEntity: { name: "Nora Sings" },
  });
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await page.request.get(href ?? "")).json();
  expect(manifest).toMatchObject({ name: "Fanfare", display: "standalone" });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (url) => {
      const { width, height } = await createImageBitmap(await (await fetch(url)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size).toBe(sizes);
  }
});
