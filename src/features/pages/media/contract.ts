import * as z from "zod";
import { member, person, routesOf, sentence } from "#src/lib/endpoint.ts";
import { CROP_SHARE_MIN } from "./framing-rules.ts";
import { VIDEO_BYTES_MAX } from "./rules.ts";

export const MEDIA_ERRORS = {
  NOT_A_PICTURE: {
    status: 400,
    message: "We can’t read this file as a picture. Use a JPEG, PNG, WebP, GIF or AVIF file.",
  },
  PICTURE_TOO_LARGE: {
    status: 413,
    message:
      "This picture is too large. Use one of up to 25 MB and 50 megapixels (200 for JPEGs as cameras save them, 25 for GIF and AVIF).",
  },
  TOO_MANY_PICTURES: {
    status: 429,
    message: "Your other pictures are still being processed. Try again in a moment.",
  },
  PICTURES_BUSY: {
    status: 503,
    message: "Too many pictures are being processed right now. Try again in a moment.",
  },
} as const;

export const VIDEO_ERRORS = {
  NOT_A_VIDEO: { status: 400, message: "We can’t read this file as a video. Use an MP4 or WebM file." },
  VIDEO_TOO_LARGE: {
    status: 413,
    message: "This video is larger than 2 MB. Cut it shorter, or export it smaller.",
  },
} as const;

/** Errors of whatever reads stored pictures. */
export const STORAGE_ERRORS = {
  PICTURE_UNREACHABLE: {
    status: 503,
    message: "The storage of pictures doesn’t answer right now. Try again in a few minutes.",
  },
} as const;

/** Errors for a picture's URL. Slices with such a field add these to their own. */
export const PICTURE_COPY_ERRORS = {
  PICTURE_NOT_COPIED: {
    status: 422,
    message: "We couldn’t get a picture from this URL. Check it, or upload the file instead.",
  },
} as const;

/** The size of a phone's best pictures. Forms show the limit, too. */
export const PICTURE_BYTES_MAX = 25 * 1024 * 1024;

export const PURPOSES = ["avatar", "icon", "background", "picture"] as const;

const share = z.coerce.number().min(0).max(1).optional();
const extent = z.coerce.number().min(CROP_SHARE_MIN).max(1).optional();

/** What's kept of the upright picture, and what stays visible of a background, in shares of its sides. */
export const framingFields = {
  crop_x: share,
  crop_y: share,
  crop_width: extent,
  crop_height: extent,
  focus_x: share,
  focus_y: share,
};

export const uploadSchema = z.object({
  file: z.file(),
  purpose: z.enum(PURPOSES).default("avatar"),
  ...framingFields,
});

const UPLOAD_BODY = { kind: "multipart", bytesMax: PICTURE_BYTES_MAX + 64 * 1024 } as const;
/** Explains to the owner what a picture lost, for example that an animation became its first frame. */
const noticeSchema = sentence().nullable();
export const uploadedSchema = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  notice: noticeSchema,
  /** What's in the picture, if the account has said so before. */
  alt_text: z.string(),
});
const VIDEO_BODY = { kind: "multipart", bytesMax: VIDEO_BYTES_MAX + 64 * 1024 } as const;
export const uploadedVideoSchema = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  seconds: z.number(),
});
const ownPictureSchema = z.object({ picture: z.string().nullable() });

const { post, put, del } = routesOf("accounts");

export const mediaContract = {
  upload: member("links.edit", UPLOAD_BODY)
    .route(
      post("/media", "Upload a picture; it is re-encoded and its metadata removed", {
        successStatus: 201,
        tags: ["media"],
      }),
    )
    .errors(MEDIA_ERRORS)
    .input(uploadSchema)
    .output(uploadedSchema),
  uploadVideo: member("links.edit", VIDEO_BODY)
    .route(
      post("/media/videos", "Upload a video for a page’s background; where it was filmed is taken out", {
        successStatus: 201,
        tags: ["media"],
      }),
    )
    .errors(VIDEO_ERRORS)
    .input(z.object({ file: z.file() }))
    .output(uploadedVideoSchema),
  changeOwn: person("account.see", UPLOAD_BODY)
    .route(put("/me/picture", "Upload your own picture"))
    .errors(MEDIA_ERRORS)
    .input(uploadSchema.pick({ file: true }))
    .output(ownPictureSchema.extend({ notice: noticeSchema })),
  removeOwn: person("account.see")
    .route(del("/me/picture", "Remove your own picture"))
    .output(ownPictureSchema),
};
