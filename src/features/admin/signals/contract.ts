import * as z from "zod";
import { SIGNAL_KINDS } from "#src/features/public/moderation/signal-rules.ts";
import {
  type BodyRule,
  idSchema,
  listOf,
  routesOf,
  sentence,
  staff,
  writtenText,
} from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { LISTS_MAX, NAME_CHARS_MAX, UPLOAD_BYTES_MAX, URL_CHARS_MAX } from "./lists/list-rules.ts";
import { ENTRIES_MAX, ENTRY_CHARS_MAX, SIGNAL_MODES } from "./rules.ts";

const MEGABYTE = 1024 * 1024;

export const SIGNAL_ERRORS = {
  THRESHOLD_INVALID: { status: 400, message: "Enter a whole number within the limits of this signal." },
  BRAND_INVALID: {
    status: 400,
    message:
      "Write each brand as its name, a colon, and its hosts, such as “paypal: paypal.com, paypal.me”. A name has at least 4 letters.",
  },
  ENTRIES_MISSING: { status: 400, message: "Enter at least one. To stop this signal, turn it off." },
  LIST_NAME_MISSING: { status: 400, message: "Give the list a name." },
  LIST_URL_INVALID: {
    status: 400,
    message: "Enter the list’s address, such as https://example.com/hosts.txt.",
  },
  LIST_LIMIT: { status: 409, message: `There are ${LISTS_MAX} lists, which is the limit. Remove one first.` },
  LIST_EMPTY: { status: 400, message: "There are no hosts in this file." },
  LIST_UNREADABLE: {
    status: 400,
    message: "This isn’t a list of hosts: most of its lines are something else.",
  },
  LIST_TOO_LONG: {
    status: 400,
    message: "A list can have up to 2,000,000 hosts.",
  },
  LIST_TOO_LARGE: {
    status: 413,
    message: `A file can have up to ${UPLOAD_BYTES_MAX / MEGABYTE} MB. Larger lists can be loaded from their address.`,
  },
  LIST_NOT_FOUND: { status: 404, message: "That list is gone." },
  LIST_IS_FILE: { status: 409, message: "This list is a file. Upload a newer one, and remove this one." },
  HOST_INVALID: { status: 400, message: "Enter a host, such as example.com." },
} as const;

const signalSchema = z.object({
  kind: z.enum(SIGNAL_KINDS),
  mode: z.enum(SIGNAL_MODES),
  threshold: z.number().nullable(),
  /** Words or brands, one a line. Null for signals without. */
  entries: z.array(z.string()).nullable(),
  changed_at: z.string().nullable(),
  changed_by: z.string().nullable(),
  /** Pages that it found something about in the last 30 days. */
  hits: z.number(),
  /** Of all time: its cases, those that are decided, and those where something was done. */
  cases: z.number(),
  decided: z.number(),
  right: z.number(),
});
export type Signal = z.infer<typeof signalSchema>;

const hitSchema = z.object({
  subject: z.string(),
  page: z.object({ id: z.string(), username: z.string() }).nullable(),
  account: z.object({ id: z.string(), name: z.string() }),
  why: sentence(),
  case_id: z.string().nullable(),
  first_at: z.string(),
  last_at: z.string(),
});
export type Hit = z.infer<typeof hitSchema>;

const hostListSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a file. */
  url: z.string().nullable(),
  hosts: z.number(),
  /** Lines that nobody understood. */
  ignored: z.number(),
  updated_at: z.string().nullable(),
  tried_at: z.string().nullable(),
  is_updating: z.boolean(),
  /** Why the last try failed. The hosts are those from before. */
  problem: sentence().nullable(),
  added_by: z.string(),
});
export type HostList = z.infer<typeof hostListSchema>;

const ofSignal = z.object({ kind: z.enum(SIGNAL_KINDS) });
const ofList = z.object({ id: idSchema });
const listName = writtenText(NAME_CHARS_MAX);
const { LIST_NOT_FOUND, LIST_IS_FILE, HOST_INVALID } = SIGNAL_ERRORS;
const { get, post, put, del, ask } = routesOf("staff");
const FILE_BODY: BodyRule = { kind: "multipart", bytesMax: UPLOAD_BYTES_MAX + 64 * 1024 };
const ENTRIES_BODY: BodyRule = { kind: "json", bytesMax: 1024 * 1024 };

const changeSchema = ofSignal.extend({
  mode: z.enum(SIGNAL_MODES).optional(),
  threshold: z.number().optional(),
  entries: z.array(writtenText(ENTRY_CHARS_MAX)).max(ENTRIES_MAX).optional(),
});
export type SignalChange = z.output<typeof changeSchema>;

export const signalContract = {
  list: staff("moderation")
    .route(get("/admin/signals", "What the instance notices about pages by itself, and what comes of it"))
    .output(listOf(signalSchema)),
  change: staff("moderation", ENTRIES_BODY)
    .route(put("/admin/signals/rules/{kind}", "Turn a signal on or off, or change what makes it speak"))
    .errors(pickErrors(SIGNAL_ERRORS, "THRESHOLD_INVALID", "BRAND_INVALID", "ENTRIES_MISSING"))
    .input(changeSchema)
    .output(signalSchema),
  hits: staff("moderation")
    .route(get("/admin/signals/rules/{kind}/hits", "What a signal found, the latest first"))
    .errors(pickErrors(LIST_ERRORS, "CURSOR_INVALID"))
    .input(ofSignal.extend({ cursor: z.string().max(4000).optional() }))
    .output(listOf(hitSchema)),
  lists: staff("moderation")
    .route(get("/admin/signals/lists", "The lists of bad hosts"))
    .output(listOf(hostListSchema)),
  addList: staff("moderation")
    .route(
      post("/admin/signals/lists", "Add a list of bad hosts that’s loaded every day", { successStatus: 201 }),
    )
    .errors(pickErrors(SIGNAL_ERRORS, "LIST_NAME_MISSING", "LIST_URL_INVALID", "LIST_LIMIT"))
    .input(z.object({ name: listName, url: writtenText(URL_CHARS_MAX) }))
    .output(hostListSchema),
  uploadList: staff("moderation", FILE_BODY)
    .route(post("/admin/signals/lists/file", "Add a list of bad hosts from a file", { successStatus: 201 }))
    .errors(
      pickErrors(
        SIGNAL_ERRORS,
        "LIST_NAME_MISSING",
        "LIST_LIMIT",
        "LIST_EMPTY",
        "LIST_UNREADABLE",
        "LIST_TOO_LONG",
        "LIST_TOO_LARGE",
      ),
    )
    .input(z.object({ name: listName, file: z.file() }))
    .output(hostListSchema),
  updateList: staff("moderation")
    .route(post("/admin/signals/lists/{id}/update", "Load a list again, soon"))
    .errors({ LIST_NOT_FOUND, LIST_IS_FILE })
    .input(ofList)
    .output(hostListSchema),
  removeList: staff("moderation")
    .route(del("/admin/signals/lists/{id}", "Remove a list of bad hosts"))
    .errors({ LIST_NOT_FOUND })
    .input(ofList),
  lookUp: staff("moderation")
    .route(ask("/admin/signals/look-up", "Which lists a host is on"))
    .errors({ HOST_INVALID })
    .input(z.object({ host: z.string().max(URL_CHARS_MAX) }))
    .output(z.object({ host: z.string(), lists: z.array(z.string()) })),
};
