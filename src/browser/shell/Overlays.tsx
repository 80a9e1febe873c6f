import "@mantine/notifications/styles.css";
import "@mantine/nprogress/styles.css";
import "./forced-colors.css";
import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { completeNavigationProgress, NavigationProgress, startNavigationProgress } from "@mantine/nprogress";
import { useQueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { foldOptionsBy } from "#src/kit/options-filter.ts";
import { TooltipLayer } from "#src/kit/TooltipLayer.tsx";
import { foldText } from "#src/lib/fold.ts";
import { guardUnsavedInput } from "./unsaved-input-guard.ts";

/** Everything that appears on top of the screens. It loads after the first screen. */
export function Overlays({ router }: { router: AnyRouter }) {
  // A progress bar started before this component is mounted would never end.
  useEffect(() => showProgress(router), [router]);
  const queries = useQueryClient();
  useEffect(() => guardUnsavedInput(queries), [queries]);
  useEffect(() => foldOptionsBy(foldText), []);
  return (
    <>
      {/* Visual only: screen readers announce the heading that follows. */}
      <NavigationProgress id="navigation-progress" size={3} aria-hidden />
      <Toaster />
      <TooltipLayer />
    </>
  );
}

/**
 * Spec §9: one at a time. At the top on phones, where the controls are at the bottom. Of Mantine's layouts,
 * only `stacked` lets a notification stay while it has the focus.
 */
function Toaster() {
  const isWide = useMediaQuery("(min-width: 48em)", true);
  const position = isWide ? "bottom-right" : "top-center";
  return <Notifications layout="stacked" position={position} limit={1} zIndex={500} />;
}

/** Shows the thin bar at the top while the next page loads. Returns a function that ends it. */
function showProgress(router: AnyRouter): () => void {
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
