import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Long enough that the page being opened comes first. */
const WAIT_MS = 1500;

/** Fetches the code of the main pages once there is time for it, so that going there needs no waiting. */
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
