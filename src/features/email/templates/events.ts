import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields } from "#src/lib/event-sentences.ts";

export const templateEvents = eventList("template");

/** The subject is the template, or the snippet. */
export const templateCreated = templateEvents.add("template.created", {
  sentence: "Added an e-mail template",
});

/** `fields` are those that changed. */
export const templateUpdated = templateEvents.add("template.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("an e-mail template"),
});

/** The subject is the copy. */
export const templateDuplicated = templateEvents.add("template.duplicated", {
  payload: z.object({ source_id: z.string() }),
  sentence: "Copied an e-mail template",
});

export const templateDeleted = templateEvents.add("template.deleted", {
  sentence: "Deleted an e-mail template",
});

export const snippetCreated = templateEvents.add("snippet.created", { sentence: "Added a snippet" });

export const snippetDeleted = templateEvents.add("snippet.deleted", { sentence: "Deleted a snippet" });

/** The subject is the account. */
export const senderChanged = templateEvents.add("sender.changed", { sentence: "Changed who e-mail is from" });
