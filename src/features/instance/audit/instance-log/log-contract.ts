import * as z from "zod";
import { fileOf, listOf, routesOf, sentence, staff, storedMoment } from "#src/lib/endpoint.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { UNNAMED } from "../contract.ts";
import { AREAS } from "../rules.ts";
import { MEANS } from "./log-rules.ts";

const personSchema = z.object({
  id: z.string(),
  /** Null once they're gone, and for what isn't an account. */
  name: z.string().nullable(),
  email: z.string().nullable(),
});

const logEntrySchema = z.object({
  id: z.string(),
  time: z.string(),
  /** The event's name, such as `profile.created`. */
  event: z.string(),
  what: sentence(),
  /** A person's or an API key's id; null for the program's own actions. */
  by: personSchema.nullable(),
  who: sentence(Object.values(UNNAMED)),
  /** The role on the team or among staff, in which they acted. */
  role: z.string().nullable(),
  through: z.enum(MEANS),
  /** The staff key, if they acted through one. Its name is null once it's gone. */
  key: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Which job, if it was one. */
  job: z.string().nullable(),
  /** `instance` for what concerns all. */
  account: personSchema,
  subject: z.string(),
  /** Its place in the chain. Null until it's sealed, which takes a minute or two. */
  position: z.number().nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

const logFilterSchema = z.object({
  /** Who did it: part of a name or address, or an id of a person or key. */
  who: z.string().max(200).optional(),
  /** Whose account: the same, or `instance`. Or the id of what it's about. */
  whom: z.string().max(200).optional(),
  /** Words of the sentence, or the event's name. */
  what: z.string().max(200).optional(),
  kind: z.enum(AREAS).optional(),
  through: z.enum(MEANS).optional(),
  /** The id of a staff key. */
  key: z.string().max(100).optional(),
  from: storedMoment.optional(),
  until: storedMoment.optional(),
});
export type LogFilter = z.output<typeof logFilterSchema>;

const { get } = routesOf("staff");

export const instanceLogContract = {
  instanceList: staff("audit.own")
    .route(
      get(
        "/admin/audit",
        "What was done on the instance, newest first; moderators and finance see what they did themselves",
      ),
    )
    .errors(LIST_ERRORS)
    .input(logFilterSchema.extend({ cursor: z.string().max(4000).optional() }))
    .output(listOf(logEntrySchema)),
  instanceExport: staff("audit.own")
    .route(
      get("/admin/audit/export", "The entries that match, as a file, with a line of CSV or JSON for each"),
    )
    .input(logFilterSchema.extend({ format: z.enum(["csv", "jsonl"]).default("csv") }))
    .output(fileOf("text/csv", "text/plain")),
};
