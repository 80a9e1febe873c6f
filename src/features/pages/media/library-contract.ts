/* The account's pictures, to choose from. */
import * as z from "zod";
import { idSchema, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS, listInput, pageOf } from "#src/lib/list.ts";
import { framingFields, MEDIA_ERRORS, PURPOSES, STORAGE_ERRORS, uploadedSchema } from "./contract.ts";
import { ALT_CHARS_MAX } from "./rules.ts";

export const LIBRARY_ERRORS = {
  PICTURE_NOT_FOUND: { status: 404, message: "That picture is gone." },
  PICTURE_IN_USE: {
    status: 409,
    message: "This picture is in use. Take it out of the places where it’s shown first.",
  },
} as const;

/** At most this many of a picture's uses are listed. */
export const USES_SHOWN = 20;

export const MEDIA_KINDS = ["picture", "video"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

const useSchema = z.object({
  kind: z.enum(["profile", "background", "icon", "link", "gallery", "version", "mail", "person", "instance"]),
  /** Of the profile or the link. */
  name: z.string(),
  profile_id: z.string().nullable(),
  /** True if that's in the trash. */
  is_deleted: z.boolean(),
});
export type PictureUse = z.output<typeof useSchema>;

const pictureSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** Of the uploaded file, or empty. */
  name: z.string(),
  alt_text: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  /** The CSS position that stays visible where a page cuts the picture off. Null for the center. */
  focus: z.string().nullable(),
  created_at: z.string(),
});
const listedSchema = pictureSchema.extend({
  uses: z.array(useSchema),
  /** With those that aren't listed. */
  use_count: z.number(),
});
export type LibraryPicture = z.output<typeof listedSchema>;

const { get, post, patch, del } = routesOf("media");

export const mediaLibraryContract = {
  list: member("links.edit")
    .route(get("/media", "Your pictures or your videos, newest first, and where each is used"))
    .errors(LIST_ERRORS)
    .input(
      listInput(["created_at"]).extend({
        kind: z.enum(MEDIA_KINDS).default("picture"),
        search: z.string().max(200).optional(),
      }),
    )
    .output(pageOf(listedSchema)),
  get: member("profiles.see")
    .route(get("/media/{id}", "One of your pictures"))
    .errors(pickErrors(LIBRARY_ERRORS, "PICTURE_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(pictureSchema),
  change: member("links.edit")
    .route(patch("/media/{id}", "Say what’s in a picture, for people who can’t see it"))
    .errors(pickErrors(LIBRARY_ERRORS, "PICTURE_NOT_FOUND"))
    .input(z.object({ id: idSchema, alt_text: z.string().max(ALT_CHARS_MAX * 5, "This text is too long.") }))
    .output(pictureSchema),
  fit: member("links.edit")
    .route(
      post(
        "/media/{id}/copies",
        "Make a picture fit another place, or keep a part of it; the original stays",
        {
          successStatus: 201,
        },
      ),
    )
    .errors({
      ...pickErrors(LIBRARY_ERRORS, "PICTURE_NOT_FOUND"),
      ...pickErrors(MEDIA_ERRORS, "TOO_MANY_PICTURES", "PICTURES_BUSY"),
      ...STORAGE_ERRORS,
    })
    .input(z.object({ id: idSchema, purpose: z.enum(PURPOSES), ...framingFields }))
    .output(uploadedSchema.extend({ notice: sentence().nullable() })),
  remove: member("links.edit")
    .route(del("/media/{id}", "Delete a picture that’s used nowhere"))
    .errors(LIBRARY_ERRORS)
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: z.string() })),
};
