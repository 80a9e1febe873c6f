import * as z from "zod";
import { LIMIT_ERRORS } from "#src/features/money/entitlements/contract.ts";
import { LIST_ENTRIES_MAX } from "#src/features/pages/geo/rules.ts";
import { PICTURE_COPY_ERRORS } from "#src/features/pages/media/contract.ts";
import { staffMarkFields } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { idSchema, listOf, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { omitErrors, pickErrors } from "#src/lib/errors.ts";
import { DANGEROUS_URL_MESSAGE } from "#src/lib/url.ts";
import { ACCESS_ERRORS, accessFields, accessInput } from "./access-contract.ts";
import { ANIMATIONS, BLOCK_ERRORS, LAYOUTS, LINK_KINDS } from "./blocks-contract.ts";
import { CHECKED_FIELDS } from "./checks/rules.ts";
import { SHORT_NAME_ERRORS, shortNameFields, shortNameInput } from "./short-names/contract.ts";
import { FOLDER_CHARS_MAX, TAG_CHARS_MAX, TAGS_MAX } from "./tag-rules.ts";

export const LINK_ERRORS = {
  LINK_NOT_FOUND: { status: 404, message: "Link not found" },
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  LINK_LIMIT: LIMIT_ERRORS.LINK_LIMIT,
  TITLE_REQUIRED: { status: 400, message: "Give your link a title." },
  URL_REQUIRED: { status: 400, message: "Enter the URL that the link opens." },
  URL_INVALID: {
    status: 400,
    message: "Enter a URL such as instagram.com/you, or an e-mail address.",
  },
  URL_TOO_LONG: {
    status: 400,
    message: "That URL is too long. The limit is 2,048 characters.",
  },
  URL_DANGEROUS: { status: 400, message: DANGEROUS_URL_MESSAGE },
  ICON_INVALID: {
    status: 400,
    message: "Choose an emoji, one of our icons, or enter the URL of a picture.",
  },
  ...PICTURE_COPY_ERRORS,
  VARIANT_A_REQUIRED: { status: 400, message: "Variant A URL is required for A/B testing" },
  VARIANT_B_REQUIRED: { status: 400, message: "Variant B URL is required for A/B testing" },
  SPLIT_RATIO_INVALID: { status: 400, message: "Split ratio must be between 0 and 1" },
  COUNTRY_UNKNOWN: {
    status: 400,
    message: "That isn’t a country code. Use two or three letters, such as DE or USA.",
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This was changed somewhere else while you were editing it.",
  },
  ORDER_INCOMPLETE: {
    status: 409,
    message: "The links changed in the meantime. Check the list and try again.",
  },
} as const;

export const tagInput = z.string().max(TAG_CHARS_MAX, `A tag has up to ${TAG_CHARS_MAX} characters.`);
export const folderInput = z
  .string()
  .max(FOLDER_CHARS_MAX, `A folder’s name has up to ${FOLDER_CHARS_MAX} characters.`);

/** Longer input is rejected before any work is done with it. The text gate of §5 truncates the rest. */
const text = z.string().max(20_000, "This text is too long.");

const places = z.array(z.string());

/**
 * The visitors who may open a link (spec §3): countries by their two letters, regions and cities by their
 * English names.
 */
const geoRestrictionsSchema = z.object({
  allowed_countries: places,
  blocked_countries: places,
  allowed_regions: places,
  blocked_regions: places,
  allowed_cities: places,
  blocked_cities: places,
  on_unknown: z.enum(["allow", "block"]),
});

const placesInput = z
  .array(text)
  .max(LIST_ENTRIES_MAX, `A list holds up to ${LIST_ENTRIES_MAX} places.`)
  .nullish();

const geoRestrictionsInput = z.object({
  allowed_countries: placesInput,
  blocked_countries: placesInput,
  allowed_regions: placesInput,
  blocked_regions: placesInput,
  allowed_cities: placesInput,
  blocked_cities: placesInput,
  on_unknown: z.enum(["allow", "block"]).nullish(),
});

export const linkSchema = z.object({
  id: z.string(),
  profile_id: z.string(),
  user_id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  url: z.string(),
  icon: z.string().nullable(),
  show_icon: z.boolean(),
  show_adult_warning: z.boolean(),
  is_ab_test: z.boolean(),
  link_a: z.string().nullable(),
  link_b: z.string().nullable(),
  /** A's share of the visitors, 0 to 1. */
  ab_split_ratio: z.number(),
  /** Null if everyone may open it. */
  geo_restrictions: geoRestrictionsSchema.nullable(),
  geo_blocked_fallback_url: z.string().nullable(),
  is_visible: z.boolean(),
  position: z.number(),
  click_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  kind: z.enum(LINK_KINDS),
  /** What a block of this kind holds. Null for links. */
  content: z.record(z.string(), z.unknown()).nullable(),
  /** The group that it's in. */
  parent_id: z.string().nullable(),
  layout: z.enum(LAYOUTS),
  animation: z.enum(ANIMATIONS).nullable(),
  /** The path of its own picture here. */
  picture_url: z.string().nullable(),
  ...accessFields,
  ...shortNameFields,
  /** Why its URL leads nowhere, in the list of a profile’s links. Null if it works, or isn’t checked. */
  problem: sentence().nullable(),
  /** Which of its addresses that’s about: one of a test’s, or its only one. */
  problem_at: z.enum(CHECKED_FIELDS).nullable().default(null),
  /** Only in the dashboard, as is the folder. */
  tags: z.array(z.string()),
  folder: z.string().nullable(),
  ...staffMarkFields,
});
export type Link = z.infer<typeof linkSchema>;

export const linkNameSchema = linkSchema.pick({ id: true, profile_id: true, title: true, url: true });
export type LinkName = z.infer<typeof linkNameSchema>;

export const linkFieldsSchema = z.object({
  /** A link by default. Anything else is a block, and stays one of its kind. */
  kind: z.enum(LINK_KINDS).optional(),
  title: text.optional(),
  url: text.optional(),
  description: text.nullish(),
  icon: z.string().max(2048).nullish(),
  show_icon: z.boolean().optional(),
  show_adult_warning: z.boolean().optional(),
  is_ab_test: z.boolean().optional(),
  link_a: text.nullish(),
  link_b: text.nullish(),
  ab_split_ratio: z.number().optional(),
  geo_restrictions: geoRestrictionsInput.nullish(),
  geo_blocked_fallback_url: text.nullish(),
  is_visible: z.boolean().optional(),
  /** Depends on `kind`, see the help. */
  content: z.record(z.string(), z.unknown()).nullish(),
  parent_id: idSchema.nullish(),
  layout: z.enum(LAYOUTS).optional(),
  animation: z.enum(ANIMATIONS).nullish(),
  picture_url: text.nullish(),
  ...accessInput,
  ...shortNameInput,
  tags: z.array(tagInput).max(TAGS_MAX, `A link has up to ${TAGS_MAX} tags.`).nullish(),
  folder: folderInput.nullish(),
});

const byId = z.object({ id: idSchema });
const { get, post, put, patch, del } = routesOf("links");

export const linksContract = {
  names: member("links.see")
    .route(get("/links", "Titles and URLs of everything that can be clicked, to find one"))
    .output(listOf(linkNameSchema)),
  list: member("links.see")
    .route(get("/profiles/{profile_id}/links", "The links of a profile, in order"))
    .errors(pickErrors(LINK_ERRORS, "PROFILE_NOT_FOUND"))
    .input(z.object({ profile_id: idSchema }))
    .output(listOf(linkSchema).extend({ limit: z.number().nullable() })),
  create: member("links.edit")
    .route(post("/profiles/{profile_id}/links", "Add a link or a block at the end", { successStatus: 201 }))
    .errors({
      ...omitErrors(LINK_ERRORS, "CHANGED_MEANWHILE", "ORDER_INCOMPLETE"),
      ...BLOCK_ERRORS,
      ...ACCESS_ERRORS,
      ...SHORT_NAME_ERRORS,
    })
    .input(
      linkFieldsSchema.extend({
        profile_id: idSchema,
        /** Created by the form, so that sending it twice makes only one link. */
        id: z.uuid().optional(),
      }),
    )
    .output(linkSchema),
  update: member("links.edit")
    .route(patch("/links/{id}", "Change a link; what is left out stays"))
    .errors({
      ...omitErrors(LINK_ERRORS, "ORDER_INCOMPLETE"),
      ...omitErrors(BLOCK_ERRORS, "NEWSLETTER_TWICE"),
      ...ACCESS_ERRORS,
      ...SHORT_NAME_ERRORS,
    })
    .input(
      linkFieldsSchema.omit({ kind: true }).extend({
        id: idSchema,
        /**
         * The version the form was loaded with. An edit over a newer one is rejected (`CHANGED_MEANWHILE`,
         * data = the newer row).
         */
        updated_at: z.string().optional(),
      }),
    )
    .output(linkSchema),
  delete: member("links.edit")
    .route(del("/links/{id}", "Remove a link; its clicks stay in the statistics"))
    .errors(pickErrors(LINK_ERRORS, "LINK_NOT_FOUND", "PROFILE_NOT_FOUND"))
    .input(byId)
    .output(linkSchema),
  restore: member("links.edit")
    .route(post("/links/{id}/restore", "Undo the removal of a link"))
    .errors({
      ...pickErrors(LINK_ERRORS, "LINK_NOT_FOUND", "PROFILE_NOT_FOUND", "LINK_LIMIT"),
      ...pickErrors(BLOCK_ERRORS, "BLOCK_LIMIT", "NEWSLETTER_TWICE"),
    })
    .input(byId)
    .output(linkSchema),
  duplicate: member("links.edit")
    .route(
      post(
        "/links/{id}/duplicate",
        "Copy a link or a block below itself, and a group with everything in it",
        { successStatus: 201 },
      ),
    )
    .errors({
      ...pickErrors(LINK_ERRORS, "LINK_NOT_FOUND", "PROFILE_NOT_FOUND", "LINK_LIMIT"),
      ...pickErrors(BLOCK_ERRORS, "BLOCK_LIMIT", "NEWSLETTER_TWICE"),
    })
    .input(byId)
    .output(linkSchema),
  order: member("links.edit")
    .route(
      put(
        "/profiles/{profile_id}/links/order",
        "Put the links in this order; what’s in a group stays right below it",
      ),
    )
    .errors({
      ...pickErrors(LINK_ERRORS, "PROFILE_NOT_FOUND", "ORDER_INCOMPLETE"),
      ...pickErrors(BLOCK_ERRORS, "GROUP_INVALID"),
    })
    .input(
      z.object({
        profile_id: idSchema,
        ids: z.array(idSchema).max(1000),
        /** The groups of those that move into one or, with null, out of it. All others stay in theirs. */
        parents: z.record(idSchema, idSchema.nullable()).optional(),
      }),
    )
    .output(listOf(linkSchema)),
};
