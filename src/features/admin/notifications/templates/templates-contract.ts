import * as z from "zod";
import { CHANNELS } from "#src/features/identity/preferences/rules.ts";
import { idSchema, listOf, routesOf, staff, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { versionsSchema } from "../contract.ts";
import { TARGET_NAMES, TEMPLATE_NAME_CHARS_MAX, TEMPLATES_MAX } from "../rules.ts";

export const BROADCAST_TEMPLATE_ERRORS = {
  BROADCAST_TEMPLATE_NOT_FOUND: { status: 404, message: "There’s no such template." },
  BROADCAST_TEMPLATE_UNNAMED: { status: 400, message: "Give the template a name." },
  BROADCAST_TEMPLATE_CHANGED: {
    status: 409,
    message: "Someone else has saved it meanwhile. Open it again to see what they changed.",
  },
  BROADCAST_TEMPLATE_LIMIT: {
    status: 409,
    message: `There are ${TEMPLATES_MAX} templates already. Delete one first.`,
  },
  BROADCAST_TEMPLATE_VERSION_NOT_FOUND: { status: 404, message: "It has no such version." },
} as const;

const templateParts = z.object({
  name: writtenText(TEMPLATE_NAME_CHARS_MAX),
  versions: versionsSchema,
  channels: z.array(z.enum(CHANNELS)).max(CHANNELS.length),
  target: z.enum(TARGET_NAMES),
});
export type TemplateParts = z.output<typeof templateParts>;

const templateSchema = templateParts.extend({
  id: z.string(),
  version: z.number(),
  /** Whoever saved this version; null once they’ve left. */
  by: z.string().nullable(),
  saved_at: z.string(),
});
export type BroadcastTemplate = z.output<typeof templateSchema>;

const versionNumber = z.int().min(0).max(1_000_000_000);
const ofTemplate = z.object({ id: idSchema });
const { get, post, put, del } = routesOf("staff");

export const broadcastTemplatesContract = {
  list: staff("notifications")
    .route(
      get(
        "/admin/notifications/templates",
        "The templates for notifications to many people, each as it was last saved",
      ),
    )
    .output(listOf(templateSchema)),
  save: staff("notifications")
    .route(
      put(
        "/admin/notifications/templates/{id}",
        "Save a template for notifications; each time is a version of it",
      ),
    )
    .errors(
      pickErrors(
        BROADCAST_TEMPLATE_ERRORS,
        "BROADCAST_TEMPLATE_NOT_FOUND",
        "BROADCAST_TEMPLATE_UNNAMED",
        "BROADCAST_TEMPLATE_CHANGED",
        "BROADCAST_TEMPLATE_LIMIT",
      ),
    )
    .input(
      templateParts.extend({
        id: idSchema,
        /** The version that was changed; 0 for a new template. */
        version: versionNumber,
      }),
    )
    .output(templateSchema),
  history: staff("notifications")
    .route(get("/admin/notifications/templates/{id}/history", "The versions of a template, newest first"))
    .errors(pickErrors(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_NOT_FOUND"))
    .input(ofTemplate)
    .output(listOf(templateSchema)),
  restore: staff("notifications")
    .route(
      post(
        "/admin/notifications/templates/{id}/restore",
        "Bring back an older version of a template, as its newest one",
      ),
    )
    .errors(
      pickErrors(
        BROADCAST_TEMPLATE_ERRORS,
        "BROADCAST_TEMPLATE_NOT_FOUND",
        "BROADCAST_TEMPLATE_VERSION_NOT_FOUND",
      ),
    )
    .input(ofTemplate.extend({ version: versionNumber }))
    .output(templateSchema),
  remove: staff("notifications")
    .route(
      del(
        "/admin/notifications/templates/{id}",
        "Delete a template; messages that were started from it stay",
      ),
    )
    .errors(pickErrors(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_NOT_FOUND"))
    .input(ofTemplate)
    .output(ofTemplate),
};
