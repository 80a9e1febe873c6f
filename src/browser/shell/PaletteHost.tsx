import { useHotkeys } from "@mantine/hooks";
import { useSpotlight } from "@mantine/spotlight";
import { useState } from "react";
import { whenNeeded } from "#src/kit/when-needed.tsx";
import { palette, paletteStore } from "./palette-store.ts";

const Palette = whenNeeded(async () => (await import("./Palette.tsx")).Palette);

/** Opens the command palette, whose code loads when it's first opened. */
export function PaletteHost() {
  const { opened } = useSpotlight(paletteStore);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  useHotkeys([["mod+K", palette.toggle]], []);
  return wasOpened && <Palette />;
}
