import { useHotkeys } from "@mantine/hooks";
import { useSpotlight } from "@mantine/spotlight";
import { useState } from "react";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { palette, paletteStore } from "./palette-store.ts";

const Palette = lazyComponent(async () => (await import("./Palette.tsx")).Palette);

/** Opens the command palette, whose code loads when it's first opened. */
export function PaletteHost() {
  const { opened } = useSpotlight(paletteStore);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  useHotkeys([["mod+K", palette.toggle]], []);
  return wasOpened && <Palette />;
}
