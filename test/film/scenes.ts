import type { Browser, Page } from "@playwright/test";
import type { FilmScene } from "#src/features/public/site/film/scenes.ts";
import { DEMO_OWNER } from "#src/node/demo/owner.ts";
import { type FilmRecorder, HEIGHT, WIDTH } from "./recorder.ts";

interface Set {
  camera: FilmRecorder;
  browser: Browser;
  url: string;
}

const PHONE = { width: 390, height: 844 };
const TIKTOK =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 musical_ly_39.5.0 BytedanceWebview/d8a21c6";

/** What happens in each scene. */
export const SCENES: Record<FilmScene, (set: Set) => Promise<void>> = {
  async page(set) {
    const page = await openPhone(set, "/ilsemaren");
    await set.camera.shoot(page, 1.8);
    await set.camera.scroll(page, 480, 1.6);
    await set.camera.shoot(page, 0.6);
    await set.camera.scroll(page, 0, 1.2);
    await page.close();
  },
  async escape(set) {
    const page = await openPhone(set, "/ilsemaren", TIKTOK);
    await set.camera.shoot(page, 4);
    await page.close();
  },
  async link(set) {
    const { camera } = set;
    const page = await openDashboard(set, "/dashboard/links");
    await camera.shoot(page, 0.8);
    await camera.click(page, page.getByRole("button", { name: "Add link" }).first());
    await camera.type(page, page.getByLabel("Title", { exact: true }), "Autumn tour tickets");
    await camera.type(page, page.getByLabel("URL", { exact: true }), "example.com/tour");
    await camera.click(page, page.getByRole("button", { name: "Add link" }).last());
    await camera.shoot(page, 1.8);
    await page.close();
  },
  async design(set) {
    const { camera } = set;
    const page = await openDashboard(set, "/dashboard/links");
    await camera.click(page, page.getByRole("link", { name: "Design" }));
    await camera.shoot(page, 0.6);
    for (const name of ["Coral", "Forest", "Midnight"]) {
      await camera.click(page, page.getByRole("button", { name, exact: true }));
      await camera.shoot(page, 0.6);
    }
    await page.close();
  },
  async fans(set) {
    const { camera } = set;
    const page = await openPhone(set, "/runwithdario");
    const form = page.getByLabel("Name *");
    await form.scrollIntoViewIfNeeded();
    await camera.type(page, form, "Ada");
    await camera.type(page, page.getByLabel("E-mail"), "ada@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Thank You!" }).waitFor();
    await camera.shoot(page, 2);
    await page.close();
  },
  async numbers(set) {
    const page = await openDashboard(set, "/dashboard/analytics");
    await set.camera.shoot(page, 2.2);
    await set.camera.scroll(page, 620, 1.6);
    await set.camera.shoot(page, 1.6);
    await page.close();
  },
  async end(set) {
    const page = await set.browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
    await page.goto(set.url, { waitUntil: "load" });
    await set.camera.shoot(page, 3);
    await page.close();
  },
};

async function openPhone({ browser, url }: Set, path: string, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 1.5,
    isMobile: true,
    hasTouch: true,
    colorScheme: "light",
    userAgent,
  });
  const page = await context.newPage();
  await page.goto(url + path, { waitUntil: "load" });
  return page;
}

async function openDashboard({ browser, url }: Set, path: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    colorScheme: "light",
    baseURL: url,
  });
  const page = await context.newPage();
  const { email, password } = DEMO_OWNER;
  await page.request.post("/api/auth/sign-in/email", { data: { email, password } });
  await page.goto(path, { waitUntil: "load" });
  return page;
}
