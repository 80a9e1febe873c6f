import * as z from "zod";
import { BLOCK_KINDS } from "#src/lib/block-kinds.ts";
import { fileOf, idSchema, listOf, routesOf, sentence, staff, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import {
  AGENT_CHARS_MIN,
  BLOCKS_MAX,
  NARROW_DAYS_MAX,
  REASON_CHARS_MAX,
  TIMELINE_KINDS,
  VALUE_CHARS_MAX,
} from "./rules.ts";

export const SECURITY_ERRORS = {
  BLOCK_REASON_MISSING: { status: 400, message: "Say why. It’s in the log." },
  NETWORK_INVALID: {
    status: 400,
    message: "Enter a network such as 203.0.113.0/24 or 2001:db8::/32, or one address.",
  },
  NETWORK_TOO_WIDE: {
    status: 400,
    message: "That network is too large: whole countries are in it. Enter smaller ones.",
  },
  NETWORK_OURS: {
    status: 400,
    message: "This instance itself, or the proxy in front of it, is in that network.",
  },
  NETWORK_YOURS: { status: 400, message: "You’re in that network yourself." },
  NETWORK_END_MISSING: {
    status: 400,
    message: `A network this small may be a single person’s, so choose an end within ${NARROW_DAYS_MAX} days.`,
  },
  AGENT_INVALID: {
    status: 400,
    message: `Enter at least ${AGENT_CHARS_MIN} characters of a user agent. An asterisk stands for anything.`,
  },
  AGENT_YOURS: { status: 400, message: "Your own browser’s user agent contains that." },
  MAIL_DOMAIN_INVALID: { status: 400, message: "Enter a domain such as example.com." },
  BLOCK_END_PAST: { status: 400, message: "Choose a moment in the future." },
  BLOCK_EXISTS: { status: 409, message: "There’s an entry for that already. Remove it first." },
  BLOCK_LIMIT: {
    status: 409,
    message: `There are ${BLOCKS_MAX} entries, which is the limit. Remove some first.`,
  },
  BLOCK_NOT_FOUND: { status: 404, message: "That entry is gone." },
  BROWSER_ERROR_NOT_FOUND: { status: 404, message: "That error is gone." },
} as const;
const { BLOCK_NOT_FOUND, BROWSER_ERROR_NOT_FOUND, ...ADDING } = SECURITY_ERRORS;

const accountSchema = z.object({ id: z.string(), name: z.string() });

const entrySchema = z.object({
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  /** What happened, for events. Null for what's only counted. */
  what: sentence().nullable(),
  /** What it was about: a limit, a way to sign in, a country, the id of a block or of something else. */
  subject: z.string(),
  /** Who did it, for events. */
  by: z.string().nullable(),
  account: accountSchema.nullable(),
  /** The wider network, such as `203.0.113.0/24`. Empty if it isn't known. */
  network: z.string(),
  country: z.string(),
  /** How often, within an hour. */
  count: z.number(),
  first_at: z.string(),
  at: z.string(),
});
export type TimelineEntry = z.infer<typeof entrySchema>;

const blockSchema = z.object({
  id: z.string(),
  kind: z.enum(BLOCK_KINDS),
  effect: z.enum(["block", "allow"]),
  value: z.string(),
  reason: z.string(),
  /** Null for good. */
  ends_at: z.string().nullable(),
  made_by: z.string(),
  created_at: z.string(),
  /** Requests, sign-ins and sign-ups that it kept out in the last 30 days. */
  kept_out: z.number(),
});
export type Block = z.infer<typeof blockSchema>;

/** All that look the same. */
const browserErrorSchema = z.object({
  id: z.string(),
  /** Where it happened: in the dashboard, on a creator's page, or on the instance's own pages. */
  source: z.enum(["dashboard", "page", "site"]),
  message: z.string(),
  /** Without names. */
  path: z.string(),
  /** Of the latest one, as is the version. */
  stack: z.string(),
  version: z.string(),
  count: z.number(),
  first_at: z.string(),
  last_at: z.string(),
  resolved_at: z.string().nullable(),
});
export type BrowserError = z.infer<typeof browserErrorSchema>;

const moment = z.iso.datetime({ offset: true, error: "Enter a time such as 2027-01-31T00:00:00Z." });

const filterSchema = z.object({
  kind: z.enum(TIMELINE_KINDS).optional(),
  account: idSchema.optional(),
  /** A network or an address in it. Only what's counted has one, and a country. */
  network: z.string().max(VALUE_CHARS_MAX).optional(),
  /** Two letters, such as `DE`. */
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "Enter the two letters of a country, such as DE.")
    .optional(),
  from: moment.optional(),
  until: moment.optional(),
});
export type TimelineFilter = z.infer<typeof filterSchema>;

const newBlock = z.object({
  kind: z.enum(BLOCK_KINDS),
  effect: z.enum(["block", "allow"]).default("block"),
  value: z.string().max(VALUE_CHARS_MAX),
  reason: writtenText(REASON_CHARS_MAX),
  ends_at: moment.nullish(),
});
export type NewBlock = z.infer<typeof newBlock>;

const { get, ask, post, put, del } = routesOf("staff");

export const securityContract = {
  timeline: staff("security")
    .route(
      get("/admin/security", "What happened at the doors, and what else is about security, newest first"),
    )
    .errors(pickErrors(LIST_ERRORS, "CURSOR_INVALID"))
    .input(filterSchema.extend({ cursor: z.string().max(200).optional() }))
    .output(listOf(entrySchema)),
  export: staff("security")
    .route(get("/admin/security/export", "The same as CSV"))
    .input(filterSchema)
    .output(fileOf("text/csv")),
  blocks: staff("security")
    .route(get("/admin/security/blocks", "What’s blocked and what’s allowed in spite of that, newest first"))
    .output(listOf(blockSchema)),
  addBlock: staff("security")
    .route(
      post("/admin/security/blocks", "Block a network, a user agent, or an e-mail domain, or allow it", {
        successStatus: 201,
      }),
    )
    .errors(ADDING)
    .input(newBlock)
    .output(blockSchema),
  previewBlock: staff("security")
    .route(ask("/admin/security/blocks/preview", "Whom a block would keep out, as far as that’s known"))
    .input(newBlock.pick({ kind: true, value: true }))
    .output(
      z.object({
        /** False for what can't be blocked as it's typed. */
        is_valid: z.boolean(),
        /** People who are signed in with that program, or have an address there, or were noticed in that network. */
        people: z.number(),
        /** What was noticed in that network in the last 30 days. Null for anything else. */
        incidents: z.number().nullable(),
      }),
    ),
  removeBlock: staff("security")
    .route(del("/admin/security/blocks/{id}", "Remove a block or what’s allowed"))
    .errors({ BLOCK_NOT_FOUND })
    .input(z.object({ id: idSchema })),
  browserErrors: staff("security")
    .route(get("/admin/security/browser-errors", "Errors in browsers, grouped, the latest first"))
    .input(z.object({ state: z.enum(["open", "resolved"]).default("open") }))
    .output(listOf(browserErrorSchema)),
  resolveBrowserError: staff("security")
    .route(
      put(
        "/admin/security/browser-errors/{id}",
        "Take an error off the list until it recurs, or put it back",
      ),
    )
    .errors({ BROWSER_ERROR_NOT_FOUND })
    .input(z.object({ id: idSchema, is_resolved: z.boolean() })),
};
