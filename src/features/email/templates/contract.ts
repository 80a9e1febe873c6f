import * as z from "zod";
import { CONTACT_ERRORS } from "#src/features/audience/contacts/contract.ts";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { idSchema, listOf, member, person, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { namedFiles, partsSchema } from "./blocks/blocks-contract.ts";
import { FILE_ERRORS, filesContract } from "./files/files-contract.ts";
import { LIBRARY_ERRORS, libraryContract, nameSchema } from "./library/library-contract.ts";
import { lookSchema } from "./look-contract.ts";
import { EDGE_CASES, MODES, NAME_CHARS_MAX, PARTS, SAMPLES, TEMPLATES_MAX } from "./rules.ts";

export const TEMPLATE_ERRORS = {
  ...LIBRARY_ERRORS,
  TEMPLATE_NOT_FOUND: { status: 404, message: "That template is gone." },
  TEMPLATE_VERSION_NOT_FOUND: { status: 404, message: "That version is gone. We keep the last 50." },
  TEMPLATE_BROKEN: { status: 409, message: "This e-mail can’t be put together. Fix what’s listed first." },
  TEST_UNCONFIRMED: {
    status: 409,
    message: "Confirm your own e-mail address first, with the link we’ve sent you.",
  },
  TEST_MAILBOX_BUSY: {
    status: 409,
    message: "This sending account can’t send right now. Look at it, or try again later.",
  },
  TEST_REFUSED: { status: 422, message: "The mail server refused the test." },
  TEMPLATE_LIMIT: {
    status: 409,
    message: `You have ${TEMPLATES_MAX} templates, which is the limit. Delete one you no longer use.`,
  },
  TEMPLATE_LOCKED: {
    status: 409,
    message: "Someone else is editing this template. Wait until they’re done, or open it and take over.",
  },
  TEMPLATE_USED: {
    status: 409,
    message: "This template is used. Choose another e-mail there first, and then delete it.",
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This was changed somewhere else while you were editing it.",
  },
} as const;
const { TEMPLATE_NOT_FOUND } = TEMPLATE_ERRORS;

const summarySchema = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  subject: z.string(),
  mode: z.enum(MODES),
  /** For its thumbnail. */
  look: lookSchema,
  attachments: partsSchema.shape.attachments,
  created_at: z.string(),
  updated_at: z.string(),
});

const templateSchema = summarySchema
  .omit({ look: true })
  .extend(partsSchema.shape)
  .extend({
    /** Another person who is editing it, which keeps others from saving. */
    editor: z.object({ name: z.string() }).nullable(),
  });
export type Template = z.output<typeof templateSchema>;

const written = {
  ...partsSchema.partial().shape,
  attachments: namedFiles.optional(),
  /** Short for mode "html" and its source. */
  html: partsSchema.shape.source.optional(),
  folder: z.string().max(NAME_CHARS_MAX).optional(),
};

export const findingSchema = z.object({
  severity: z.enum(["stop", "warning"]),
  message: sentence(),
  where: z.enum(PARTS),
  line: z.number().optional(),
  block: z.string().optional(),
  fix: z.object({ from: z.string(), to: z.string() }).optional(),
});

export const previewSchema = z.object({
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  bytes: z.number(),
  findings: z.array(findingSchema),
});
export type Preview = z.output<typeof previewSchema>;

const versionSchema = z.object({
  id: z.string(),
  subject: z.string(),
  /** The person who replaced it. Null for an API key. */
  made_by: z.string().nullable(),
  created_at: z.string(),
});

const useSchema = z.object({
  kind: z.enum(["campaign", "sequence", "test", "rule"]),
  id: z.string(),
  name: z.string(),
});
export type TemplateUse = z.output<typeof useSchema>;

const BODY = { kind: "json", bytesMax: 2 * 1024 * 1024 } as const;
const byId = z.object({ id: idSchema });
/** The recipient of a rendered e-mail. */
export const someoneSchema = z.object({
  contact_id: idSchema.optional(),
  /** A made-up person, if there's no contact. */
  sample: z.enum(SAMPLES.map(({ key }) => key)).optional(),
});
const draftSchema = partsSchema.partial().extend({ attachments: namedFiles.optional() });
const { get, ask, post, patch, del } = routesOf("templates");
const ATTACHING = pickErrors(FILE_ERRORS, "ATTACHMENT_NOT_FOUND", "ATTACHMENTS_TOO_LARGE");

export const templatesContract = {
  list: member("templates.edit")
    .route(get("/templates", "Your templates, last changed first"))
    .output(listOf(summarySchema)),
  get: member("templates.edit")
    .route(get("/templates/{id}", "A template with its content"))
    .errors({ TEMPLATE_NOT_FOUND })
    .input(byId)
    .output(templateSchema),
  create: member("templates.edit", BODY)
    .route(post("/templates", "Add a template", { successStatus: 201 }))
    .errors({ ...pickErrors(TEMPLATE_ERRORS, "TEMPLATE_NAME_REQUIRED", "TEMPLATE_LIMIT"), ...ATTACHING })
    .input(z.object({ id: z.uuid().optional(), name: nameSchema, ...written }))
    .output(templateSchema),
  update: member("templates.edit", BODY)
    .route(
      patch(
        "/templates/{id}",
        "Change a template; what is left out stays, and what was there becomes a version",
      ),
    )
    .errors({
      ...pickErrors(
        TEMPLATE_ERRORS,
        "TEMPLATE_NAME_REQUIRED",
        "TEMPLATE_NOT_FOUND",
        "TEMPLATE_LOCKED",
        "CHANGED_MEANWHILE",
      ),
      ...ATTACHING,
    })
    .input(
      byId.extend({
        name: nameSchema.optional(),
        ...written,
        /** The version the form was loaded with. An edit over a newer one is rejected. */
        updated_at: z.string().optional(),
      }),
    )
    .output(templateSchema),
  delete: member("templates.edit")
    .route(del("/templates/{id}", "Delete a template with its versions"))
    .errors(pickErrors(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND", "TEMPLATE_LOCKED", "TEMPLATE_USED"))
    .input(byId)
    .output(byId),
  uses: member("templates.edit")
    .route(get("/templates/{id}/uses", "Where a template is used: what hasn’t been sent yet, and sequences"))
    .errors({ TEMPLATE_NOT_FOUND })
    .input(byId)
    .output(listOf(useSchema)),
  duplicate: member("templates.edit")
    .route(post("/templates/{id}/duplicate", "Copy a template", { successStatus: 201 }))
    .errors(pickErrors(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND", "TEMPLATE_LIMIT"))
    .input(byId)
    .output(templateSchema),
  preview: member("templates.edit", BODY)
    .route(
      ask(
        "/templates/{id}/preview",
        "The e-mail that one person would get, and what’s wrong with it; `draft` isn’t saved",
      ),
    )
    .errors({
      TEMPLATE_NOT_FOUND,
      ...ATTACHING,
      ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"),
    })
    .input(
      byId.extend({
        ...someoneSchema.shape,
        draft: draftSchema.optional(),
      }),
    )
    .output(previewSchema),
  makeText: member("templates.edit", BODY)
    .route(
      ask(
        "/templates/{id}/text",
        "The plain text that’s made from an e-mail, with its merge tags; `draft` isn’t saved",
      ),
    )
    .errors(pickErrors(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND", "TEMPLATE_BROKEN"))
    .input(byId.extend({ draft: draftSchema.omit({ attachments: true }).optional() }))
    .output(z.object({ text: z.string() })),
  listOddest: member("templates.edit")
    .route(
      get(
        "/templates/{id}/oddest",
        "Your oddest contacts, to preview a template as: at most one of each kind",
      ),
    )
    .errors({ TEMPLATE_NOT_FOUND })
    .input(byId)
    .output(
      listOf(z.object({ sample: z.enum(EDGE_CASES), id: z.string(), name: z.string(), email: z.string() })),
    ),
  checkLinks: member("templates.edit")
    .route(ask("/templates/{id}/check-links", "Which of the saved e-mail’s links don’t open"))
    .errors({ TEMPLATE_NOT_FOUND })
    .input(byId)
    .output(listOf(findingSchema)),
  sendTest: person("templates.edit")
    .route(
      post(
        "/templates/{id}/test",
        "Send the saved e-mail to yourself, as a contact or someone made up would get it",
      ),
    )
    .errors({
      ...pickErrors(
        TEMPLATE_ERRORS,
        "TEMPLATE_NOT_FOUND",
        "TEMPLATE_BROKEN",
        "TEST_UNCONFIRMED",
        "TEST_MAILBOX_BUSY",
        "TEST_REFUSED",
      ),
      ...pickErrors(MAILBOX_ERRORS, "SENDING_STOPPED"),
      ...pickErrors(FILE_ERRORS, "ATTACHMENT_NOT_FOUND"),
      ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"),
      ...pickErrors(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND"),
    })
    .input(byId.extend({ mailbox_id: idSchema, ...someoneSchema.shape }))
    .output(z.object({ to: z.string() })),
  edit: member("templates.edit")
    .route(
      post(
        "/templates/{id}/editing",
        "Say that you’re editing a template, again every 15 seconds, or no longer; answers who else is, and locks it for you if nobody is",
      ),
    )
    .errors({ TEMPLATE_NOT_FOUND })
    .input(
      byId.extend({
        is_open: z.boolean().default(true),
        /** Takes over the lock from another editor. */
        takes_over: z.boolean().default(false),
      }),
    )
    .output(z.object({ editor: templateSchema.shape.editor })),
  listVersions: member("templates.edit")
    .route(get("/templates/{id}/versions", "What a template was before"))
    .errors({ TEMPLATE_NOT_FOUND })
    .input(byId)
    .output(listOf(versionSchema)),
  restoreVersion: member("templates.edit")
    .route(
      post(
        "/templates/{id}/versions/{version_id}/restore",
        "Make a template what it was; what it is becomes a version",
      ),
    )
    .errors(
      pickErrors(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND", "TEMPLATE_LOCKED", "TEMPLATE_VERSION_NOT_FOUND"),
    )
    .input(byId.extend({ version_id: idSchema }))
    .output(templateSchema),
  ...filesContract,
  ...libraryContract,
};
