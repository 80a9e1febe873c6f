import type { QueryClient } from "@tanstack/react-query";
import { instanceQuery, meQuery } from "#src/features/accounts/ui/shared/account-queries.ts";
import { linksQuery } from "#src/features/links/ui/shared/link-queries.ts";
import { profilesQuery, slotsQuery } from "#src/features/profiles/ui/shared/profile-queries.ts";
import { allowancesQuery } from "#src/features/settings/ui/shared/settings-queries.ts";

/** As long as a slow device needs to build the screen, what came with the page isn’t asked for again. */
const BUILDING_MS = 10_000;

const LINKS_PATH = /^\/profiles\/([\w-]+)\/links$/;

/** Takes what came with the page into the cache, so that the screens need not ask for it. */
export function takeFirstAnswers(queries: QueryClient): void {
  const element = document.getElementById("first-answers");
  if (!element) return;
  const answers: Record<string, unknown> = JSON.parse(element.textContent);
  element.remove();
  for (const [path, answer] of Object.entries(answers)) {
    const key = keyOf(path);
    if (key) queries.setQueryData(key, answer, { updatedAt: Date.now() + BUILDING_MS });
  }
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
