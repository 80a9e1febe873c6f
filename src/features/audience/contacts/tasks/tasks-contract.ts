import * as z from "zod";
import { idSchema, listOf, member, routesOf, storedMoment, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CONTACT_ERRORS } from "../contract.ts";
import { PIPELINE_ERRORS } from "../pipeline/pipeline-contract.ts";
import { OPEN_TASKS_MAX, TASK_TITLE_CHARS_MAX } from "../rules.ts";

export const TASK_ERRORS = {
  TASK_NOT_FOUND: { status: 404, message: "That task is gone." },
  TOO_MANY_TASKS: { status: 409, message: `A lead can have up to ${OPEN_TASKS_MAX} open tasks.` },
} as const;

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

const { get, post, patch, del } = routesOf("contacts");
const id = z.object({ id: idSchema });
const title = writtenText(TASK_TITLE_CHARS_MAX).min(1);
const assignee_id = idSchema.nullable();

export const tasksContract = {
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
      ...pickErrors(PIPELINE_ERRORS, "TEAMMATE_NOT_FOUND"),
      ...pickErrors(TASK_ERRORS, "TOO_MANY_TASKS"),
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
    .errors({
      ...pickErrors(TASK_ERRORS, "TASK_NOT_FOUND"),
      ...pickErrors(PIPELINE_ERRORS, "TEAMMATE_NOT_FOUND"),
    })
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
    .errors(pickErrors(TASK_ERRORS, "TASK_NOT_FOUND"))
    .input(id)
    .output(z.object({ id: z.string() })),
};
