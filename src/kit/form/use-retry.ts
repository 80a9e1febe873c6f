import { useEffect, useEffectEvent } from "react";
import { isUnreachable } from "../api-error.ts";

/** A restarting server doesn't send an event when it's back. */
export const RETRY_MS = 5_000;

/** Retries a save after the server didn't respond, when the network comes back and every few seconds. */
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
