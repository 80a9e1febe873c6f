import { completeNavigationProgress, startNavigationProgress } from "@mantine/nprogress";
import type { AnyRouter } from "@tanstack/react-router";

/** The thin bar at the top while the next page loads. Returns a function that ends it. */
export function showProgress(router: AnyRouter): () => void {
  const ends = [
    router.subscribe("onBeforeLoad", ({ pathChanged }) => {
      if (pathChanged) startNavigationProgress();
    }),
    router.subscribe("onResolved", () => completeNavigationProgress()),
  ];
  return () => {
    for (const end of ends) end();
  };
}
