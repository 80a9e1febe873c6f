import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { NavigationProgress } from "@mantine/nprogress";
import { Hints } from "#src/kit/Hints.tsx";

/** What appears above every screen. The screen comes first: none of it is there in the beginning. */
export function Overlays() {
  return (
    <>
      {/* Only seen: who listens hears the heading that follows. */}
      <NavigationProgress size={3} aria-hidden />
      <Toaster />
      <Hints />
    </>
  );
}

/**
 * Spec §9: one at a time. At the top on phones, where the controls are at the bottom. Of Mantine's layouts, only `stacked`
 * lets a notice stay while it has the focus.
 */
function Toaster() {
  const isWide = useMediaQuery("(min-width: 48em)", true);
  const position = isWide ? "bottom-right" : "top-center";
  return <Notifications layout="stacked" position={position} limit={1} zIndex={500} />;
}
