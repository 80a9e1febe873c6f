import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { formatCount } from "#src/lib/event-sentences.ts";

export const importEvents = eventList("lead");

const named = (name: unknown) => (typeof name === "string" ? `“${name}”` : "a file");

/** The subject of all of these is the import. */
const ofFile = z.object({ file_name: z.string() });

export const importBegun = importEvents.add("import.begun", {
  payload: ofFile,
  sentence: ({ file_name }) => `Uploaded ${named(file_name)} to import leads`,
});

/** Someone said what its columns hold and what its people agreed to. It's checked next. */
export const importMapped = importEvents.add("import.mapped", {
  payload: ofFile,
  sentence: ({ file_name }) =>
    `Matched the columns of ${named(file_name)}, and said what its people agreed to`,
});

export const importStarted = importEvents.add("import.started", {
  payload: ofFile,
  sentence: ({ file_name }) => `Started importing ${named(file_name)}`,
});
export const importPaused = importEvents.add("import.paused", {
  payload: ofFile,
  sentence: ({ file_name }) => `Paused importing ${named(file_name)}`,
});
export const importCancelled = importEvents.add("import.cancelled", {
  payload: ofFile,
  sentence: ({ file_name }) => `Canceled importing ${named(file_name)}`,
});
export const importUndone = importEvents.add("import.undone", {
  payload: ofFile,
  sentence: ({ file_name }) => `Undid importing ${named(file_name)}`,
});

export const importDone = importEvents.add("import.done", {
  payload: z.object({
    file_name: z.string(),
    added: z.number(),
    updated: z.number(),
    starts_sequences: z.boolean().optional(),
  }),
  sentence: ({ file_name, added, updated }, locale) =>
    `Finished importing ${named(file_name)}: ${formatCount(added, locale, "0")} added, ${formatCount(updated, locale, "0")} updated`,
});
