import * as z from "zod";
import { fileOf, listOf, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { AREAS } from "./rules.ts";

/** Stand-ins for unknown names, and for staff, whose names an account's team must not see. */
export const UNNAMED = { program: "A program", person: "Someone who has left", staff: "Staff" } as const;

const entrySchema = z.object({
  id: z.string(),
  time: z.string(),
  /** The event's name, such as `profile.created`. */
  event: z.string(),
  what: sentence(),
  /** A person's or an API key's id; null for staff, and for Fanfare's own actions. */
  by: z.string().nullable(),
  who: sentence(Object.values(UNNAMED)),
  /** The dashboard, an API key, staff, or automatic. */
  through: sentence(),
  subject: z.string(),
});
export type Entry = z.infer<typeof entrySchema>;

const filterSchema = z.object({
  person: z.string().max(100).optional(),
  kind: z.enum(AREAS).optional(),
  /** Words from the sentence, or from the person's name. */
  q: z.string().max(200).optional(),
});
export type Filter = z.infer<typeof filterSchema>;

const { get } = routesOf("audit");

export const auditContract = {
  list: member("audit.see")
    .route(get("/audit", "What was done in your account in the last 90 days, newest first"))
    .errors(LIST_ERRORS)
    .input(filterSchema.extend({ cursor: z.string().max(4000).optional() }))
    .output(listOf(entrySchema)),
  people: member("audit.see")
    .route(get("/audit/people", "Everyone whose activity you can see"))
    .output(listOf(z.object({ id: z.string(), name: z.string() }))),
  exportCsv: member("audit.see")
    .route(get("/audit/export", "The entries that match, as a CSV file"))
    .input(filterSchema)
    .output(fileOf("text/csv")),
};
