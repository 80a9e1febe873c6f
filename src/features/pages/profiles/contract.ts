import * as z from "zod";
import { LIMIT_ERRORS } from "#src/features/money/entitlements/contract.ts";
import { PICTURE_COPY_ERRORS } from "#src/features/pages/media/contract.ts";
import { idSchema, listOf, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { omitErrors, pickErrors } from "#src/lib/errors.ts";
import { DANGEROUS_URL_MESSAGE } from "#src/lib/url.ts";
import { pageSettingsSchema, textInput as text, updatePageSettingsSchema } from "./page/settings.ts";
import { BUTTON_SHAPES, BUTTON_STYLES } from "./rules.ts";
import { staffMarkFields } from "./staff-marks/mark-rules.ts";
import {
  AVATAR_SHAPES,
  BACKGROUND_COLORS_MAX,
  BACKGROUND_KINDS,
  FONTS,
  HEADER_LAYOUTS,
  PATTERNS,
} from "./theme-rules.ts";

export const PROFILE_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  PROFILE_LIMIT: LIMIT_ERRORS.PROFILE_LIMIT,
  USERNAME_TAKEN: { status: 409, message: "That username is taken. Try another one." },
  USERNAME_INVALID: {
    status: 400,
    message: "Usernames have 1 to 30 characters: lowercase letters a–z and digits only.",
  },
  USERNAME_RESERVED: { status: 400, message: "That username is reserved. Try another one." },
  NAME_REQUIRED: { status: 400, message: "Give your profile a name." },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This was changed somewhere else while you were editing it.",
  },
  COLOR_INVALID: { status: 400, message: "Enter a hex color such as #6d28d9." },
  PICTURE_INVALID: { status: 400, message: "Upload a picture, or enter the URL of one." },
  VIDEO_INVALID: { status: 400, message: "Upload a video, or choose one of yours." },
  ...PICTURE_COPY_ERRORS,
  URL_INVALID: { status: 400, message: "Enter a web URL such as https://example.com." },
  URL_DANGEROUS: { status: 400, message: DANGEROUS_URL_MESSAGE },
  SOCIAL_INVALID: { status: 400, message: "Enter your username there, or the URL of your profile." },
  WHATSAPP_INVALID: {
    status: 400,
    message: "Enter your number with its country code, such as +1 555 123 4567.",
  },
  CHOICE_INVALID: { status: 400, message: "Choose one of the options." },
  ANGLE_INVALID: { status: 400, message: "A gradient’s angle is whole degrees from 0 to 360." },
  BACKGROUND_COLORS_MAX: {
    status: 400,
    message: "A background has at most two colors besides the page’s own.",
  },
  OPACITY_INVALID: { status: 400, message: "The overlay’s strength must be a number from 0 to 1." },
  MINUTES_INVALID: { status: 400, message: "Enter whole minutes from 1 to 525,600 (one year)." },
  MOMENT_INVALID: { status: 400, message: "Choose the date and time when the promotion ends." },
  FACEBOOK_PIXEL_INVALID: {
    status: 400,
    message: "A Facebook pixel ID is digits only, 50 at most.",
  },
  GOOGLE_ID_INVALID: {
    status: 400,
    message: "A measurement ID is G- followed by uppercase letters or digits, 50 characters at most.",
  },
  QR_UNSCANNABLE: {
    status: 400,
    message: "Scanners couldn’t read these colors. Choose a darker color for the code, or a lighter ground.",
  },
  IN_APP_BROWSER_UNKNOWN: { status: 400, message: "We can’t help visitors leave this app." },
} as const;

export const NAME_CHARS_MAX = 100;
export const BIO_CHARS_MAX = 1000;

export const themeSettingsSchema = z.object({
  theme_color: z.string(),
  text_color: z.string(),
  button_color: z.string(),
  button_text_color: z.string(),
  button_style: z.enum(BUTTON_STYLES),
  button_shape: z.enum(BUTTON_SHAPES),
  /** True if visitors in dark mode get these colors too; null means as soon as a color is chosen. */
  always_own_colors: z.boolean().nullable(),
  font: z.enum(FONTS),
  /** The font of the name and of headings; null means the same one. */
  title_font: z.enum(FONTS).nullable(),
  background_kind: z.enum(BACKGROUND_KINDS),
  /** The colors that a gradient goes on to from `theme_color`, or the color of a pattern on it. */
  background_colors: z.array(z.string()).max(BACKGROUND_COLORS_MAX),
  /** The direction of a gradient in degrees; 180 is downward. */
  background_angle: z.number(),
  pattern: z.enum(PATTERNS),
  avatar_shape: z.enum(AVATAR_SHAPES),
  header_layout: z.enum(HEADER_LAYOUTS),
});

export const updateThemeSchema = z
  .object({
    theme_color: z.string(),
    text_color: z.string(),
    button_color: z.string(),
    button_text_color: z.string(),
    button_style: z.string(),
    button_shape: z.string(),
    always_own_colors: z.boolean().nullable(),
    font: z.string(),
    title_font: z.string().nullable(),
    background_kind: z.string(),
    background_colors: z.array(z.string()).max(50),
    background_angle: z.number(),
    pattern: z.string(),
    avatar_shape: z.string(),
    header_layout: z.string(),
  })
  .partial();

export const socialPlatformSchema = z.object({ platform: z.string().max(40), url: z.string().max(2048) });

export const profileSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  username: z.string(),
  display_name: z.string().nullable(),
  status: z.enum(["active", "inactive"]),
  is_active: z.boolean(),
  profile_picture_url: z.string().nullable(),
  notes: z.string().nullable(),
  /** The bio on the page. */
  public_notes: z.string().nullable(),
  theme_settings: themeSettingsSchema,
  social_platforms: z.array(socialPlatformSchema),
  ...pageSettingsSchema.shape,
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  /** The end of the time for restoring a deleted profile. */
  restorable_until: z.string().nullable(),
  link_count: z.number(),
  /** The host of the page, if it has a working one of its own. */
  domain: z.string().nullable(),
  /** The page that it’s a draft of. Visitors don’t see drafts. */
  draft_of: z.string().nullable(),
  ...staffMarkFields,
});
export type Profile = z.infer<typeof profileSchema>;

export const createProfileSchema = z.object({
  /** Created by the form, so that sending it twice makes only one profile. */
  id: z.uuid().optional(),
  name: text,
  notes: text.nullish(),
});

const restoredSchema = profileSchema.extend({
  /** Its earlier username, if someone else has taken it in the meantime. */
  former_username: z.string().nullable(),
});
export type Restored = z.infer<typeof restoredSchema>;

export const updateProfileSchema = z.object({
  id: idSchema,
  name: text.optional(),
  username: text.optional(),
  notes: text.nullish(),
  display_name: text.nullish(),
  public_notes: text.nullish(),
  profile_picture_url: z.string().max(2048).nullish(),
  theme_settings: updateThemeSchema.optional(),
  social_platforms: z.array(socialPlatformSchema).max(50).optional(),
  ...updatePageSettingsSchema.shape,
  /**
   * The version the form was loaded with. An edit over someone else's newer one is rejected
   * (`CHANGED_MEANWHILE`, data = the newer row).
   */
  updated_at: z.string().optional(),
});

/** Slot status, spec §3. */
export const slotStatusSchema = z.object({
  user_id: z.string(),
  user_role: z.literal("user"),
  used_slots: z.number(),
  total_slots: z.number(),
  has_unlimited_slots: z.boolean(),
  is_at_limit: z.boolean(),
  is_subscribed: z.boolean(),
  subscription_tier: z.string(),
  referral_slots: z.number(),
  branding_removal: z.boolean(),
  /** Explains the total to people: "10 base". */
  explanation: sentence(),
});

const byId = z.object({ id: idSchema });
const { get, post, put, patch, del } = routesOf("profiles");

export const profilesContract = {
  list: member("profiles.see")
    .route(get("/profiles", "Your profiles, newest first"))
    .input(z.object({ deleted: z.stringbool().optional() }))
    .output(listOf(profileSchema)),
  create: member("profiles.edit")
    .route(post("/profiles", "Create a profile", { successStatus: 201 }))
    .errors(pickErrors(PROFILE_ERRORS, "NAME_REQUIRED", "PROFILE_LIMIT", "PROFILE_NOT_FOUND"))
    .input(createProfileSchema)
    .output(profileSchema),
  get: member("profiles.see")
    .route(get("/profiles/{id}", "One profile"))
    .errors(pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"))
    .input(byId)
    .output(profileSchema),
  update: member("profiles.edit")
    .route(patch("/profiles/{id}", "Change a profile; what is left out stays"))
    .errors(omitErrors(PROFILE_ERRORS, "PROFILE_LIMIT"))
    .input(updateProfileSchema)
    .output(profileSchema),
  setStatus: member("profiles.edit")
    .route(put("/profiles/{id}/status", "Activate or deactivate a profile"))
    .errors(pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND", "PROFILE_LIMIT"))
    .input(byId.extend({ status: z.enum(["active", "inactive"]) }))
    .output(profileSchema),
  delete: member("profiles.delete")
    .route(del("/profiles/{id}", "Delete a profile; it can be restored for 30 days"))
    .errors(pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"))
    .input(byId)
    .output(profileSchema),
  restore: member("profiles.delete")
    .route(post("/profiles/{id}/restore", "Bring a deleted profile back"))
    .errors({ ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"), ...pickErrors(LIMIT_ERRORS, "LINK_LIMIT") })
    .input(byId)
    .output(restoredSchema),
  suggestUsername: member("profiles.edit")
    .route(get("/usernames", "The username that a new profile with this name would get"))
    .input(z.object({ name: text }))
    .output(
      z.object({
        username: z.string(),
        /** True if somebody else has the one that the name stands for, or nobody may have it. */
        is_taken: z.boolean(),
      }),
    ),
  slots: member("profiles.see")
    .route(get("/slots", "How many profiles you have and may have"))
    .output(slotStatusSchema),
};

/** Copying includes the links, so the verb is in the links slice. */
export const profileCopiesContract = {
  duplicate: member("profiles.edit")
    .route(
      post("/rpc/duplicate_profile", "Copy a profile with links, theme and settings, without statistics"),
    )
    .errors({ ...pickErrors(PROFILE_ERRORS, "NAME_REQUIRED", "PROFILE_NOT_FOUND"), ...LIMIT_ERRORS })
    .input(z.object({ source_profile_id: idSchema, new_profile_name: text }))
    .output(profileSchema),
};
