import * as z from "zod";
import { MEDIA_ERRORS, PICTURE_BYTES_MAX, uploadedSchema } from "#src/features/pages/media/contract.ts";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { blockSchema } from "../blocks/blocks-contract.ts";
import { NAME_CHARS_MAX, SNIPPETS_MAX } from "../rules.ts";

export const LIBRARY_ERRORS = {
  TEMPLATE_NAME_REQUIRED: { status: 400, message: "Give your template a name." },
  SNIPPET_NOT_FOUND: { status: 404, message: "That snippet is gone." },
  SNIPPET_LIMIT: {
    status: 409,
    message: `You have ${SNIPPETS_MAX} snippets, which is the limit. Delete one you no longer use.`,
  },
} as const;

const snippetSchema = z.object({ id: z.string(), name: z.string(), blocks: z.array(blockSchema) });
export type Snippet = z.output<typeof snippetSchema>;

export const senderSchema = z.object({
  name: z.string().max(NAME_CHARS_MAX),
  postal_address: z.string().max(500),
});
export type SenderDetails = z.output<typeof senderSchema>;

const BODY = { kind: "json", bytesMax: 2 * 1024 * 1024 } as const;
const PICTURE_BODY = { kind: "multipart", bytesMax: PICTURE_BYTES_MAX + 64 * 1024 } as const;
/** Longer names are truncated; this long, they aren't names. */
export const nameSchema = z.string().max(NAME_CHARS_MAX * 4, "This name is too long.");
const { get, post, put, del } = routesOf("templates");

export const libraryContract = {
  uploadPicture: member("templates.edit", PICTURE_BODY)
    .route(
      post(
        "/templates/pictures",
        "Upload a picture for e-mail; it is re-encoded, and stays as long as the account",
        { successStatus: 201 },
      ),
    )
    .errors(MEDIA_ERRORS)
    .input(z.object({ file: z.file() }))
    .output(uploadedSchema),
  listSnippets: member("templates.edit")
    .route(get("/snippets", "Blocks to use again, by name"))
    .output(listOf(snippetSchema)),
  createSnippet: member("templates.edit", BODY)
    .route(post("/snippets", "Keep blocks to use again", { successStatus: 201 }))
    .errors(pickErrors(LIBRARY_ERRORS, "TEMPLATE_NAME_REQUIRED", "SNIPPET_LIMIT"))
    .input(z.object({ name: nameSchema, blocks: z.array(blockSchema).min(1).max(20) }))
    .output(snippetSchema),
  deleteSnippet: member("templates.edit")
    .route(del("/snippets/{id}", "Delete a snippet"))
    .errors(pickErrors(LIBRARY_ERRORS, "SNIPPET_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: idSchema })),
  listFields: member("templates.edit")
    .route(get("/templates/fields", "The custom fields that merge tags know"))
    .output(listOf(z.object({ key: z.string(), label: z.string() }))),
  getSender: member("templates.edit")
    .route(get("/sender", "Who your e-mail is from: name and postal address"))
    .output(senderSchema),
  setSender: member("templates.edit")
    .route(put("/sender", "Say who your e-mail is from"))
    .input(senderSchema)
    .output(senderSchema),
};
