import { completeNavigationProgress, startNavigationProgress } from "@mantine/nprogress";
import type { AnyRouter } from "@tanstack/react-router";

/** The thin bar at the top while the next page loads. */
export function showProgress(router: AnyRouter): void {
  router.subscribe("onBeforeLoad", ({ pathChanged }) => {
    if (pathChanged) startNavigationProgress();
  });
  router.subscribe("onResolved", () => completeNavigationProgress());
}
