import * as z from "zod";
import { idSchema, listOf, routesOf, sentence, staff, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LANGUAGES, type Language } from "#src/lib/language.ts";
import { CASE_ERRORS } from "../cases/case-contract.ts";
import { CASE_REASONS, DECISIONS } from "../cases/case-rules.ts";
import { BUILT_IN_NAMES } from "./built-in-rules.ts";
import { TEMPLATE_CHARS_MAX, TEMPLATE_KINDS, TEMPLATE_NAME_CHARS_MAX } from "./template-rules.ts";

export const TEMPLATE_ERRORS = {
  TEMPLATE_NOT_FOUND: { status: 404, message: "There’s no such template." },
  TEMPLATE_NAME_MISSING: { status: 400, message: "Give it a name, so that others find it." },
  TEMPLATE_TEXT_MISSING: { status: 400, message: "Write the text, in one language at least." },
  TEMPLATE_TOO_LONG: { status: 400, message: "That’s longer than what’s sent may be. Shorten it." },
  PLACEHOLDER_UNKNOWN: {
    status: 400,
    message: "Something in braces isn’t a placeholder. Use those below the text.",
  },
  TEMPLATE_CHANGED: {
    status: 409,
    message: "A colleague changed this template meanwhile.",
  },
  TEMPLATES_TOO_MANY: { status: 409, message: "That’s as many templates as there can be. Remove one first." },
} as const;

const textSchema = writtenText(TEMPLATE_CHARS_MAX.help).default("");
const textsSchema = z.object({ en: textSchema, es: textSchema } satisfies Record<Language, z.ZodType>);

const partsSchema = z.object({
  kind: z.enum(TEMPLATE_KINDS),
  name: writtenText(TEMPLATE_NAME_CHARS_MAX),
  texts: textsSchema,
  /** Which decisions it’s offered for. None: all of them. */
  decisions: z.array(z.enum(DECISIONS)).max(DECISIONS.length).default([]),
  /** Which reports it comes first for. */
  reasons: z.array(z.enum(CASE_REASONS)).max(CASE_REASONS.length).default([]),
});
const ofTemplate = z.object({ id: idSchema });
const saveSchema = partsSchema.extend({
  id: idSchema,
  /** The one that was changed. 0 for a new template, and for a built-in text. */
  version: z.int().min(0).max(1_000_000_000),
});
export type SavedTemplate = z.output<typeof saveSchema>;

const nameSchema = sentence(BUILT_IN_NAMES);
const templateSchema = partsSchema.extend({
  id: z.string(),
  name: nameSchema,
  reasons: z.array(z.string()),
  version: z.number(),
  /** It came with Fanfare. */
  is_built_in: z.boolean(),
  /** Null for built-in texts, and once they’ve left. */
  by: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type ReplyTemplate = z.output<typeof templateSchema>;

/** Templates with everything put in, those that fit best first. */
export const filledSchema = z.object({
  /** That of whoever will read it. */
  language: z.enum(LANGUAGES),
  items: z.array(
    z.object({
      id: z.string(),
      name: nameSchema,
      texts: textsSchema,
      decisions: z.array(z.enum(DECISIONS)),
    }),
  ),
});
export type FilledTemplates = z.output<typeof filledSchema>;

const { get, put, del } = routesOf("staff");

export const templateContract = {
  listTemplates: staff("moderation")
    .route(get("/admin/reply-templates", "Texts kept for statements of reasons and for answers, by name"))
    .output(listOf(templateSchema)),
  saveTemplate: staff("moderation")
    .route(put("/admin/reply-templates/{id}", "Add a template, or change one; what was sent stays as it was"))
    .errors(TEMPLATE_ERRORS)
    .input(saveSchema)
    .output(templateSchema),
  removeTemplate: staff("moderation")
    .route(
      del(
        "/admin/reply-templates/{id}",
        "Remove a template. If it’s a changed built-in text, the built-in one is back",
      ),
    )
    .errors(pickErrors(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND", "TEMPLATE_CHANGED"))
    .input(
      ofTemplate.extend({
        /** The one that’s to go. Left out: whichever there is. */
        version: z.int().min(1).max(1_000_000_000).optional(),
      }),
    )
    .output(ofTemplate),
  listCaseTemplates: staff("moderation")
    .route(
      get("/admin/cases/{id}/templates", "Templates for a case’s statement of reasons, with its page put in"),
    )
    .errors({ CASE_NOT_FOUND: CASE_ERRORS.CASE_NOT_FOUND })
    .input(ofTemplate)
    .output(filledSchema),
};
