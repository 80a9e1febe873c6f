import * as z from "zod";
import { member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { attachmentSchema } from "../blocks/blocks-contract.ts";
import { ATTACHMENTS_BYTES_MAX } from "../rules.ts";

export const FILE_ERRORS = {
  ATTACHMENT_NOT_FOUND: { status: 404, message: "That attachment is gone. Upload it again." },
  ATTACHMENTS_TOO_LARGE: {
    status: 413,
    message: "An e-mail’s attachments can have 5 MB together. Link to larger files instead.",
  },
  FILE_REFUSED: {
    status: 400,
    message:
      "Inboxes reject this kind of file. Attach a PDF, a picture, audio, video, text, a document without macros, or a ZIP file of those without a password.",
  },
  FILES_FULL: {
    status: 409,
    message:
      "You’ve reached the limit of 1,000 attachments or 200 MB. Delete templates you no longer use: attachments that no e-mail uses make room after a day or two.",
  },
} as const;

const FILE_BODY = { kind: "multipart", bytesMax: ATTACHMENTS_BYTES_MAX + 64 * 1024 } as const;
const { post } = routesOf("templates");

export const filesContract = {
  uploadFile: member("templates.edit", FILE_BODY)
    .route(
      post("/templates/files", "Upload a file to attach to e-mail; nothing that computers run", {
        successStatus: 201,
      }),
    )
    .errors(pickErrors(FILE_ERRORS, "FILE_REFUSED", "ATTACHMENTS_TOO_LARGE", "FILES_FULL"))
    .input(z.object({ file: z.file() }))
    .output(attachmentSchema),
};
