/* UTM parameters that an account uses again and again, by name. */
import * as z from "zod";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";

export const UTM_TEMPLATES_MAX = 50;
export const UTM_TEMPLATE_NAME_CHARS_MAX = 60;
const VALUE_CHARS_MAX = 200;

export const UTM_TEMPLATE_ERRORS = {
  UTM_TEMPLATE_NAME_REQUIRED: { status: 400, message: "Give the template a name." },
  UTM_TEMPLATE_EMPTY: { status: 400, message: "Fill in at least one of the fields first." },
  UTM_TEMPLATE_LIMIT: {
    status: 409,
    message: `You have ${UTM_TEMPLATES_MAX} templates already. Remove one first.`,
  },
  UTM_TEMPLATE_NOT_FOUND: { status: 404, message: "That template is gone." },
} as const;

const value = z.string().max(VALUE_CHARS_MAX).default("");

/** Empty for those that it leaves as they are. */
const values = {
  utm_source: value,
  utm_medium: value,
  utm_campaign: value,
  utm_term: value,
  utm_content: value,
};

export const utmTemplateSchema = z.object({ id: z.string(), name: z.string(), ...values });
export type UtmTemplate = z.infer<typeof utmTemplateSchema>;

const { get, put, del } = routesOf("links");

export const utmTemplatesContract = {
  utmTemplates: member("links.edit")
    .route(get("/utm-templates", "Your UTM templates, by name"))
    .output(listOf(utmTemplateSchema)),
  saveUtmTemplate: member("links.edit")
    .route(
      put(
        "/utm-templates/{id}",
        "Save a UTM template under an id of yours; one with the same name is replaced",
      ),
    )
    .errors(UTM_TEMPLATE_ERRORS)
    .input(z.object({ id: z.uuid(), name: z.string().max(1000), ...values }))
    .output(utmTemplateSchema),
  removeUtmTemplate: member("links.edit")
    .route(del("/utm-templates/{id}", "Remove a UTM template; links keep their parameters"))
    .errors(pickErrors(UTM_TEMPLATE_ERRORS, "UTM_TEMPLATE_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: z.string() })),
};
