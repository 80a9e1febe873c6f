import * as z from "zod";
import { filledSchema } from "#src/features/public/moderation/templates/template-contract.ts";
import { idSchema, listOf, open, routesOf, staff, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { MESSAGE_CHARS_MAX, REQUEST_STATES, SEARCH_CHARS_MAX } from "./rules.ts";

/** Of the form. */
export const HELP_ERRORS = {
  EMAIL_MISSING: { status: 400, message: "Enter your e-mail address, so that we can answer." },
  EMAIL_INVALID: { status: 400, message: "That doesn’t look like an e-mail address." },
  SUBJECT_MISSING: { status: 400, message: "Say in a few words what it’s about." },
  TEXT_MISSING: { status: 400, message: "Tell us what happened." },
} as const;

export const REQUEST_ERRORS = {
  REQUEST_NOT_FOUND: { status: 404, message: "There’s no such request." },
  REQUEST_TAKEN: { status: 409, message: "A colleague is working on this request. Take it over first." },
  REQUEST_CLOSED: { status: 409, message: "This request is closed. Reopen it first." },
  REQUEST_OPEN: { status: 409, message: "This request isn’t closed." },
  REQUEST_CHANGED: { status: 409, message: "They’ve written again. Read it before you answer." },
  REQUEST_FULL: { status: 409, message: "This request has as many messages as it can have." },
  MESSAGE_MISSING: { status: 400, message: "Write something first." },
} as const;

/** Longer input is rejected before any work is done with it. */
const text = z.string().max(20_000, "This text is too long. Shorten it.");

export const helpRequestSchema = z.object({
  email: text,
  subject: text,
  text,
  /** Where it happened. */
  page_url: text.nullish(),
  /** Created by the form, so that sending it twice makes only one request. */
  id: z.uuid().nullish(),
  /** A honeypot: people don't see it, but programs fill it in. */
  website: text.nullish(),
});

const personSchema = z.object({ id: z.string(), name: z.string() });

const requestSchema = z.object({
  id: z.string(),
  number: z.string(),
  subject: z.string(),
  email: z.string(),
  state: z.enum(REQUEST_STATES),
  /** The account had Premium when they last wrote. */
  is_premium: z.boolean(),
  created_at: z.string(),
  waiting_since: z.string(),
  updated_at: z.string(),
  assignee: personSchema.nullable(),
});
export type HelpRequest = z.infer<typeof requestSchema>;

const accountSchema = personSchema.extend({ email: z.string(), created_at: z.string() });

const detailSchema = requestSchema.extend({
  page_url: z.string(),
  /** Whoever was signed in. */
  account: accountSchema.nullable(),
  /** An account with the address that somebody typed who wasn't signed in, so it may not be theirs. */
  same_address: accountSchema.nullable(),
  /** The exchange, oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      is_answer: z.boolean(),
      author: personSchema.nullable(),
      text: z.string(),
      created_at: z.string(),
      /** An answer’s e-mail didn’t get through. */
      has_failed: z.boolean(),
    }),
  ),
  /** Only for staff, oldest first. */
  notes: z.array(
    z.object({
      id: z.string(),
      author: personSchema.nullable(),
      text: z.string(),
      created_at: z.string(),
    }),
  ),
  /** Other requests of the same account or address, newest first. */
  others: z.array(
    requestSchema.pick({ id: true, number: true, subject: true, state: true, created_at: true }),
  ),
});
export type HelpRequestDetail = z.infer<typeof detailSchema>;

const querySchema = z.object({
  /** A number, or part of an address, a subject or a message. Without a state, it’s searched in all of them. */
  q: writtenText(SEARCH_CHARS_MAX).optional(),
  state: z.enum([...REQUEST_STATES, "all"]).optional(),
  assignee: z.enum(["me", "nobody"]).optional(),
  cursor: z.string().max(4000).optional(),
});
export type RequestQuery = z.output<typeof querySchema>;

const ofRequest = z.object({ id: idSchema });
const stateSchema = z.object({ state: z.enum(REQUEST_STATES) });
const written = ofRequest.extend({
  text: writtenText(MESSAGE_CHARS_MAX),
  /** Made by whoever sends it, so that sending it twice writes it once. */
  message_id: z.uuid(),
});
const answerSchema = written.extend({
  /** The newest message that the author has read. */
  last_message_id: z.uuid().optional(),
  closes: z.boolean().default(false),
});
export type Answer = z.output<typeof answerSchema>;
export type Note = z.output<typeof written>;

const { get, post } = routesOf("staff");
const { REQUEST_NOT_FOUND, REQUEST_TAKEN, REQUEST_CLOSED } = REQUEST_ERRORS;

export const helpRequestsContract = {
  ask: open()
    .route(
      routesOf("help").post(
        "/help-requests",
        "Ask those who run the instance for help; the answer comes by e-mail",
        { successStatus: 201 },
      ),
    )
    .errors(HELP_ERRORS)
    .input(helpRequestSchema)
    .output(z.object({ number: z.string() })),
  list: staff("help")
    .route(get("/admin/help-requests", "Requests for help: Premium’s first, then what has waited longest"))
    .errors(LIST_ERRORS)
    .input(querySchema)
    .output(listOf(requestSchema)),
  get: staff("help")
    .route(get("/admin/help-requests/{id}", "A request for help, its exchange, and earlier ones"))
    .errors({ REQUEST_NOT_FOUND })
    .input(ofRequest)
    .output(detailSchema),
  claim: staff("help")
    .route(post("/admin/help-requests/{id}/claim", "Take a request, or take it over from a colleague"))
    .errors({ REQUEST_NOT_FOUND, REQUEST_TAKEN })
    .input(ofRequest.extend({ take_over: z.boolean().default(false) }))
    .output(z.object({ assignee: personSchema })),
  release: staff("help")
    .route(post("/admin/help-requests/{id}/release", "Give a request back to everyone"))
    .errors({ REQUEST_NOT_FOUND, REQUEST_TAKEN })
    .input(ofRequest)
    .output(z.object({ released: z.boolean() })),
  listTemplates: staff("help")
    .route(get("/admin/help-requests/{id}/templates", "Templates for an answer, with the request put in"))
    .errors({ REQUEST_NOT_FOUND })
    .input(ofRequest)
    .output(filledSchema),
  answer: staff("help")
    .route(post("/admin/help-requests/{id}/answer", "Answer a request by e-mail"))
    .errors(
      pickErrors(
        REQUEST_ERRORS,
        "REQUEST_NOT_FOUND",
        "REQUEST_TAKEN",
        "REQUEST_CHANGED",
        "REQUEST_FULL",
        "MESSAGE_MISSING",
      ),
    )
    .input(answerSchema)
    .output(stateSchema),
  note: staff("help")
    .route(post("/admin/help-requests/{id}/notes", "Write something about a request for other staff"))
    .errors(pickErrors(REQUEST_ERRORS, "REQUEST_NOT_FOUND", "REQUEST_FULL", "MESSAGE_MISSING"))
    .input(written)
    .output(z.object({ id: z.string() })),
  close: staff("help")
    .route(post("/admin/help-requests/{id}/close", "Close a request without an answer"))
    .errors({ REQUEST_NOT_FOUND, REQUEST_TAKEN, REQUEST_CLOSED })
    .input(ofRequest)
    .output(stateSchema),
  reopen: staff("help")
    .route(post("/admin/help-requests/{id}/reopen", "Put a closed request back into the queue"))
    .errors(pickErrors(REQUEST_ERRORS, "REQUEST_NOT_FOUND", "REQUEST_OPEN"))
    .input(ofRequest)
    .output(stateSchema),
};
