import * as z from "zod";
import { STORAGE_ERRORS } from "#src/features/pages/media/contract.ts";
import { fileOf, idSchema, member, open, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { visitPath } from "#src/lib/page-paths.ts";

export const PAGE_ERRORS = {
  USERNAME_REQUIRED: { status: 400, message: "No username provided" },
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  PROFILE_UNAVAILABLE: { status: 410, message: "Profile Unavailable" },
  PROFILE_FAILED: { status: 503, message: "Failed to load profile" },
  LINK_NOT_FOUND: { status: 404, message: "Link not found" },
} as const;

const waySchema = z.object({
  blocked: z.boolean(),
  message: z.string().nullable(),
  /** True if there is a URL to go to: the link's own, or the backup URL for blocked visitors. */
  redirect: z.boolean(),
  redirectUrl: z.string().nullable(),
  variant: z.enum(["a", "b"]).nullable(),
});
export type VisitorDestination = z.infer<typeof waySchema>;

/** Only for the page's script: the phone app that the URL belongs to. */
const pageWaySchema = waySchema.extend({
  app: z.object({ android: z.string(), ios: z.string().nullable() }).nullable(),
});

const nullableText = z.string().nullable();

const themeSchema = z.object({
  theme_color: z.string(),
  text_color: z.string(),
  button_color: z.string(),
  button_text_color: z.string(),
});

const visitorLinkSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  show_icon: z.boolean(),
  show_adult_warning: z.boolean(),
  /** The URL depends on the visitor; `get-accessible-links` returns it. */
  is_gated: z.boolean(),
  /** Null for gated links. */
  url: nullableText,
  /** Set if this visitor can't open it. */
  blocked: z.boolean(),
  message: nullableText,
});

/** A profile's public columns (spec §3) as they are shown, without URLs that need a confirmation. */
const clientProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  display_name: z.string(),
  status: z.literal("active"),
  is_active: z.literal(true),
  public_notes: z.string(),
  profile_picture_url: nullableText,
  theme_settings: themeSchema,
  show_online_indicator: z.boolean(),
  show_response_time: z.boolean(),
  response_time: nullableText,
  show_location: z.boolean(),
  customer_rescue_enabled: z.boolean(),
  customer_rescue_url: nullableText,
  background_image_url: nullableText,
  background_video_url: nullableText,
  overlay_color: nullableText,
  overlay_opacity: z.number().nullable(),
  promotion_text: nullableText,
  promotion_settings: z
    .object({
      countdownDuration: z.string(),
      backgroundColor: z.string(),
      position: z.string(),
      deadline: z.string(),
      ends_at: nullableText,
    })
    .nullable(),
  social_platforms: z.array(z.object({ platform: z.string(), url: z.string() })),
  facebook_pixel_id: nullableText,
  google_analytics_id: nullableText,
  screensaver_enabled: z.boolean(),
  lead_capture_enabled: z.boolean(),
  lead_capture_title: nullableText,
  lead_capture_description: nullableText,
  collect_phone_enabled: z.boolean(),
  phone_required: z.boolean(),
  disclaimer_text: nullableText,
  button_text: nullableText,
  tiktok_fallback_enabled: z.boolean(),
  direct_link_url: nullableText,
  direct_link_warning: z.boolean(),
});

export const profileDataSchema = z.object({
  profile: z.object({ display_name: z.string(), bio: z.string(), avatar_url: nullableText }),
  clientProfile: clientProfileSchema,
  links: z.array(visitorLinkSchema),
  customization: themeSchema.extend({
    background_image_url: nullableText,
    background_video_url: nullableText,
    overlay_color: nullableText,
    overlay_opacity: z.number().nullable(),
  }),
  locationStatus: z.literal("accessible"),
});
export type ProfileData = z.infer<typeof profileDataSchema>;

const { get, ask } = routesOf("functions");

export const publicPageContract = {
  profileData: open()
    .route(ask("/functions/get-profile-data", "A public page's content, as this visitor may see it"))
    .errors(
      pickErrors(
        PAGE_ERRORS,
        "USERNAME_REQUIRED",
        "PROFILE_NOT_FOUND",
        "PROFILE_UNAVAILABLE",
        "PROFILE_FAILED",
      ),
    )
    .input(z.object({ username: z.string().max(200).nullish() }))
    .output(profileDataSchema),
  accessibleLink: open()
    .route(ask("/functions/get-accessible-links", "Where a link leads this visitor"))
    .errors(pickErrors(PAGE_ERRORS, "LINK_NOT_FOUND"))
    .input(
      z.object({
        clickedLinkId: z.string().max(100),
        /** Both are accepted and ignored: the visitor's location comes from the request's IP address. */
        clientTimezone: z.string().max(100).nullish(),
        clientLanguage: z.string().max(100).nullish(),
      }),
    )
    .output(waySchema),
  pastEmails: member("profiles.see")
    .route(
      get(
        "/profiles/{id}/past-emails",
        "The newest e-mails in a profile’s public archive, as its page lists them",
        { tags: ["profiles"] },
      ),
    )
    .errors(pickErrors(PAGE_ERRORS, "PROFILE_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(
      z.object({
        list_url: z.string(),
        emails: z.array(z.object({ url: z.string(), subject: z.string(), sent_at: z.string() })),
      }),
    ),
  site: member("profiles.see")
    .route(
      get("/profiles/{id}/site", "A profile’s page as a zip of files that open without this instance", {
        tags: ["profiles"],
      }),
    )
    .errors({ ...pickErrors(PAGE_ERRORS, "PROFILE_NOT_FOUND"), ...STORAGE_ERRORS })
    .input(z.object({ id: idSchema }))
    .output(fileOf("application/zip")),
  visit: open()
    .route(
      get(visitPath("{profile_id}"), "What a page that’s the same for everyone can’t know about its visitor"),
    )
    .errors(pickErrors(PAGE_ERRORS, "PROFILE_NOT_FOUND", "PROFILE_UNAVAILABLE"))
    .input(z.object({ profile_id: idSchema }))
    .output(
      z.object({
        place: z.object({ country: z.string(), region: z.string(), city: z.string() }),
        /** True if this visitor has to consent before third-party pixels load. */
        needs_consent: z.boolean(),
        /**
         * False in a browser that is signed in to the dashboard on this host, where no third-party script may
         * act.
         */
        allows_pixels: z.boolean(),
        /** The targets of links whose URL isn't in the page, by link id. */
        ways: z.record(z.string(), pageWaySchema),
      }),
    ),
};
