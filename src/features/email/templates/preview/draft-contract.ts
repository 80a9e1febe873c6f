import * as z from "zod";
import { CONTACT_ERRORS } from "#src/features/audience/contacts/contract.ts";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { idSchema, member, person, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { namedFiles, partsSchema } from "../blocks/blocks-contract.ts";
import { previewSchema, someoneSchema, TEMPLATE_ERRORS } from "../contract.ts";
import { FILE_ERRORS } from "../files/files-contract.ts";
import { NAME_CHARS_MAX } from "../rules.ts";

const BODY = { kind: "json", bytesMax: 2 * 1024 * 1024 } as const;
const { ask, post } = routesOf("templates");

/** An e-mail that isn't saved as a template, such as a campaign's. */
const draftSchema = partsSchema.partial().extend({
  attachments: namedFiles.optional(),
  /** The template whose content it has. Its own subject and preview text win. */
  template_id: idSchema.nullable().optional(),
  /** Who it’s from. Without a name, the sending account’s. */
  mailbox_id: idSchema.nullable().optional(),
  from_name: z.string().max(NAME_CHARS_MAX).optional(),
});
export type MailDraft = z.output<typeof draftSchema>;

const draftPreviewSchema = previewSchema.extend({
  from: z.object({ name: z.string(), address: z.string() }),
});
export type DraftPreview = z.output<typeof draftPreviewSchema>;

const UNUSABLE = {
  ...pickErrors(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND"),
  ...pickErrors(FILE_ERRORS, "ATTACHMENT_NOT_FOUND", "ATTACHMENTS_TOO_LARGE"),
  ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"),
};

export const draftContract = {
  previewDraft: member("templates.edit", BODY)
    .route(ask("/templates/preview", "An e-mail that isn’t saved, as one person would get it"))
    .errors(UNUSABLE)
    .input(someoneSchema.extend({ draft: draftSchema }))
    .output(draftPreviewSchema),
  testDraft: person("templates.edit", BODY)
    .route(post("/templates/test", "Send an e-mail that isn’t saved to yourself, as someone would get it"))
    .errors({
      ...UNUSABLE,
      ...pickErrors(TEMPLATE_ERRORS, "TEMPLATE_BROKEN", "TEST_UNCONFIRMED"),
      ...pickErrors(TEMPLATE_ERRORS, "TEST_MAILBOX_BUSY", "TEST_REFUSED"),
      ...pickErrors(MAILBOX_ERRORS, "SENDING_STOPPED", "MAILBOX_NOT_FOUND"),
    })
    .input(someoneSchema.extend({ draft: draftSchema.required({ mailbox_id: true }) }))
    .output(z.object({ to: z.string() })),
};
