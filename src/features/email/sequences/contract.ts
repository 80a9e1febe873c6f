import * as z from "zod";
import { CONTACT_ERRORS, filterSchema } from "#src/features/audience/contacts/contract.ts";
import { SEGMENT_ERRORS } from "#src/features/audience/segments/segments-contract.ts";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { FILE_ERRORS } from "#src/features/email/templates/files/files-contract.ts";
import { idSchema, listOf, member, routesOf, sentence, storedMoment, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS, selectionOf } from "#src/lib/list.ts";
import { definitionSchema, problemSchema, stepId } from "./definition-contract.ts";
import { ENROLLMENT_STATES, SEQUENCE_STATES, SEQUENCES_MAX, VERSIONS_MAX } from "./rules.ts";

export const SEQUENCE_ERRORS = {
  SEQUENCE_NOT_FOUND: { status: 404, message: "That sequence is gone." },
  SEQUENCE_NAME_MISSING: { status: 400, message: "Give the sequence a name." },
  SEQUENCE_LIMIT: {
    status: 409,
    message: `You have ${SEQUENCES_MAX} sequences, which is the limit. Delete one you no longer use.`,
  },
  SEQUENCE_STATE: { status: 409, message: "The sequence has moved on by now. Look again." },
  SEQUENCE_NOT_READY: { status: 409, message: "This sequence isn’t ready yet. Fix what’s listed." },
  SEQUENCE_ACTIVE: { status: 409, message: "Stop this sequence before you delete it." },
  SEQUENCE_IN_USE: { status: 409, message: "A rule still starts this sequence." },
  SEQUENCE_VERSIONS: {
    status: 409,
    message: `It has ${VERSIONS_MAX} versions, which is the limit. Copy it to go on.`,
  },
  SEQUENCE_SPACE: {
    status: 409,
    message:
      "The versions of your sequences take up too much room. Delete a sequence that you no longer use, with all of its versions.",
  },
  STEP_NOT_FOUND: { status: 404, message: "That step is gone." },
  ENROLLMENT_NOT_FOUND: { status: 404, message: "They aren’t in this sequence anymore." },
  ALREADY_INSIDE: { status: 409, message: "They’re in this sequence already, or have been through it." },
  SEQUENCE_UNAPPROVED: {
    status: 409,
    message:
      "That’s more people within a day than one person on your team may write to. Send them a campaign, which someone else approves.",
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This sequence was changed somewhere else while you were editing it.",
  },
} as const;

/** Sequences hold whole e-mails, which forms send with pictures and styles. */
const BODY = { kind: "json", bytesMax: 4 * 1024 * 1024 } as const;

const countsSchema = z.object({
  /** Everyone who has ever got in. */
  entered: z.number(),
  inside: z.number(),
  completed: z.number(),
  exited: z.number(),
});

const summarySchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(SEQUENCE_STATES),
  state_reason: sentence(),
  state_at: z.string(),
  /** The version for everyone who gets in now. Null before the first one. */
  version: z.number().nullable(),
  counts: countsSchema,
  /** The pages whose sign-ups start it. Empty for all of them; null if sign-ups don’t. */
  starts_on: z.array(z.string()).nullable(),
  /** How many e-mails it sends at most to one person. */
  mails: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SequenceSummary = z.output<typeof summarySchema>;

const sequenceSchema = summarySchema.omit({ mails: true, starts_on: true }).extend({
  /** What's being written: the next version. */
  draft: definitionSchema,
  /** True if the draft isn't what's published. */
  is_changed: z.boolean(),
});
export type Sequence = z.output<typeof sequenceSchema>;

const checkSchema = z.object({
  problems: z.array(problemSchema),
  is_ready: z.boolean(),
  /** How many people are inside of each version, at each of its steps. */
  inside: z.array(z.object({ version: z.number(), step_id: z.string().nullable(), count: z.number() })),
});
export type SequenceCheck = z.output<typeof checkSchema>;

const stepFiguresSchema = z.object({
  step_id: z.string(),
  /** Who has come to the step, and who is at it now. */
  entered: z.number(),
  waiting: z.number(),
  /** By what happened there. */
  outcomes: z.record(z.string(), z.number()),
  /** By the parts of a split. */
  parts: z.array(z.number()),
  sent: z.number(),
  opened: z.number(),
  clicked: z.number(),
  replied: z.number(),
  bought: z.number(),
  unsubscribed: z.number(),
  /** The A/B test of its e-mail. */
  test_id: z.string().nullable(),
});
export type StepFigures = z.output<typeof stepFiguresSchema>;

const figuresSchema = z.object({
  version: z.number().nullable(),
  versions: z.array(
    z.object({ version: z.number(), published_at: z.string(), entered: z.number(), inside: z.number() }),
  ),
  /** What the version does. Null if nothing is published. */
  definition: definitionSchema.nullable(),
  counts: countsSchema,
  /** Why people left, most frequent first. */
  exits: z.array(z.object({ reason: z.string(), count: z.number() })),
  steps: z.array(stepFiguresSchema),
});
export type SequenceFigures = z.output<typeof figuresSchema>;

const enrollmentSchema = z.object({
  id: z.string(),
  contact: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  version: z.number(),
  state: z.enum(ENROLLMENT_STATES),
  /** Why they left, or why their e-mail is held back. Empty otherwise. */
  reason: z.string(),
  step_id: z.string().nullable(),
  /** When they go on. Null once they're out. */
  due_at: z.string().nullable(),
  entered_at: z.string(),
  ended_at: z.string().nullable(),
});
export type Enrollment = z.output<typeof enrollmentSchema>;

const contactEnrollmentSchema = enrollmentSchema.extend({
  sequence: z.object({ id: z.string(), name: z.string() }),
});

const courseSchema = z.object({
  items: z.array(
    z.object({
      step_id: z.string(),
      type: z.string(),
      at: z.string(),
      /** The wall time where they live. */
      wall: z.string(),
      /** What happens: for a branch, `yes` or `no`; for a split, the part. */
      outcome: z.string(),
    }),
  ),
  time_zone: z.string(),
  /** True if it goes on after that many steps. */
  is_cut: z.boolean(),
});
export type Course = z.output<typeof courseSchema>;

const byId = z.object({ id: idSchema });
const one = pickErrors(SEQUENCE_ERRORS, "SEQUENCE_NOT_FOUND");
const moved = pickErrors(SEQUENCE_ERRORS, "SEQUENCE_NOT_FOUND", "SEQUENCE_STATE");
const nameSchema = storedText(500);
const UNUSABLE = pickErrors(FILE_ERRORS, "ATTACHMENT_NOT_FOUND", "ATTACHMENTS_TOO_LARGE");
const { ask, get, post, patch, del } = routesOf("sequences");

export const sequencesContract = {
  list: member("campaigns.send")
    .route(get("/sequences", "All sequences, by name"))
    .output(listOf(summarySchema)),
  get: member("campaigns.send")
    .route(get("/sequences/{id}", "A sequence, with what’s being written of it"))
    .errors(one)
    .input(byId)
    .output(sequenceSchema),
  create: member("campaigns.send", BODY)
    .route(
      post("/sequences", "Add a sequence as a draft", {
        successStatus: 201,
        description: "What another one’s `draft` has can be sent as it is, so a copy is one request.",
      }),
    )
    .errors({ ...pickErrors(SEQUENCE_ERRORS, "SEQUENCE_NAME_MISSING", "SEQUENCE_LIMIT"), ...UNUSABLE })
    .input(z.object({ id: z.uuid().optional(), name: nameSchema, draft: definitionSchema.optional() }))
    .output(sequenceSchema),
  update: member("campaigns.send", BODY)
    .route(patch("/sequences/{id}", "Change a sequence’s name or draft"))
    .errors({
      ...one,
      ...pickErrors(SEQUENCE_ERRORS, "SEQUENCE_NAME_MISSING", "CHANGED_MEANWHILE"),
      ...UNUSABLE,
    })
    .input(
      byId.extend({
        name: nameSchema.optional(),
        draft: definitionSchema.optional(),
        /** The version that the change is for. If there's a newer one, nothing changes. */
        updated_at: storedMoment.optional(),
      }),
    )
    .output(sequenceSchema),
  delete: member("campaigns.send")
    .route(del("/sequences/{id}", "Delete a sequence with its figures"))
    .errors({ ...one, ...pickErrors(SEQUENCE_ERRORS, "SEQUENCE_ACTIVE", "SEQUENCE_IN_USE") })
    .input(byId)
    .output(z.object({ id: z.string() })),
  check: member("campaigns.send")
    .route(ask("/sequences/{id}/check", "What’s in the way of publishing the draft"))
    .errors(one)
    .input(byId)
    .output(checkSchema),
  publish: member("campaigns.send")
    .route(
      post("/sequences/{id}/publish", "Make the draft the version for everyone who gets in from now on", {
        description:
          "People inside finish their version. With `moves`, those at the steps it names go on in the new one, at the steps it gives.",
      }),
    )
    .errors({
      ...moved,
      ...pickErrors(SEQUENCE_ERRORS, "SEQUENCE_NOT_READY", "SEQUENCE_VERSIONS", "STEP_NOT_FOUND"),
      ...pickErrors(SEQUENCE_ERRORS, "SEQUENCE_SPACE"),
      ...pickErrors(SEQUENCE_ERRORS, "SEQUENCE_UNAPPROVED"),
      ...pickErrors(MAILBOX_ERRORS, "SENDING_STOPPED"),
    })
    .input(byId.extend({ moves: z.record(stepId, stepId).optional() }))
    .output(sequenceSchema),
  pause: member("campaigns.send")
    .route(post("/sequences/{id}/pause", "Pause a sequence: nobody gets in or goes on, and nothing goes out"))
    .errors(moved)
    .input(byId)
    .output(sequenceSchema),
  resume: member("campaigns.send")
    .route(
      post("/sequences/{id}/resume", "Go on with a paused sequence", {
        description:
          "`backlog` says what becomes of the e-mail that was due meanwhile: it goes out now, over the next day, or not at all.",
      }),
    )
    .errors({ ...moved, ...pickErrors(MAILBOX_ERRORS, "SENDING_STOPPED") })
    .input(byId.extend({ backlog: z.enum(["send", "spread", "skip"]).default("send") }))
    .output(sequenceSchema),
  stop: member("campaigns.send")
    .route(post("/sequences/{id}/stop", "Stop a sequence for good: everyone inside leaves"))
    .errors(moved)
    .input(byId)
    .output(sequenceSchema),
  figures: member("campaigns.send")
    .route(get("/sequences/{id}/figures", "What a version does, step by step"))
    .errors(one)
    .input(byId.extend({ version: z.coerce.number().int().min(1).max(VERSIONS_MAX).optional() }))
    .output(figuresSchema),
  course: member("campaigns.send", BODY)
    .route(
      ask("/sequences/{id}/course", "What would happen to someone, and when", {
        description:
          "For a contact, or for someone made up in a time zone. The draft counts. `answers` says which way to go at steps with a condition; without one, a contact’s own data decides, and someone made up takes “no”.",
      }),
    )
    .errors({ ...one, ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND") })
    .input(
      byId.extend({
        contact_id: idSchema.optional(),
        time_zone: z.string().max(100).optional(),
        starts_at: storedMoment.optional(),
        answers: z.record(z.string().max(40), z.union([z.boolean(), z.int().min(0).max(4)])).optional(),
      }),
    )
    .output(courseSchema),
  enrollments: member("campaigns.send")
    .route(get("/sequences/{id}/enrollments", "Who is inside, or was, newest first"))
    .errors({ ...one, ...pickErrors(LIST_ERRORS, "CURSOR_INVALID") })
    .input(
      byId.extend({
        cursor: z.string().max(500).optional(),
        step_id: stepId.optional(),
        state: z.enum(["inside", ...ENROLLMENT_STATES]).optional(),
      }),
    )
    .output(listOf(enrollmentSchema).extend({ next: z.string().optional() })),
  enroll: member("campaigns.send")
    .route(post("/sequences/{id}/enrollments", "Let one contact in", { successStatus: 201 }))
    .errors({
      ...moved,
      ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"),
      ...pickErrors(SEQUENCE_ERRORS, "ALREADY_INSIDE", "SEQUENCE_UNAPPROVED"),
    })
    .input(byId.extend({ contact_id: idSchema }))
    .output(enrollmentSchema),
  enrollMany: member("campaigns.send")
    .route(
      post("/sequences/{id}/enrollments/many", "Let many contacts in, in the background", {
        description: "Who’s inside already, or may not get in again, is left out.",
      }),
    )
    .errors({
      ...moved,
      ...pickErrors(SEGMENT_ERRORS, "SEGMENT_NOT_FOUND", "CONDITION_INVALID"),
      ...pickErrors(SEQUENCE_ERRORS, "SEQUENCE_UNAPPROVED"),
    })
    .input(byId.extend({ selection: selectionOf(filterSchema) }))
    .output(z.object({ count: z.number() })),
  ofContact: member("campaigns.send")
    .route(get("/contacts/{id}/enrollments", "The sequences that a contact is inside of"))
    .errors(pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"))
    .input(byId)
    .output(listOf(contactEnrollmentSchema)),
  removeEnrollment: member("campaigns.send")
    .route(del("/sequences/{id}/enrollments/{enrollment_id}", "Take someone out"))
    .errors({ ...one, ...pickErrors(SEQUENCE_ERRORS, "ENROLLMENT_NOT_FOUND") })
    .input(byId.extend({ enrollment_id: idSchema }))
    .output(z.object({ id: z.string() })),
  moveEnrollment: member("campaigns.send")
    .route(
      post(
        "/sequences/{id}/enrollments/{enrollment_id}/move",
        "End someone’s wait, or move them to another step",
        {
          description: "Without a step, their wait ends.",
        },
      ),
    )
    .errors({ ...one, ...pickErrors(SEQUENCE_ERRORS, "ENROLLMENT_NOT_FOUND", "STEP_NOT_FOUND") })
    .input(byId.extend({ enrollment_id: idSchema, step_id: stepId.optional() }))
    .output(enrollmentSchema),
};
