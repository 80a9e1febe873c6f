import * as z from "zod";
import { CONTACT_ERRORS, contactSchema, filterSchema } from "#src/features/audience/contacts/contract.ts";
import { FIELD_TYPES } from "#src/features/audience/contacts/rules.ts";
import { idSchema, listOf, member, routesOf, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { listInput, pageOf, selectionOf } from "#src/lib/list.ts";
import { conditionSchema } from "./conditions/condition-contract.ts";
import { CONDITION_PARTS_MAX } from "./conditions/condition-rules.ts";
import { USED_KINDS } from "./conditions/uses-rules.ts";
import { MOVE_KINDS, SEGMENT_KINDS, SEGMENTS_MAX, USED_IDS_MAX } from "./rules.ts";

export const SEGMENT_ERRORS = {
  SEGMENT_NOT_FOUND: { status: 404, message: "That segment is gone." },
  SEGMENT_NAME_REQUIRED: { status: 400, message: "Give the segment a name." },
  SEGMENT_NAME_TAKEN: { status: 409, message: "There’s already a segment with this name." },
  SEGMENT_LIMIT: {
    status: 409,
    message: `You have ${SEGMENTS_MAX} segments, which is the limit. Delete one you no longer use.`,
  },
  CONDITION_INVALID: CONTACT_ERRORS.CONDITION_INVALID,
  SEGMENT_CIRCULAR: { status: 409, message: "A segment can’t be part of itself." },
  SEGMENT_IN_USE: { status: 409, message: "Something still uses this segment." },
  /** Its people aren't picked by hand, or it has no condition. */
  SEGMENT_FIXED: { status: 409, message: "This kind of segment doesn’t work that way." },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This segment was changed somewhere else while you were editing it.",
  },
} as const;

const nameSchema = storedText(500);
/** A condition as its value, or in its text form. */
const written = {
  condition: conditionSchema.optional(),
  text: storedText(CONDITION_PARTS_MAX * 500).optional(),
};

export const segmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(SEGMENT_KINDS),
  /** Null for people picked by hand. */
  condition: conditionSchema.nullable(),
  /** The condition's text form, or empty. */
  text: z.string(),
  /** The segment that a snapshot was taken of, while it exists. */
  source_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Segment = z.output<typeof segmentSchema>;

const named = z.object({ id: z.string(), name: z.string() });
const catalogSchema = z.object({
  fields: z.array(
    z.object({ key: z.string(), label: z.string(), type: z.enum(FIELD_TYPES), choices: z.array(z.string()) }),
  ),
  topics: z.array(z.object({ key: z.string(), name: z.string() })),
  tags: z.array(z.string()),
  stages: z.array(named),
  owners: z.array(named),
  pages: z.array(named),
  links: z.array(named),
  campaigns: z.array(named),
  segments: z.array(named),
});

/** Where a test is in a condition: the positions in each group, from the outermost one on. */
const pathSchema = z.array(z.number());
const foundSchema = z.object({
  contact: contactSchema,
  /** The tests that are true for them. */
  reasons: z.array(pathSchema),
});

/** Somebody came into a segment with a condition, or left it. */
const moveSchema = z.object({
  id: z.string(),
  kind: z.enum(MOVE_KINDS),
  at: z.string(),
  contact: z.object({ id: z.string(), name: z.string(), email: z.string() }),
});

const { get, ask, post, patch, del } = routesOf("segments");
const BODY = { kind: "json", bytesMax: 256 * 1024 } as const;
const id = z.object({ id: idSchema });
const { SEGMENT_NOT_FOUND, CONDITION_INVALID } = SEGMENT_ERRORS;
const NAMING = pickErrors(SEGMENT_ERRORS, "SEGMENT_NAME_REQUIRED", "SEGMENT_NAME_TAKEN", "SEGMENT_LIMIT");
const SELECTING = pickErrors(CONTACT_ERRORS, "PROFILE_NOT_FOUND", "CONDITION_INVALID");

export const segmentsContract = {
  catalog: member("leads.export")
    .route(get("/segments/catalog", "Everything that a condition can name: fields, tags, pages, links, …"))
    .output(catalogSchema),
  list: member("leads.export").route(get("/segments", "Your segments by name")).output(listOf(segmentSchema)),
  get: member("leads.export")
    .route(get("/segments/{id}", "A segment"))
    .errors({ SEGMENT_NOT_FOUND })
    .input(id)
    .output(segmentSchema),
  uses: member("leads.export")
    .route(
      ask("/segments/uses", "Which segments and rules are about something that you’re going to delete", {
        description:
          "Fields and topics by their keys, tags by their names, anything else by its id. A page includes its links.",
      }),
    )
    .input(z.object({ kind: z.enum(USED_KINDS), ids: z.array(storedText(100)).max(USED_IDS_MAX) }))
    .output(listOf(named.extend({ kind: z.enum(["segment", "automation"]) }))),
  create: member("leads.delete", BODY)
    .route(
      post("/segments", "Add a segment", {
        successStatus: 201,
        description:
          '`dynamic` segments need a condition, as its value or as text like `country in (DE, AT) and tag "vip"`; `static` ones have the people you add.',
      }),
    )
    .errors({ ...NAMING, CONDITION_INVALID })
    .input(
      z.object({
        id: z.uuid().optional(),
        name: nameSchema,
        kind: z.enum(["dynamic", "static"]).default("dynamic"),
        ...written,
      }),
    )
    .output(segmentSchema),
  update: member("leads.delete", BODY)
    .route(patch("/segments/{id}", "Rename a segment, or change its condition"))
    .errors({
      ...pickErrors(
        SEGMENT_ERRORS,
        ...([
          "SEGMENT_NOT_FOUND",
          "SEGMENT_NAME_REQUIRED",
          "SEGMENT_NAME_TAKEN",
          "CONDITION_INVALID",
        ] as const),
        ...(["SEGMENT_CIRCULAR", "SEGMENT_FIXED", "CHANGED_MEANWHILE"] as const),
      ),
    })
    .input(
      id.extend({
        name: nameSchema.optional(),
        ...written,
        /** The version the form was loaded with. An edit over a newer one is rejected. */
        updated_at: z.string().optional(),
      }),
    )
    .output(segmentSchema),
  delete: member("leads.delete")
    .route(del("/segments/{id}", "Delete a segment; its people stay on your list"))
    .errors(pickErrors(SEGMENT_ERRORS, "SEGMENT_NOT_FOUND", "SEGMENT_IN_USE"))
    .input(id)
    .output(id),
  takeSnapshot: member("leads.delete")
    .route(
      post("/segments/{id}/snapshot", "Keep who is in a segment now, as a segment of its own", {
        successStatus: 201,
      }),
    )
    .errors({ ...NAMING, SEGMENT_NOT_FOUND })
    .input(id.extend({ name: nameSchema }))
    .output(segmentSchema),
  compare: member("leads.export")
    .route(
      get("/segments/{id}/compare", "Who is in this segment and not in another one, and the other way round"),
    )
    .errors({ SEGMENT_NOT_FOUND })
    .input(id.extend({ with: idSchema }))
    .output(
      z.object({
        both: z.number(),
        /** Only in this one, and only in the other one: how many, and the newest 50 of them. */
        came: z.object({ count: z.number(), items: z.array(contactSchema) }),
        left: z.object({ count: z.number(), items: z.array(contactSchema) }),
      }),
    ),
  members: member("leads.export")
    .route(get("/segments/{id}/members", "Who is in a segment, newest first"))
    .errors({ SEGMENT_NOT_FOUND, ...pickErrors(CONTACT_ERRORS, "CURSOR_INVALID") })
    .input(id.extend(listInput(["created_at", "name", "email"]).shape))
    .output(pageOf(contactSchema)),
  moves: member("leads.export")
    .route(
      get("/segments/{id}/moves", "Who came into a segment with a condition and who left, newest first", {
        description: "For 90 days. Who was in it when it was added or edited isn’t listed.",
      }),
    )
    .errors({ SEGMENT_NOT_FOUND, ...pickErrors(CONTACT_ERRORS, "CURSOR_INVALID") })
    .input(id.extend({ cursor: z.string().max(4000).optional() }))
    .output(listOf(moveSchema)),
  addMembers: member("leads.delete")
    .route(post("/segments/{id}/members", "Add leads to a segment whose people are picked by hand"))
    .errors({ ...SELECTING, ...pickErrors(SEGMENT_ERRORS, "SEGMENT_NOT_FOUND", "SEGMENT_FIXED") })
    .input(id.extend({ selection: selectionOf(filterSchema) }))
    .output(z.object({ count: z.number() })),
  removeMembers: member("leads.delete")
    .route(
      post("/segments/{id}/members/remove", "Take leads out of a segment whose people are picked by hand"),
    )
    .errors({ ...SELECTING, ...pickErrors(SEGMENT_ERRORS, "SEGMENT_NOT_FOUND", "SEGMENT_FIXED") })
    .input(id.extend({ selection: selectionOf(filterSchema) }))
    .output(z.object({ count: z.number() })),
  count: member("leads.export", BODY)
    .route(ask("/segments/count", "How many leads a condition or a segment has"))
    .errors({ SEGMENT_NOT_FOUND, CONDITION_INVALID })
    .input(z.object({ segment_id: idSchema.optional(), ...written }))
    .output(z.object({ count: z.number() })),
  preview: member("leads.export", BODY)
    .route(ask("/segments/preview", "The 20 newest leads that a condition has, and why each one is in"))
    .errors({ CONDITION_INVALID })
    .input(z.object(written))
    .output(z.object({ condition: conditionSchema, items: z.array(foundSchema) })),
  explain: member("leads.export", BODY)
    .route(ask("/segments/explain", "Why a lead is in a segment, or isn’t"))
    .errors({ SEGMENT_NOT_FOUND, CONDITION_INVALID, ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND") })
    .input(z.object({ segment_id: idSchema.optional(), contact_id: idSchema, ...written }))
    .output(
      z.object({
        is_in: z.boolean(),
        /** Null for people picked by hand. */
        condition: conditionSchema.nullable(),
        tests: z.array(z.object({ path: pathSchema, is_true: z.boolean() })),
      }),
    ),
};
