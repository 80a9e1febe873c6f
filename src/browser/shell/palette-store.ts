import { createSpotlight } from "@mantine/spotlight";

/** Whether the command palette is open, known before its code is there. */
export const [paletteStore, palette] = createSpotlight();
