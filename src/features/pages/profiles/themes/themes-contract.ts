import * as z from "zod";
import { idSchema, listOf, member, routesOf, staff } from "#src/lib/endpoint.ts";
import { omitErrors, pickErrors } from "#src/lib/errors.ts";
import { PROFILE_ERRORS, themeSettingsSchema, updateThemeSchema } from "../contract.ts";
import { GALLERY_MAX, THEMES_MAX } from "./theme-file-rules.ts";

export const THEME_ERRORS = {
  THEME_NOT_FOUND: { status: 404, message: "Theme not found" },
  THEME_NAME_REQUIRED: { status: 400, message: "Give your theme a name." },
  THEME_LIMIT: {
    status: 409,
    message: `You can keep up to ${THEMES_MAX} themes. Delete one that you don’t need anymore.`,
  },
  GALLERY_LIMIT: {
    status: 409,
    message: `This instance can offer up to ${GALLERY_MAX} themes. Take back one that nobody needs anymore.`,
  },
  ...pickErrors(PROFILE_ERRORS, "COLOR_INVALID", "CHOICE_INVALID", "ANGLE_INVALID", "BACKGROUND_COLORS_MAX"),
} as const;

const lookSchema = themeSettingsSchema.omit({ always_own_colors: true });

export const themeSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The look of a page. Who sees its colors in dark mode is each page’s own. */
  theme: lookSchema,
  created_at: z.string(),
});
export type Theme = z.infer<typeof themeSchema>;

export const createThemeSchema = z.object({
  /** Created by the form, so that sending it twice keeps one. */
  id: z.uuid().optional(),
  name: z.string().max(1000),
  /** What’s left out is as on a new page. */
  theme: updateThemeSchema.omit({ always_own_colors: true }),
});

const { get, post, del } = routesOf("profiles");

export const themesContract = {
  list: member("profiles.see")
    .route(get("/themes", "Themes that were saved, to use on any page"))
    .output(listOf(themeSchema)),
  create: member("profiles.edit")
    .route(post("/themes", "Save a theme", { successStatus: 201 }))
    .errors(omitErrors(THEME_ERRORS, "THEME_NOT_FOUND", "GALLERY_LIMIT"))
    .input(createThemeSchema)
    .output(themeSchema),
  delete: member("profiles.edit")
    .route(del("/themes/{id}", "Delete a theme; pages that have it stay as they are"))
    .errors(pickErrors(THEME_ERRORS, "THEME_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(themeSchema),
  listOffered: member("profiles.see")
    .route(get("/theme-gallery", "Themes that this instance offers to everyone"))
    .output(listOf(themeSchema)),
  offer: staff("settings")
    .route(
      post("/theme-gallery", "Offer a copy of a theme to everyone on this instance", { successStatus: 201 }),
    )
    .errors(omitErrors(THEME_ERRORS, "THEME_NOT_FOUND", "THEME_LIMIT"))
    .input(createThemeSchema)
    .output(themeSchema),
  takeBack: staff("settings")
    .route(
      del("/theme-gallery/{id}", "Stop offering a theme to everyone; pages that have it stay as they are"),
    )
    .errors(pickErrors(THEME_ERRORS, "THEME_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(themeSchema),
};
