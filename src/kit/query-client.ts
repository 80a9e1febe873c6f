import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut, refusalOf } from "./refusal.ts";

/** Spec §9: three retries. */
const RETRIES_MAX = 3;
const RETRY_DELAY_MS = 1000;
const RETRY_DELAY_MS_MAX = 30_000;
const FRESH_MS = 5_000;

/** A refusal stays one however often it is asked for; only what broke on the way is tried again. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES_MAX && refusalOf(error) === undefined;
}

/** The cache of everything read from the server; `onSignedOut` runs when any call finds the session gone. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: shouldRetry,
        retryDelay: (attempt) => Math.min(RETRY_DELAY_MS * 2 ** attempt, RETRY_DELAY_MS_MAX),
        // A paused call looks like one that hangs; and a server on this very machine is there without a network.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
