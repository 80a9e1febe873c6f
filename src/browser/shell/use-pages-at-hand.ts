import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** The page being opened comes first. */
const WAIT_MS = 1500;

/** Preloads the code of the main screens when there is time, so that they open without waiting. */
export function usePagesAtHand(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const to of ["/dashboard/profiles", "/dashboard/links", "/dashboard/analytics"] as const) {
        void router.preloadRoute({ to });
      }
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [router]);
}
