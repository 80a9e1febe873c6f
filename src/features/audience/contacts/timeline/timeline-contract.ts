import * as z from "zod";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CONTACT_ERRORS } from "../contract.ts";
import { NOTE_CHARS_MAX, TIMELINE_KINDS } from "../rules.ts";

const timelineEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const { get, post, del } = routesOf("contacts");
const id = z.object({ id: idSchema });

export const timelineContract = {
  timeline: member("leads.see")
    .route(get("/contacts/{id}/timeline", "What happened to a lead, newest first"))
    .errors(pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND", "CURSOR_INVALID"))
    .input(id.extend({ cursor: z.string().max(4000).optional() }))
    .output(listOf(timelineEntrySchema)),
  addNote: member("leads.delete")
    .route(post("/contacts/{id}/notes", "Write a note about a lead"))
    .errors(pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND", "NOTE_LIMIT"))
    .input(id.extend({ text: z.string().trim().min(1).max(NOTE_CHARS_MAX) }))
    .output(timelineEntrySchema),
  deleteNote: member("leads.delete")
    .route(del("/contacts/{id}/notes/{note_id}", "Delete a note"))
    .errors(pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND", "NOTE_NOT_FOUND"))
    .input(id.extend({ note_id: idSchema }))
    .output(z.object({ id: z.string() })),
};
