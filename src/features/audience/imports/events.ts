import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/** The subject of all of these is the import. */
type OfFile = EventType<{ file_name: string }>;
const ofFile = z.object({ file_name: z.string() });

export const importBegun: OfFile = { name: "import.begun", payload: ofFile };

/** Someone said what its columns hold and what its people agreed to. It's checked next. */
export const importMapped: OfFile = { name: "import.mapped", payload: ofFile };

export const importStarted: OfFile = { name: "import.started", payload: ofFile };
export const importPaused: OfFile = { name: "import.paused", payload: ofFile };
export const importCancelled: OfFile = { name: "import.cancelled", payload: ofFile };
export const importUndone: OfFile = { name: "import.undone", payload: ofFile };

export const importDone: EventType<{ file_name: string; added: number; updated: number }> = {
  name: "import.done",
  payload: z.object({ file_name: z.string(), added: z.number(), updated: z.number() }),
};
