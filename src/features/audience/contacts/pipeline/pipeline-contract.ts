import * as z from "zod";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { bulkInput, bulkOutcomeSchema } from "#src/lib/list.ts";
import { CONTACT_ERRORS, contactSchema, filterSchema, stageSchema } from "../contract.ts";
import { CURRENCY, STAGES_MAX, VALUE_CENTS_MAX } from "../rules.ts";

export const PIPELINE_ERRORS = {
  STAGE_NOT_FOUND: { status: 404, message: "That stage is gone. Reload to see the pipeline." },
  STAGES_ALIKE: { status: 400, message: "Each stage needs a name of its own." },
  STAGE_CHANGED: { status: 409, message: "Someone else has moved this lead in the meantime." },
  TEAMMATE_NOT_FOUND: { status: 404, message: "They’re not on your team, or can’t see this lead." },
} as const;

const pipelineSchema = z.object({
  stages: z.array(stageSchema.extend({ count: z.number(), value_cents: z.number() })),
  currency: z.string(),
});
export type Pipeline = z.infer<typeof pipelineSchema>;

const teammateSchema = z.object({ id: z.string(), name: z.string() });
export type Teammate = z.infer<typeof teammateSchema>;

const { get, post, put } = routesOf("contacts");
const id = z.object({ id: idSchema });

export const pipelineContract = {
  pipeline: member("leads.see")
    .route(get("/pipeline", "The stages of your pipeline, and how many of the matching leads are in each"))
    .errors(pickErrors(CONTACT_ERRORS, "PROFILE_NOT_FOUND", "SEGMENT_NOT_FOUND", "CONDITION_INVALID"))
    .input(filterSchema)
    .output(pipelineSchema),
  savePipeline: member("leads.delete")
    .route(
      put(
        "/pipeline",
        "Define the stages. Those left out stay, unless `removed` names them: then their leads leave the pipeline",
      ),
    )
    .errors(pickErrors(PIPELINE_ERRORS, "STAGES_ALIKE"))
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
      ...pickErrors(PIPELINE_ERRORS, "STAGE_NOT_FOUND", "STAGE_CHANGED", "TEAMMATE_NOT_FOUND"),
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
      ...pickErrors(CONTACT_ERRORS, "PROFILE_NOT_FOUND", "SEGMENT_NOT_FOUND", "CONDITION_INVALID"),
      ...pickErrors(PIPELINE_ERRORS, "STAGE_NOT_FOUND", "TEAMMATE_NOT_FOUND"),
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
};
