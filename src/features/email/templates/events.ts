import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});

/** The subject is the template, or the snippet. */
export const templateCreated: EventType<object> = { name: "template.created", payload: none };

/** `fields` are those that changed. */
export const templateUpdated: EventType<{ fields: string[] }> = {
  name: "template.updated",
  payload: z.object({ fields: z.array(z.string()) }),
};

/** The subject is the copy. */
export const templateDuplicated: EventType<{ source_id: string }> = {
  name: "template.duplicated",
  payload: z.object({ source_id: z.string() }),
};

export const templateDeleted: EventType<object> = { name: "template.deleted", payload: none };

export const snippetCreated: EventType<object> = { name: "snippet.created", payload: none };

export const snippetDeleted: EventType<object> = { name: "snippet.deleted", payload: none };

/** The subject is the account. */
export const senderChanged: EventType<object> = { name: "sender.changed", payload: none };
