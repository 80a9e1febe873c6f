import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { formatDay, isDay } from "#src/lib/event-sentences.ts";
import { LEGAL_NAMES, NOTICES } from "./rules.ts";

export const legalEvents = eventList("account");

const NAMES: ReadonlyMap<unknown, string> = new Map([
  ["terms", "the terms"],
  ["privacy", "the privacy policy"],
  ["cookies", "the cookie policy"],
]);
const named = (name: unknown) => NAMES.get(name) ?? "a legal text";

const draft = z.object({ name: z.enum(LEGAL_NAMES) });

/* What staff do. The subject is the text's name. */

export const legalDraftSaved = legalEvents.add("legal.draft_saved", {
  payload: draft,
  sentence: ({ name }) => `Wrote a draft of ${named(name)}`,
});

export const legalDraftDiscarded = legalEvents.add("legal.draft_discarded", {
  payload: draft,
  sentence: ({ name }) => `Discarded the draft of ${named(name)}`,
});

export const legalPublished = legalEvents.add("legal.published", {
  payload: draft.extend({ version: z.number(), notice: z.enum(NOTICES), effective_at: z.string() }),
  sentence: ({ name, version, effective_at }, locale) => {
    const what = `Published ${named(name)}`;
    if (typeof version !== "number" || !isDay(effective_at)) return what;
    return `${what}, version ${version}, in force from ${formatDay(effective_at, locale)}`;
  },
});

/** What a person does. The subject is the text's name. Version 0 is the text that came with Fanfare. */
export const legalAgreed = legalEvents.add("legal.agreed", {
  payload: z.object({ name: z.enum(LEGAL_NAMES), version: z.number() }),
  sentence: ({ name, version }) =>
    typeof version === "number" && version > 0
      ? `Agreed to ${named(name)}, version ${version}`
      : `Agreed to ${named(name)}`,
});
