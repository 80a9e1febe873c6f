import * as z from "zod";
import { idSchema, listOf, member, routesOf, storedMoment, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { bulkInput, bulkOutcomeSchema } from "#src/lib/list.ts";
import { CONTACT_ERRORS, contactSchema, filterSchema, stageSchema } from "./contract.ts";
import {
  CURRENCY,
  NOTE_CHARS_MAX,
  OPEN_TASKS_MAX,
  STAGES_MAX,
  TASK_TITLE_CHARS_MAX,
  TIMELINE_KINDS,
  VALUE_CENTS_MAX,
} from "./rules.ts";

export const CRM_ERRORS = {
  STAGE_NOT_FOUND: { status: 404, message: "That stage is gone. Reload to see the pipeline." },
  STAGES_ALIKE: { status: 400, message: "Each stage needs a name of its own." },
  STAGE_CHANGED: { status: 409, message: "Someone else has moved this lead in the meantime." },
  TEAMMATE_NOT_FOUND: { status: 404, message: "They’re not on your team, or can’t see this lead." },
  TASK_NOT_FOUND: { status: 404, message: "That task is gone." },
  TOO_MANY_TASKS: { status: 409, message: `A lead can have up to ${OPEN_TASKS_MAX} open tasks.` },
} as const;

const timelineEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const pipelineSchema = z.object({
  stages: z.array(stageSchema.extend({ count: z.number(), value_cents: z.number() })),
  currency: z.string(),
});
export type Pipeline = z.infer<typeof pipelineSchema>;

const teammateSchema = z.object({ id: z.string(), name: z.string() });
export type Teammate = z.infer<typeof teammateSchema>;

const taskSchema = z.object({
  id: z.string(),
  title: z.string(),
  due_at: z.string(),
  /** The user id of the person to remind, or null for the account's owner. */
  assignee_id: z.string().nullable(),
  done_at: z.string().nullable(),
  created_at: z.string(),
  contact: z.object({ id: z.string(), name: z.string(), email: z.string() }),
});
export type Task = z.infer<typeof taskSchema>;

const { get, post, put, patch, del } = routesOf("contacts");
const id = z.object({ id: idSchema });
const title = storedText(TASK_TITLE_CHARS_MAX).trim().min(1);
const assignee_id = idSchema.nullable();

export const crmContract = {
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
  pipeline: member("leads.see")
    .route(get("/pipeline", "The stages of your pipeline, and how many of the matching leads are in each"))
    .errors(pickErrors(CONTACT_ERRORS, "PROFILE_NOT_FOUND"))
    .input(filterSchema)
    .output(pipelineSchema),
  savePipeline: member("leads.delete")
    .route(
      put(
        "/pipeline",
        "Define the stages. Those left out stay, unless `removed` names them: then their leads leave the pipeline",
      ),
    )
    .errors(pickErrors(CRM_ERRORS, "STAGES_ALIKE"))
    .input(
      z.object({
        stages: z.array(stageSchema).max(STAGES_MAX),
        removed: z.array(z.uuid()).max(STAGES_MAX).default([]),
        currency: z.string().regex(CURRENCY, "Use the currency’s three letters.").optional(),
      }),
    )
    .output(z.object({ stages: z.array(stageSchema), currency: z.string() })),
  place: member("leads.delete")
    .route(
      put(
        "/contacts/{id}/pipeline",
        "Move a lead to a stage, or say what they’re worth and who looks after them",
      ),
    )
    .errors({
      ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"),
      ...pickErrors(CRM_ERRORS, "STAGE_NOT_FOUND", "STAGE_CHANGED", "TEAMMATE_NOT_FOUND"),
    })
    .input(
      id.extend({
        /** Null removes them from the pipeline. */
        stage_id: idSchema.nullable().optional(),
        /** The stage where you last saw them. If they've moved by now, nothing changes. */
        from_stage_id: idSchema.nullable().optional(),
        value_cents: z.int().min(0).max(VALUE_CENTS_MAX).nullable().optional(),
        owner_id: idSchema.nullable().optional(),
      }),
    )
    .output(contactSchema),
  placeMany: member("leads.delete")
    .route(
      post(
        "/contacts/place",
        "Move many leads to a stage, or give them to someone; for an hour, it can be undone",
      ),
    )
    .errors({
      ...pickErrors(CONTACT_ERRORS, "PROFILE_NOT_FOUND"),
      ...pickErrors(CRM_ERRORS, "STAGE_NOT_FOUND", "TEAMMATE_NOT_FOUND"),
    })
    .input(
      bulkInput(filterSchema)
        .extend({ stage_id: idSchema.nullable().optional(), owner_id: idSchema.nullable().optional() })
        .refine(({ stage_id, owner_id }) => stage_id !== undefined || owner_id !== undefined, {
          message: "Name a stage or a person.",
        }),
    )
    .output(bulkOutcomeSchema),
  teammates: member("leads.see")
    .route(get("/contact-owners", "Who on your team can look after leads"))
    .output(listOf(teammateSchema)),
  tasks: member("leads.see")
    .route(get("/contact-tasks", "Open tasks, the first due first; `due` is how many are due by now"))
    .errors(pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND", "CURSOR_INVALID"))
    .input(
      z.object({
        contact_id: idSchema.optional(),
        /** `me` for your own. */
        assignee: z.literal("me").optional(),
        cursor: z.string().max(4000).optional(),
      }),
    )
    .output(listOf(taskSchema).extend({ due: z.number() })),
  addTask: member("leads.delete")
    .route(
      post("/contacts/{id}/tasks", "Plan something for a lead. Whoever it’s for is reminded when it’s due"),
    )
    .errors({
      ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"),
      ...pickErrors(CRM_ERRORS, "TEAMMATE_NOT_FOUND", "TOO_MANY_TASKS"),
    })
    .input(
      id.extend({
        /** Chosen by the form, so that sending it twice adds one task. */
        task_id: z.uuid().optional(),
        title,
        due_at: storedMoment,
        assignee_id: assignee_id.optional(),
      }),
    )
    .output(taskSchema),
  updateTask: member("leads.delete")
    .route(patch("/contact-tasks/{id}", "Change a task, or check it off"))
    .errors(pickErrors(CRM_ERRORS, "TASK_NOT_FOUND", "TEAMMATE_NOT_FOUND"))
    .input(
      id.extend({
        title: title.optional(),
        due_at: storedMoment.optional(),
        assignee_id: assignee_id.optional(),
        is_done: z.boolean().optional(),
      }),
    )
    .output(taskSchema),
  deleteTask: member("leads.delete")
    .route(del("/contact-tasks/{id}", "Delete a task"))
    .errors(pickErrors(CRM_ERRORS, "TASK_NOT_FOUND"))
    .input(id)
    .output(z.object({ id: z.string() })),
};
