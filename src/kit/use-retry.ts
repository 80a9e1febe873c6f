import { useEffect, useEffectEvent } from "react";
import { isUnreachable } from "./refusal.ts";

/** A server that restarts sends no event when it is back. */
const RETRY_MS = 5_000;

/** A save that failed because nobody answered is tried again when the network is back, and every few seconds. */
export function useRetry(error: unknown, retry: () => void): void {
  const again = useEffectEvent(retry);
  const isWaiting = isUnreachable(error);
  useEffect(() => {
    if (!isWaiting) return;
    const onBack = () => again();
    const timer = setInterval(onBack, RETRY_MS);
    addEventListener("online", onBack);
    return () => {
      clearInterval(timer);
      removeEventListener("online", onBack);
    };
  }, [isWaiting]);
}
