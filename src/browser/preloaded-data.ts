import type { QueryClient } from "@tanstack/react-query";
import { instanceQuery, meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { allowancesQuery } from "#src/features/money/entitlements/ui/shared/billing-queries.ts";
import { linksQuery } from "#src/features/pages/links/ui/shared/link-queries.ts";
import { profilesQuery, slotsQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";

/** Until a slow device has built the screen, the data that came with the page isn't requested again. */
const BUILDING_MS = 10_000;

const LINKS_PATH = /^\/profiles\/([\w-]+)\/links$/;

/**
 * Moves the data that came with the page into the cache, so that the screens don't request it. False if the
 * server didn't know who the page is for.
 */
export function loadPreloadedData(queries: QueryClient): boolean {
  const element = document.getElementById("first-answers");
  if (!element) return false;
  const answers: Record<string, unknown> = JSON.parse(element.textContent);
  element.remove();
  for (const [path, answer] of Object.entries(answers)) {
    // Data for code that loads later is stored under its path.
    queries.setQueryData(keyOf(path) ?? [path], answer, { updatedAt: Date.now() + BUILDING_MS });
  }
  return true;
}

function keyOf(path: string): readonly unknown[] | undefined {
  const profileId = LINKS_PATH.exec(path)?.[1];
  if (profileId) return linksQuery(profileId).queryKey;
  const keys: Record<string, readonly unknown[]> = {
    "/me": meQuery().queryKey,
    "/instance": instanceQuery().queryKey,
    "/profiles": profilesQuery().queryKey,
    "/slots": slotsQuery().queryKey,
    "/allowances": allowancesQuery().queryKey,
  };
  return keys[path];
}
