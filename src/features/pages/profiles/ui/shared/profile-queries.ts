import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { profileCopiesContract, profilesContract } from "#src/features/pages/profiles/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { apiErrorOf, isSignedOut } from "#src/kit/api-error.ts";

export const profilesApi = clientFor("profiles", { ...profilesContract, ...profileCopiesContract });

/** Spec §9: up to 3 attempts with these waits between them. */
const ATTEMPT_WAITS_MS = [500, 1000];
/** Spec §9: at least this long between two fetches. */
const FETCH_GAP_MS = 2000;
const REFRESH_DELAY_MS = 500;

const SLOTS_FRESH_MS = 2 * 60_000;
const SLOTS_KEPT_MS = 5 * 60_000;
const SLOTS_RETRIES_MAX = 2;

export function profilesQuery() {
  return queryOptions(
    profilesApi.list.queryOptions({
      input: {},
      staleTime: FETCH_GAP_MS,
      retry: (failures, error) => failures < ATTEMPT_WAITS_MS.length && apiErrorOf(error) === undefined,
      retryDelay: (attempt) => ATTEMPT_WAITS_MS[attempt] ?? 0,
    }),
  );
}

export function trashQuery() {
  return queryOptions(profilesApi.list.queryOptions({ input: { deleted: "true" } }));
}

/** The number of profiles and its limit, cached as in spec §9. */
export function slotsQuery() {
  return queryOptions(
    profilesApi.slots.queryOptions({
      staleTime: SLOTS_FRESH_MS,
      gcTime: SLOTS_KEPT_MS,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < SLOTS_RETRIES_MAX && !isSignedOut(error),
    }),
  );
}

let lastFetchAt = 0;

/** Refetches profiles and slots after an operation, with the delay and gap of spec §9. */
export function refreshProfilesSoon(queries: QueryClient): void {
  const wait = Math.max(REFRESH_DELAY_MS, lastFetchAt + FETCH_GAP_MS - Date.now());
  lastFetchAt = Date.now() + wait;
  setTimeout(() => {
    void queries.invalidateQueries({ queryKey: profilesApi.list.key() });
    void queries.invalidateQueries({ queryKey: profilesApi.slots.key() });
  }, wait);
}
