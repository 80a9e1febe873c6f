import * as z from "zod";
import { endpoint } from "#src/lib/endpoint.ts";

export const MEDIA_ERRORS = {
  NOT_A_PICTURE: {
    status: 400,
    message: "This file is not a picture that can be read. Use a JPEG, PNG, WebP, GIF or AVIF file.",
  },
  PICTURE_TOO_LARGE: {
    status: 413,
    message: "This picture is too large. Pictures may have up to 10 MB and 50 million pixels.",
  },
} as const;

export const PICTURE_BYTES_MAX = 10 * 1024 * 1024;

export const mediaContract = {
  upload: endpoint
    .route({
      method: "POST",
      path: "/media",
      tags: ["media"],
      successStatus: 201,
      summary: "Upload a picture; it is re-encoded and its metadata removed",
    })
    .meta({ access: "signed-in" })
    .errors(MEDIA_ERRORS)
    .input(z.object({ file: z.file(), purpose: z.enum(["avatar", "icon", "background"]).default("avatar") }))
    .output(z.object({ url: z.string(), width: z.number(), height: z.number() })),
};
