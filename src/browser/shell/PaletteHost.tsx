import { useHotkeys } from "@mantine/hooks";
import { useSpotlight } from "@mantine/spotlight";
import { lazy, Suspense, useState } from "react";
import { palette, paletteStore } from "./palette-store.ts";

const Palette = lazy(async () => ({ default: (await import("./Palette.tsx")).Palette }));

/** Opens the command palette, whose code comes with its first opening. */
export function PaletteHost() {
  const { opened } = useSpotlight(paletteStore);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  useHotkeys([["mod+K", palette.toggle]], []);
  return (
    wasOpened && (
      <Suspense>
        <Palette />
      </Suspense>
    )
  );
}
