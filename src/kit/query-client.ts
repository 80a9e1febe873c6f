import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from "@tanstack/react-query";
import { closeActiveAccount } from "./active-account.ts";
import { apiErrorOf, isSignedOut } from "./api-error.ts";

/** Spec §9: three retries. */
const RETRIES_MAX = 3;
const RETRY_DELAY_MS = 1000;
const RETRY_DELAY_MS_MAX = 30_000;
const FRESH_MS = 5_000;

/** A repeated request gets the same error response, so only failures in transit are retried. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES_MAX && apiErrorOf(error) === undefined;
}

/** Refetches queries that are still loading, too, since their data may be from before the change. */
class Queries extends QueryClient {
  override invalidateQueries<Key extends readonly unknown[]>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underway = this.getQueryCache().findAll({ ...filters, type: "active", fetchStatus: "fetching" });
    for (const query of underway) if (query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/**
 * Creates the cache of everything fetched. `onSignedOut` runs when a call finds the session gone, `onFeatureOff`
 * when it finds a part of the product switched off. The tab's work ends when a call finds that its account is
 * closed to this person.
 */
export function createQueryClient(onSignedOut: () => void, onFeatureOff?: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
    const code = apiErrorOf(error)?.code;
    if (code === "NOT_ON_TEAM") closeActiveAccount();
    if (code === "FEATURE_OFF") onFeatureOff?.();
  };
  return new Queries({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(RETRY_DELAY_MS * 2 ** attempt, RETRY_DELAY_MS_MAX),
        // A paused call looks stuck, and a server on this machine needs no network.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
