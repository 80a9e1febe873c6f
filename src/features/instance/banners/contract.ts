import * as z from "zod";
import { idSchema, listOf, person, routesOf, staff, storedMoment, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import type { Language } from "#src/lib/language.ts";
import { PATHS } from "#src/lib/paths.ts";
import {
  BANNER_AUDIENCES,
  BANNER_CHARS_MAX,
  BANNER_TONES,
  BUTTON_CHARS_MAX,
  URL_CHARS_MAX,
} from "./rules.ts";

export const BANNER_ERRORS = {
  BANNER_NOT_FOUND: { status: 404, message: "There’s no such banner." },
  BANNER_EMPTY: { status: 400, message: "It needs a text, in English at least." },
  BANNER_URL_WRONG: {
    status: 400,
    message: `Enter a web URL such as https://example.com, or a path of this instance such as ${PATHS.help}.`,
  },
  BANNER_TIMES_WRONG: { status: 400, message: "It has to end after it begins." },
  BANNERS_TOO_MANY: { status: 409, message: "That’s as many banners as there can be. Remove one first." },
} as const;

const textsOf = (charsMax: number) =>
  z.object({
    en: writtenText(charsMax),
    es: writtenText(charsMax).default(""),
  } satisfies Record<Language, z.ZodType>);

const partsSchema = z.object({
  texts: textsOf(BANNER_CHARS_MAX),
  tone: z.enum(BANNER_TONES),
  url: writtenText(URL_CHARS_MAX).default(""),
  /** What the link says. Empty: “Read more”. */
  labels: textsOf(BUTTON_CHARS_MAX),
  audience: z.enum(BANNER_AUDIENCES),
  from_at: storedMoment.nullable().default(null),
  until_at: storedMoment.nullable().default(null),
});
export type BannerParts = z.output<typeof partsSchema>;

const bannerSchema = partsSchema.extend({
  id: z.string(),
  /** Null once they’ve left. */
  by: z.string().nullable(),
  updated_at: z.string(),
  state: z.enum(["waiting", "shown", "over"]),
  dismissed: z.number(),
});
export type Banner = z.output<typeof bannerSchema>;

const shownSchema = partsSchema
  .pick({ texts: true, tone: true, url: true, labels: true })
  .extend({ id: z.string() });
export type ShownBanner = z.output<typeof shownSchema>;

const ofBanner = z.object({ id: idSchema });
const { get, put, del, post } = routesOf("banners");

export const bannersContract = {
  list: staff("settings")
    .route(get("/admin/banners", "What the instance says on top of every dashboard, newest first"))
    .output(listOf(bannerSchema)),
  save: staff("settings")
    .route(
      put(
        "/admin/banners/{id}",
        "Put a banner on dashboards, or change one. Those who dismissed it see its new text",
      ),
    )
    .errors(BANNER_ERRORS)
    .input(partsSchema.extend({ id: idSchema }))
    .output(bannerSchema),
  remove: staff("settings")
    .route(del("/admin/banners/{id}", "Remove a banner"))
    .errors(pickErrors(BANNER_ERRORS, "BANNER_NOT_FOUND"))
    .input(ofBanner)
    .output(ofBanner),
  listShown: person("account.see")
    .route(get("/me/banners", "The instance’s banners for you that you haven’t dismissed"))
    .output(listOf(shownSchema)),
  dismiss: person("account.see")
    .route(post("/me/banners/{id}/dismiss", "Dismiss a banner, on all your devices"))
    .input(ofBanner)
    .output(ofBanner),
};
