import * as z from "zod";
import { PICTURE_COPY_ERRORS } from "#src/features/media/contract.ts";
import { endpoint, idSchema, listOf } from "#src/lib/endpoint.ts";
import { DANGEROUS_URL_MESSAGE } from "#src/lib/url.ts";
import { pageSettingsSchema, textInput as text, updatePageSettingsSchema } from "./page/settings.ts";
import { BUTTON_SHAPES, BUTTON_STYLES } from "./rules.ts";

export const PROFILE_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  PROFILE_LIMIT: {
    status: 409,
    message: "Profile creation limit reached. You can have up to 10 active profiles.",
  },
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
  ...PICTURE_COPY_ERRORS,
  URL_INVALID: { status: 400, message: "Enter a web URL such as https://example.com." },
  URL_DANGEROUS: { status: 400, message: DANGEROUS_URL_MESSAGE },
  CHOICE_INVALID: { status: 400, message: "Choose one of the options." },
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
  /** Visitors in dark mode get these colors too. */
  always_own_colors: z.boolean(),
});

const updateThemeSchema = z
  .object({
    theme_color: z.string(),
    text_color: z.string(),
    button_color: z.string(),
    button_text_color: z.string(),
    button_style: z.string(),
    button_shape: z.string(),
    always_own_colors: z.boolean(),
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
  /** The bio that visitors read. */
  public_notes: z.string().nullable(),
  theme_settings: themeSettingsSchema,
  social_platforms: z.array(socialPlatformSchema),
  ...pageSettingsSchema.shape,
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  /** Until when a deleted profile can be restored. */
  restorable_until: z.string().nullable(),
  link_count: z.number(),
});
export type Profile = z.infer<typeof profileSchema>;

export const createProfileSchema = z.object({
  /** Made by the form, so that the same form sent twice makes one profile. */
  id: z.uuid().optional(),
  name: text,
  notes: text.nullish(),
});

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
  /** What the form was loaded with: an edit over somebody else's newer one is refused (`CHANGED_MEANWHILE`, data = the newer row). */
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
  /** Why the total is what it is, for people: "10 base". */
  explanation: z.string(),
});

const byId = z.object({ id: idSchema });
const tags = ["profiles"];

export const profilesContract = {
  list: endpoint
    .route({ method: "GET", path: "/profiles", tags, summary: "Your profiles, newest first" })
    .meta({ access: "signed-in" })
    .input(z.object({ deleted: z.stringbool().optional() }))
    .output(listOf(profileSchema)),
  create: endpoint
    .route({ method: "POST", path: "/profiles", tags, successStatus: 201, summary: "Create a profile" })
    .meta({ access: "signed-in" })
    .errors(PROFILE_ERRORS)
    .input(createProfileSchema)
    .output(profileSchema),
  get: endpoint
    .route({ method: "GET", path: "/profiles/{id}", tags, summary: "One profile" })
    .meta({ access: "signed-in" })
    .errors(PROFILE_ERRORS)
    .input(byId)
    .output(profileSchema),
  update: endpoint
    .route({
      method: "PATCH",
      path: "/profiles/{id}",
      tags,
      summary: "Change a profile; what is left out stays",
    })
    .meta({ access: "signed-in" })
    .errors(PROFILE_ERRORS)
    .input(updateProfileSchema)
    .output(profileSchema),
  setStatus: endpoint
    .route({
      method: "PUT",
      path: "/profiles/{id}/status",
      tags,
      summary: "Activate or deactivate a profile",
    })
    .meta({ access: "signed-in" })
    .errors(PROFILE_ERRORS)
    .input(byId.extend({ status: z.enum(["active", "inactive"]) }))
    .output(profileSchema),
  delete: endpoint
    .route({
      method: "DELETE",
      path: "/profiles/{id}",
      tags,
      summary: "Delete a profile; it can be restored for 30 days",
    })
    .meta({ access: "signed-in" })
    .errors(PROFILE_ERRORS)
    .input(byId)
    .output(profileSchema),
  restore: endpoint
    .route({ method: "POST", path: "/profiles/{id}/restore", tags, summary: "Bring a deleted profile back" })
    .meta({ access: "signed-in" })
    .errors(PROFILE_ERRORS)
    .input(byId)
    .output(profileSchema),
  duplicate: endpoint
    .route({
      method: "POST",
      path: "/rpc/duplicate_profile",
      tags,
      summary: "Copy a profile with links, theme and settings, without statistics",
    })
    .meta({ access: "signed-in" })
    .errors(PROFILE_ERRORS)
    .input(z.object({ source_profile_id: idSchema, new_profile_name: text }))
    .output(profileSchema),
  slots: endpoint
    .route({ method: "GET", path: "/slots", tags, summary: "How many profiles you have and may have" })
    .meta({ access: "signed-in" })
    .output(slotStatusSchema),
};
