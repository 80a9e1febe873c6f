import * as z from "zod";
import { CONTACT_ERRORS } from "#src/features/audience/contacts/contract.ts";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { problemSchema } from "#src/features/email/sequences/definition-contract.ts";
import { FILE_ERRORS } from "#src/features/email/templates/files/files-contract.ts";
import {
  idSchema,
  listOf,
  member,
  person,
  routesOf,
  sentence,
  storedMoment,
  storedText,
} from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { definitionSchema } from "./definition-contract.ts";
import { ACTION_OUTCOMES, AUTOMATION_STATES, AUTOMATIONS_MAX, RUN_STATES, VERSIONS_MAX } from "./rules.ts";

export const AUTOMATION_ERRORS = {
  AUTOMATION_NOT_FOUND: { status: 404, message: "That rule is gone." },
  AUTOMATION_NAME_MISSING: { status: 400, message: "Give the rule a name." },
  AUTOMATION_LIMIT: {
    status: 409,
    message: `You have ${AUTOMATIONS_MAX} rules, which is the limit. Delete one you no longer use.`,
  },
  AUTOMATION_STATE: { status: 409, message: "The rule has moved on by now. Look again." },
  AUTOMATION_NOT_READY: { status: 409, message: "This rule isn’t ready yet. Fix what’s listed." },
  AUTOMATION_ACTIVE: { status: 409, message: "Turn this rule off before you delete it." },
  AUTOMATION_VERSIONS: {
    status: 409,
    message: `It has ${VERSIONS_MAX} versions, which is the limit. Copy it to go on.`,
  },
  AUTOMATION_SPACE: {
    status: 409,
    message:
      "The versions of your rules take up too much room. Delete a rule that you no longer use, with all of its versions.",
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This rule was changed somewhere else while you were editing it.",
  },
  ACTION_FORBIDDEN: {
    status: 403,
    message: "One of its actions does something that you may not do yourself.",
  },
  RUN_NOT_FOUND: { status: 404, message: "That run is gone. We keep them for 30 days." },
  RUN_NOT_FAILED: { status: 409, message: "Only a run that failed can be tried again." },
} as const;

/** Rules hold whole e-mails, which forms send with pictures and styles. */
const BODY = { kind: "json", bytesMax: 4 * 1024 * 1024 } as const;

/** Of the last 24 hours, besides what waits now. */
const countsSchema = z.object({
  ran: z.number(),
  failed: z.number(),
  skipped: z.number(),
  waiting: z.number(),
});
export type RunCounts = z.output<typeof countsSchema>;

const summarySchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(AUTOMATION_STATES),
  state_reason: sentence(),
  state_at: z.string(),
  /** The version that runs. Null before the first one. */
  version: z.number().nullable(),
  counts: countsSchema,
  /** When it last ran. */
  ran_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
/** Lists say in a sentence what each does. The outline is the draft's, by `outlineOf`. */
const listedSchema = summarySchema.extend({ outline: definitionSchema });
export type AutomationSummary = z.output<typeof listedSchema>;

const automationSchema = summarySchema.extend({
  /** What's being written: the next version. */
  draft: definitionSchema,
  /** True if the draft isn't what runs. */
  is_changed: z.boolean(),
  has_secret: z.boolean(),
});
export type Automation = z.output<typeof automationSchema>;

const contactSchema = z.object({ id: z.string(), email: z.string(), name: z.string() });
const factsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

const runSchema = z.object({
  id: z.string(),
  automation_id: z.string(),
  automation_name: z.string(),
  version: z.number(),
  /** Null for a schedule that's about nobody in particular, and for those who were deleted. */
  contact: contactSchema.nullable(),
  /** What happened: a trigger's type, and what's known about it. */
  type: z.string(),
  facts: factsSchema,
  state: z.enum(RUN_STATES),
  /** Why it didn't run: a `SkipReason`. Empty if it did. */
  skip_reason: z.string(),
  /** The first test in its condition that they don't meet, in words. Empty if there's none. */
  failed_test: z.string(),
  /** How many rules had triggered each other before it: 0 if a person or a program did. */
  depth: z.number(),
  /** The rules that triggered each other before it, the first one first. */
  chain: z.array(z.object({ automation_id: z.string(), name: z.string() })),
  results: z.array(
    z.object({
      action_id: z.string(),
      /** The action's type, in the version that ran. */
      action: z.string(),
      outcome: z.enum(ACTION_OUTCOMES),
      reason: sentence(),
      at: z.string(),
    }),
  ),
  event_at: z.string(),
  /** When the first action was done. */
  acted_at: z.string().nullable(),
  /** When it goes on. Null once it's over. */
  due_at: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type Run = z.output<typeof runSchema>;

/** What a rule would do for somebody, without doing it. */
const trialSchema = z.object({
  would_run: z.boolean(),
  /** Why it wouldn't: a `SkipReason`, or `state` if it's off. Empty if it would. */
  skip_reason: z.string(),
  /** Each test in its condition, by its path, and whether it's true. */
  tests: z.array(z.object({ path: z.array(z.number()), is_true: z.boolean() })),
  event_tests: z.array(z.boolean()),
  /** What would happen, and when. */
  actions: z.array(
    z.object({ action_id: z.string(), at: z.string(), is_possible: z.boolean(), reason: sentence() }),
  ),
});
export type Trial = z.output<typeof trialSchema>;

const explanationSchema = trialSchema.omit({ actions: true }).extend({
  /** The last runs for this fan, newest first. */
  runs: z.array(runSchema),
});
export type Explanation = z.output<typeof explanationSchema>;

const replaySchema = z.object({
  /** How often its triggers happened in the last 30 days, and how often it would have run. Fans are judged as they are now. */
  happened: z.number(),
  count: z.number(),
  /** The newest of those. */
  items: z.array(
    z.object({ contact: contactSchema.nullable(), type: z.string(), facts: factsSchema, at: z.string() }),
  ),
  /** True if there were more than we look at. */
  is_cut: z.boolean(),
});
export type Replay = z.output<typeof replaySchema>;

const overviewSchema = z.object({
  /** Of the last 24 hours; `inside` and `waiting` are now. */
  ran: z.number(),
  failed: z.number(),
  skipped: z.number(),
  waiting: z.number(),
  inside: z.number(),
  /** From the event to the first action, in milliseconds. Null if nothing ran. */
  latency: z.object({ p50: z.number(), p99: z.number() }).nullable(),
  /** By hour, the oldest first: 24 of them. */
  hours: z.array(z.object({ at: z.string(), ran: z.number(), failed: z.number() })),
  items: z.array(
    z.object({
      kind: z.enum(["sequence", "automation", "ab_test", "link_test"]),
      id: z.string(),
      name: z.string(),
      /** As in its own list. */
      state: z.string(),
      state_reason: sentence(),
      /** Sequences: inside, entered. Rules: ran and failed in the last 24 hours. Tests: people in it. */
      figures: z.record(z.string(), z.number()),
      updated_at: z.string(),
    }),
  ),
  /** The newest runs that failed. */
  failures: z.array(runSchema),
});
export type AutomationOverview = z.output<typeof overviewSchema>;

const byId = z.object({ id: idSchema });
const one = pickErrors(AUTOMATION_ERRORS, "AUTOMATION_NOT_FOUND");
const moved = pickErrors(AUTOMATION_ERRORS, "AUTOMATION_NOT_FOUND", "AUTOMATION_STATE");
const nameSchema = storedText(500);
const UNUSABLE = pickErrors(FILE_ERRORS, "ATTACHMENT_NOT_FOUND", "ATTACHMENTS_TOO_LARGE");
const { ask, get, post, patch, del } = routesOf("automations");

export const automationsContract = {
  overview: member("campaigns.send")
    .route(get("/rules/overview", "What runs by itself: sequences, rules, and tests, with the last 24 hours"))
    .output(overviewSchema),
  list: member("campaigns.send").route(get("/rules", "All rules, by name")).output(listOf(listedSchema)),
  get: member("campaigns.send")
    .route(get("/rules/{id}", "A rule, with what’s being written of it"))
    .errors(one)
    .input(byId)
    .output(automationSchema),
  create: member("campaigns.send", BODY)
    .route(post("/rules", "Add a rule, which is off", { successStatus: 201 }))
    .errors({ ...pickErrors(AUTOMATION_ERRORS, "AUTOMATION_NAME_MISSING", "AUTOMATION_LIMIT"), ...UNUSABLE })
    .input(z.object({ id: z.uuid().optional(), name: nameSchema, draft: definitionSchema.optional() }))
    .output(automationSchema),
  update: member("campaigns.send", BODY)
    .route(patch("/rules/{id}", "Change a rule’s name or draft"))
    .errors({
      ...one,
      ...pickErrors(AUTOMATION_ERRORS, "AUTOMATION_NAME_MISSING", "CHANGED_MEANWHILE"),
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
    .output(automationSchema),
  delete: member("campaigns.send")
    .route(del("/rules/{id}", "Delete a rule with its history"))
    .errors({ ...one, ...pickErrors(AUTOMATION_ERRORS, "AUTOMATION_ACTIVE") })
    .input(byId)
    .output(z.object({ id: z.string() })),
  check: member("campaigns.send")
    .route(ask("/rules/{id}/check", "What’s in the way of turning the rule on"))
    .errors(one)
    .input(byId)
    .output(z.object({ problems: z.array(problemSchema), is_ready: z.boolean() })),
  activate: member("campaigns.send")
    .route(
      post("/rules/{id}/enable", "Turn a rule on, with its draft as what runs from now on", {
        description:
          "Runs under way finish as they began. Of a rule that paused itself, `retry` tries what had failed again: only the actions that hadn’t been done.",
      }),
    )
    .errors({
      ...moved,
      ...pickErrors(AUTOMATION_ERRORS, "AUTOMATION_NOT_READY", "AUTOMATION_VERSIONS", "ACTION_FORBIDDEN"),
      ...pickErrors(AUTOMATION_ERRORS, "AUTOMATION_SPACE"),
      ...pickErrors(MAILBOX_ERRORS, "SENDING_STOPPED"),
    })
    .input(byId.extend({ retry: z.boolean().default(false) }))
    .output(automationSchema),
  pause: member("campaigns.send")
    .route(post("/rules/{id}/pause", "Turn a rule off. Runs that wait go on once it’s on again"))
    .errors(moved)
    .input(byId)
    .output(automationSchema),
  rotateSecret: person("webhooks.manage")
    .route(
      post(
        "/rules/{id}/rotate-secret",
        "Replace what a rule’s webhooks are signed with; only this answer has it",
      ),
    )
    .errors(one)
    .input(byId)
    .output(z.object({ secret: z.string() })),
  runs: member("campaigns.send")
    .route(get("/rules/{id}/runs", "A rule’s runs of the last 30 days, newest first"))
    .errors({ ...one, ...pickErrors(LIST_ERRORS, "CURSOR_INVALID") })
    .input(
      byId.extend({
        cursor: z.string().max(500).optional(),
        state: z.enum(RUN_STATES).optional(),
        contact_id: idSchema.optional(),
      }),
    )
    .output(listOf(runSchema).extend({ next: z.string().optional() })),
  retry: member("campaigns.send")
    .route(post("/rules/{id}/runs/{run_id}/retry", "Try a failed run again, from the action that failed"))
    .errors({ ...one, ...pickErrors(AUTOMATION_ERRORS, "RUN_NOT_FOUND", "RUN_NOT_FAILED") })
    .input(byId.extend({ run_id: idSchema }))
    .output(runSchema),
  explain: member("campaigns.send")
    .route(ask("/rules/{id}/explain", "Why a rule did or didn’t run for a contact, and whether it would now"))
    .errors({ ...one, ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND") })
    .input(byId.extend({ contact_id: idSchema }))
    .output(explanationSchema),
  test: member("campaigns.send", BODY)
    .route(
      ask("/rules/{id}/test", "What the draft would do for a contact, or for someone made up", {
        description:
          "Without a contact, every test of the condition counts as true. Nothing is sent or changed.",
      }),
    )
    .errors({ ...one, ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND") })
    .input(byId.extend({ contact_id: idSchema.optional(), facts: factsSchema.optional() }))
    .output(trialSchema),
  replay: member("campaigns.send")
    .route(ask("/rules/{id}/replay", "How often the draft would have run in the last 30 days"))
    .errors(one)
    .input(byId)
    .output(replaySchema),
};
