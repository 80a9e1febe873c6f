import * as z from "zod";
import { CONTACT_ERRORS } from "#src/features/audience/contacts/contract.ts";
import { fileOf, idSchema, listOf, member, routesOf, sentence, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import {
  COLUMNS_MAX,
  DELIMITERS,
  ENCODINGS,
  IMPORT_BYTES_MAX,
  IMPORT_MODES,
  IMPORT_STATES,
  IMPORTS_OPEN_MAX,
  PART_BYTES_MAX,
  UNDO_DAYS,
} from "./rules.ts";

const MEGABYTE = 1024 * 1024;

export const IMPORT_ERRORS = {
  IMPORT_NOT_FOUND: { status: 404, message: "That import is gone." },
  IMPORT_TOO_LARGE: {
    status: 413,
    message: `An import takes files of up to ${IMPORT_BYTES_MAX / MEGABYTE} MB. Split yours and import its parts.`,
  },
  IMPORTS_OPEN: {
    status: 409,
    message: `You have ${IMPORTS_OPEN_MAX} imports that haven’t ended. Finish or cancel one of them first.`,
  },
  IMPORT_EMPTY: { status: 400, message: "This file has no rows below its header." },
  IMPORT_UNREADABLE: {
    status: 400,
    message: "We can’t read this file as CSV. Save it as CSV in your spreadsheet, and try again.",
  },
  IMPORT_ROW_TOO_LONG: {
    status: 400,
    message:
      "A row of this file is longer than a million characters. Usually a quotation mark is missing there. Fix the file and import it again.",
  },
  TOO_MANY_COLUMNS: {
    status: 400,
    message: `An import takes files of up to ${COLUMNS_MAX} columns. Remove some that you don’t need.`,
  },
  PART_WRONG: { status: 409, message: "Send the part that starts where the last one ended." },
  TARGETS_WRONG: { status: 400, message: "Choose one column with e-mail addresses, and each target once." },
  TOO_MANY_FIELDS: CONTACT_ERRORS.TOO_MANY_FIELDS,
  TIME_ZONE_UNKNOWN: { status: 400, message: "We don’t know that time zone. Choose another one." },
  CONSENT_MISSING: { status: 400, message: "Say what these people agreed to, and confirm it." },
  STATE_WRONG: { status: 409, message: "That’s no longer possible. Look at where the import is now." },
  UNDO_TOO_LATE: { status: 409, message: `An import can be undone for ${UNDO_DAYS} days.` },
} as const;

const targetSchema = z.string().regex(/^(?:[a-z_]{1,20}|field:[a-z][a-z0-9_]{0,49})$/);

const countsSchema = z.object({
  rows: z.number(),
  added: z.number(),
  updated: z.number(),
  /** Existing ones without changes, or combined with an earlier row. */
  unchanged: z.number(),
  /** The part of `unchanged` that was combined with an earlier row with the same address. */
  combined: z.number(),
  left_out: z.number(),
  /** The part of added and updated ones that gets no e-mail, because their address is suppressed. */
  suppressed: z.number(),
  /** Addresses that the file suppresses. They're included in those left out. */
  stopped: z.number(),
});

export const importSchema = z.object({
  id: z.string(),
  file_name: z.string(),
  bytes: z.number(),
  /** The bytes of the file that have arrived. */
  received: z.number(),
  state: z.enum(IMPORT_STATES),
  encoding: z.enum(ENCODINGS),
  /** Set if the file doesn't declare its encoding, so that it's guessed from its letters. */
  is_encoding_guessed: z.boolean(),
  /** The first lines with letters beyond ASCII, as they're decoded. */
  letters: z.array(z.string()),
  /** Set if some of them are garbled. */
  is_garbled: z.boolean(),
  delimiter: z.enum(DELIMITERS),
  /** False if the first row is already a person. */
  has_header: z.boolean(),
  /** Rows before the header, such as titles. */
  rows_before: z.number(),
  columns: z.array(
    z.object({
      header: z.string(),
      sample: z.array(z.string()),
      target: z.string().nullable(),
      /** The column whose JSON contains it. */
      part_of: z.string().nullable(),
    }),
  ),
  mode: z.enum(IMPORT_MODES),
  tags: z.array(z.string()),
  suppresses: z.boolean(),
  starts_sequences: z.boolean(),
  consent_text: z.string().nullable(),
  counts: countsSchema,
  expected: countsSchema.nullable(),
  rows_done: z.number(),
  /** Rows that were left out, or not imported completely. */
  problems: z.number(),
  failure: sentence().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  undo_until: z.string().nullable(),
});
export type Import = z.infer<typeof importSchema>;

/** A reason for problems. It doesn't contain people's text, so that rows with the same problem share one. */
const reasonSchema = z.object({
  problem: sentence(),
  is_left_out: z.boolean(),
  /** A row with two problems counts in both. */
  rows: z.number(),
  /** The first of these rows, each with its number and its beginning. */
  examples: z.array(z.object({ row: z.number(), content: z.string() })),
});
export type Reason = z.infer<typeof reasonSchema>;

const { get, post, put } = routesOf("contacts");
const id = z.object({ id: idSchema });

export const beginSchema = z.object({
  id: z.uuid().optional(),
  name: z.string().max(300).optional(),
  bytes: z.coerce.number().int().min(1).optional(),
  file: z.file(),
});

export const partSchema = id.extend({ start: z.coerce.number().int().min(0), file: z.file() });

export const rereadSchema = id.extend({
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.enum(DELIMITERS).optional(),
  has_header: z.boolean().optional(),
});

export const mappingSchema = id.extend({
  /** One for each column, in their order. */
  targets: z.array(targetSchema.nullable()).max(COLUMNS_MAX),
  mode: z.enum(IMPORT_MODES).default("update"),
  tags: z.array(storedText(50).trim().min(1)).max(20).default([]),
  /** Set to suppress addresses that the file calls unsubscribed, bounced, or spam reporters. */
  suppresses: z.boolean().default(true),
  /** Set to start sequences for these people, by the tags and stages that the import gives them. */
  starts_sequences: z.boolean().default(false),
  /** The consent of these people, in your words. Stored with each of them as proof. */
  consent_text: z.string().trim().max(500),
  /** True if they agreed to get e-mail from this account. */
  consent: z.boolean(),
  /** The zone of dates without one. Defaults to the account's. */
  time_zone: z.string().max(100).optional(),
});

const PART_BODY = { kind: "multipart", bytesMax: PART_BYTES_MAX + 64 * 1024, isRepeatable: true } as const;
/** Errors that prevent any preview of a file. */
const UNREAD = ["IMPORT_EMPTY", "IMPORT_ROW_TOO_LONG", "TOO_MANY_COLUMNS"] as const;
const named = pickErrors(IMPORT_ERRORS, "IMPORT_NOT_FOUND");
const moving = pickErrors(IMPORT_ERRORS, "IMPORT_NOT_FOUND", "STATE_WRONG");

export const importsContract = {
  begin: member("leads.delete", PART_BODY)
    .route(
      post(
        "/contacts/imports",
        `Send a CSV file, or the first ${PART_BYTES_MAX / MEGABYTE} MB of one that has \`bytes\` in all`,
        { successStatus: 201 },
      ),
    )
    .errors(
      pickErrors(
        IMPORT_ERRORS,
        "IMPORT_TOO_LARGE",
        "IMPORTS_OPEN",
        "IMPORT_EMPTY",
        "IMPORT_UNREADABLE",
        "IMPORT_ROW_TOO_LONG",
        "TOO_MANY_COLUMNS",
        "PART_WRONG",
      ),
    )
    .input(beginSchema)
    .output(importSchema),
  addPart: member("leads.delete", PART_BODY)
    .route(
      post(
        "/contacts/imports/{id}/parts",
        "Send the part of the file that starts at `start`; one that has arrived before changes nothing",
      ),
    )
    .errors(pickErrors(IMPORT_ERRORS, "IMPORT_NOT_FOUND", "PART_WRONG", ...UNREAD))
    .input(partSchema)
    .output(importSchema),
  list: member("leads.delete")
    .route(get("/contacts/imports", "Your imports, newest first"))
    .output(listOf(importSchema)),
  get: member("leads.delete")
    .route(get("/contacts/imports/{id}", "An import, and how far it is"))
    .errors(named)
    .input(id)
    .output(importSchema),
  reread: member("leads.delete")
    .route(
      put(
        "/contacts/imports/{id}/reading",
        "Read the file with another encoding, separator, or header than was recognized",
      ),
    )
    .errors(pickErrors(IMPORT_ERRORS, "IMPORT_NOT_FOUND", "STATE_WRONG", ...UNREAD))
    .input(rereadSchema)
    .output(importSchema),
  map: member("leads.delete")
    .route(
      put(
        "/contacts/imports/{id}/mapping",
        "Say what each column holds, and check the file without importing anything",
      ),
    )
    .errors(
      pickErrors(
        IMPORT_ERRORS,
        "IMPORT_NOT_FOUND",
        "STATE_WRONG",
        "TARGETS_WRONG",
        "CONSENT_MISSING",
        "TIME_ZONE_UNKNOWN",
        "TOO_MANY_FIELDS",
      ),
    )
    .input(mappingSchema)
    .output(importSchema),
  start: member("leads.delete")
    .route(post("/contacts/imports/{id}/start", "Import, or go on after a pause"))
    .errors(moving)
    .input(id)
    .output(importSchema),
  pause: member("leads.delete")
    .route(post("/contacts/imports/{id}/pause", "Pause an import"))
    .errors(moving)
    .input(id)
    .output(importSchema),
  cancel: member("leads.delete")
    .route(
      post(
        "/contacts/imports/{id}/cancel",
        "Stop an import for good; what it has imported stays until you undo it",
      ),
    )
    .errors(moving)
    .input(id)
    .output(importSchema),
  undo: member("leads.delete")
    .route(
      post(
        "/contacts/imports/{id}/undo",
        "Take back everything that an import changed, except where contacts have changed since",
      ),
    )
    .errors(pickErrors(IMPORT_ERRORS, "IMPORT_NOT_FOUND", "STATE_WRONG", "UNDO_TOO_LATE"))
    .input(id)
    .output(importSchema),
  reasons: member("leads.delete")
    .route(
      get(
        "/contacts/imports/{id}/reasons",
        "Why rows have problems, the most frequent reasons first, with a few rows of each",
      ),
    )
    .errors(named)
    .input(id)
    .output(listOf(reasonSchema)),
  problems: member("leads.delete")
    .route(get("/contacts/imports/{id}/problems", "The rows with problems, as a CSV file"))
    .errors(named)
    .input(id)
    .output(fileOf("text/csv")),
};
