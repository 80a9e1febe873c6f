import type { Page } from "@playwright/test";
import type { AnyRouter } from "@tanstack/react-router";
import { expect } from "./instance.ts";

/** Yields each screen's name, for failures. */
export type Walk = AsyncGenerator<string, void, undefined>;

export const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";

export interface Stage {
  page: Page;
  profileId: string;
  username: string;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).first();

export async function expectLoaded(page: Page): Promise<void> {
  await expect(heading(page)).toBeVisible();
  await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root")).toHaveCount(0);
}

/** Goes there as links of the dashboard do. To load each screen took as long as to check it. */
export async function open(page: Page, path: string): Promise<void> {
  await page.evaluate(
    (href) =>
      new Promise<void>((resolved) => {
        const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: AnyRouter };
        // "onRendered" is left out if something else on the screen changes meanwhile.
        const end = router.subscribe("onResolved", () => {
          end();
          resolved();
        });
        void router.navigate({ href });
      }),
    path,
  );
  await expectLoaded(page);
}
