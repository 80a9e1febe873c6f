import * as z from "zod";
import { LIMIT_ERRORS } from "#src/features/money/entitlements/contract.ts";
import { linkSchema } from "#src/features/pages/links/contract.ts";
import {
  PROFILE_ERRORS,
  profileSchema,
  socialPlatformSchema,
  themeSettingsSchema,
} from "#src/features/pages/profiles/contract.ts";
import { type BodyRule, idSchema, listOf, member, routesOf, sentence, staff } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { DANGEROUS_URL_MESSAGE } from "#src/lib/url.ts";
import { PROFILE_EXPORT_FORMAT } from "./export-rules.ts";
import {
  CONFIDENCES,
  FILE_BYTES_MAX,
  ITEM_KINDS,
  ITEM_NOTES,
  ITEMS_MAX,
  PAGE_BYTES_MAX,
  PAGE_MS_MAX,
} from "./rules.ts";

const MEGABYTE = 1024 * 1024;

export const PAGE_IMPORT_ERRORS = {
  PAGE_IMPORT_NOT_FOUND: { status: 404, message: "This import is gone. Start it again." },
  PROFILE_NOT_FOUND: PROFILE_ERRORS.PROFILE_NOT_FOUND,
  PROFILE_LIMIT: LIMIT_ERRORS.PROFILE_LIMIT,
  LINK_LIMIT: LIMIT_ERRORS.LINK_LIMIT,
  URL_INVALID: { status: 400, message: "Enter the address of a page, such as linktr.ee/you." },
  URL_DANGEROUS: { status: 400, message: DANGEROUS_URL_MESSAGE },
  PAGE_MISSING: { status: 422, message: "There’s no page at this address. Check it for typos." },
  PAGE_REFUSED: {
    status: 422,
    message:
      "This page keeps programs out. Open it in your browser, save it (Ctrl+S, or ⌘S on a Mac), and drop the file here.",
  },
  PAGE_UNREACHABLE: {
    status: 422,
    message:
      "We couldn’t reach this address. Check it, or save the page in your browser and drop the file here.",
  },
  PAGE_TOO_SLOW: {
    status: 422,
    message: `This page took longer than ${PAGE_MS_MAX / 1000} seconds. Try again, or save it in your browser and drop the file here.`,
  },
  PAGE_TOO_LARGE: {
    status: 422,
    message: `This page is larger than ${PAGE_BYTES_MAX / MEGABYTE} MB. Import a smaller one.`,
  },
  NOT_A_PAGE: {
    status: 422,
    message: "This address leads to a file instead of a page. Enter the page’s address.",
  },
  NOTHING_FOUND: {
    status: 422,
    message:
      "We found no links there. If you see some, save the page in your browser and drop the file here.",
  },
  FILE_UNREADABLE: {
    status: 400,
    message:
      "We can’t read this file. Drop a page saved as HTML, a CSV or JSON file, or an export of a profile.",
  },
  FILE_TOO_LARGE: { status: 413, message: `This file is larger than ${FILE_BYTES_MAX / MEGABYTE} MB.` },
  ACCOUNT_EXPORT: {
    status: 400,
    message: "This looks like the export of a whole account. Bring it back under Settings, Your data.",
  },
  NOT_CONFIRMED: { status: 400, message: "Confirm that this page is yours." },
} as const;

const noteSchema = z.enum(Object.keys(ITEM_NOTES) as (keyof typeof ITEM_NOTES)[]);
const _anything = z.record(z.string(), z.unknown());

/** A link, heading, or group of the page. */
const itemSchema = z.object({
  key: z.string(),
  kind: z.enum(ITEM_KINDS),
  title: z.string(),
  /** Null for headings and groups, and for links whose page doesn’t say where they lead. */
  url: z.string().nullable(),
  description: z.string().nullable(),
  /** Where its picture is now. It’s copied once the import is applied. */
  picture: z.string().nullable(),
  icon: z.string().nullable(),
  /** The key of the group that it’s in. */
  group: z.string().nullable(),
  is_hidden: z.boolean(),
  show_adult_warning: z.boolean(),
  /** Why it comes along differently. */
  note: noteSchema.nullable(),
});

/** What can be told of another service's page. */
const lookSchema = themeSettingsSchema.pick({
  theme_color: true,
  text_color: true,
  button_color: true,
  button_text_color: true,
  button_style: true,
  button_shape: true,
});

const pageSchema = z.object({
  service: z.object({
    key: z.string(),
    label: sentence(["Another site", "An export of ours", "Bookmarks", "CSV file", "JSON file"]),
    confidence: z.enum(CONFIDENCES),
  }),
  address: z.string().nullable(),
  name: z.string().nullable(),
  bio: z.string().nullable(),
  picture: z.string().nullable(),
  socials: z.array(socialPlatformSchema),
  items: z.array(itemSchema),
  look: lookSchema.nullable(),
  /** What was on the page and isn’t in the list. */
  left_out: z.object({
    duplicates: z.number(),
    /** Sharing, apps, terms, and what else the service puts on every page. */
    service_links: z.number(),
    /** URLs that can’t be links here. */
    unusable: z.number(),
    beyond_limit: z.number(),
  }),
});

/** A page as it’s stored until it’s imported, with the fields that only an export of ours has. */
export type ImportedItem = z.infer<typeof itemSchema> & { own: Record<string, unknown> | null };
export type ImportedPage = Omit<z.infer<typeof pageSchema>, "items"> & {
  items: ImportedItem[];
  own: Record<string, unknown> | null;
};

const pageImportSchema = pageSchema.extend({
  id: z.string(),
  created_at: z.string(),
  /** Pictures that couldn’t be copied, once that’s over. */
  pictures_failed: z.number().nullable(),
});
export type PageImport = z.infer<typeof pageImportSchema>;

export const applySchema = z.object({
  id: idSchema,
  /** The profile to import into. With null, a new one is created, which takes the permission for that. */
  profile_id: idSchema.nullable(),
  /** The new profile’s name. Defaults to the page’s. */
  name: z.string().max(1000).optional(),
  /** The keys of the items to import. Defaults to all. */
  items: z.array(z.string().max(20)).max(ITEMS_MAX).optional(),
  /** These take the permission to edit profiles. */
  socials: z.boolean().default(false),
  bio: z.boolean().default(false),
  picture: z.boolean().default(false),
  look: z.boolean().default(false),
  /** That the page is one’s own. */
  is_mine: z.boolean(),
});

const appliedSchema = z.object({
  profile_id: z.string(),
  /** Links that were added. */
  added: z.number(),
  /** Links that the profile already had. */
  known: z.number(),
  /** The job that copies the pictures, or null if there are none. */
  job: z.string().nullable(),
  pictures: z.number(),
});
export type Applied = z.infer<typeof appliedSchema>;

const exportSchema = z.object({
  format: z.literal(PROFILE_EXPORT_FORMAT),
  version: z.number(),
  exported_at: z.string(),
  /** As `GET /profiles/{id}` has it. */
  profile: profileSchema,
  links: z.array(linkSchema),
});

export const FILE_BODY: BodyRule = { kind: "multipart", bytesMax: FILE_BYTES_MAX + 64 * 1024 };
const { get, post, del } = routesOf("page imports");
const NOT_FOUND = pickErrors(PAGE_IMPORT_ERRORS, "PAGE_IMPORT_NOT_FOUND");
const byId = z.object({ id: idSchema });

export const pageImportsContract = {
  create: member("links.edit")
    .route(
      post("/page-imports", "Read a page of another service; nothing is imported yet", {
        successStatus: 201,
      }),
    )
    .errors(
      pickErrors(
        PAGE_IMPORT_ERRORS,
        "URL_INVALID",
        "URL_DANGEROUS",
        "PAGE_MISSING",
        "PAGE_REFUSED",
        "PAGE_UNREACHABLE",
        "PAGE_TOO_SLOW",
        "PAGE_TOO_LARGE",
        "NOT_A_PAGE",
        "NOTHING_FOUND",
      ),
    )
    .input(z.object({ url: z.string().max(4096) }))
    .output(pageImportSchema),
  createFromFile: member("links.edit", FILE_BODY)
    .route(
      post(
        "/page-imports/file",
        "Read a saved page, a CSV or JSON file, or an export; nothing is imported yet",
        {
          successStatus: 201,
        },
      ),
    )
    .errors(
      pickErrors(
        PAGE_IMPORT_ERRORS,
        "FILE_UNREADABLE",
        "FILE_TOO_LARGE",
        "ACCOUNT_EXPORT",
        "NOTHING_FOUND",
        "PAGE_REFUSED",
      ),
    )
    .input(z.object({ file: z.file() }))
    .output(pageImportSchema),
  get: member("links.edit")
    .route(get("/page-imports/{id}", "What was found on a page"))
    .errors(NOT_FOUND)
    .input(byId)
    .output(pageImportSchema),
  apply: member("links.edit")
    .route(post("/page-imports/{id}/apply", "Import what was chosen of a page"))
    .errors(
      pickErrors(
        PAGE_IMPORT_ERRORS,
        "PAGE_IMPORT_NOT_FOUND",
        "PROFILE_NOT_FOUND",
        "PROFILE_LIMIT",
        "LINK_LIMIT",
        "NOT_CONFIRMED",
      ),
    )
    .input(applySchema)
    .output(appliedSchema),
  cancel: member("links.edit")
    .route(del("/page-imports/{id}", "Forget a page that was read"))
    .errors(NOT_FOUND)
    .input(byId)
    .output(byId),
};

const parserHealthSchema = z.object({
  service: z.string(),
  label: sentence(["Another site", "An export of ours", "Bookmarks", "CSV file", "JSON file"]),
  /** In the last 90 days, as are the others. */
  attempts: z.number(),
  successes: z.number(),
  /** Links found, over all successes. */
  links: z.number(),
  /** In the last 7 days. */
  recent_attempts: z.number(),
  recent_successes: z.number(),
  /** A date. */
  last_success: z.string().nullable(),
  /** Set if it lately fails more often than it did. */
  is_failing: z.boolean(),
});
export type ParserHealth = z.infer<typeof parserHealthSchema>;

/** For the instance's staff. */
export const parserHealthContract = {
  listHealth: staff("settings")
    .route(get("/admin/page-imports", "How often pages of each service could be read"))
    .output(listOf(parserHealthSchema)),
};

export const profileExportContract = {
  export: member("profiles.see")
    .route(get("/profiles/{id}/export", "A profile with its links as JSON, which an import reads back"))
    .errors(pickErrors(PAGE_IMPORT_ERRORS, "PROFILE_NOT_FOUND"))
    .input(byId)
    .output(exportSchema),
};
