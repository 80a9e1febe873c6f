import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";

/**
 * Spec §9: one at a time. At the top on phones, where the controls are at the bottom. Of Mantine's layouts, only `stacked`
 * lets a notice stay while it has the focus.
 */
export function Toaster() {
  const isWide = useMediaQuery("(min-width: 48em)", true);
  const position = isWide ? "bottom-right" : "top-center";
  return <Notifications layout="stacked" position={position} limit={1} zIndex={500} />;
}
