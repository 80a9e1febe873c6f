import * as z from "zod";
import { BEACON_BODY, idSchema, listOf, member, open, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { exitsPath } from "#src/lib/page-paths.ts";
import { EXIT_METHODS } from "./rules.ts";

export const EXIT_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  EXIT_UNKNOWN: { status: 400, message: "This app doesn’t have that way out." },
} as const;

export const EXIT_DAYS_MAX = 400;

const { get, post } = routesOf("in-app");
const name = z.string().max(30);

export const inAppContract = {
  recordExit: open(BEACON_BODY)
    .route(
      post(
        exitsPath("{profile_id}"),
        "Count a way out of an app's browser: once when a visitor tries it, and again when it worked",
        { successStatus: 202 },
      ),
    )
    .errors(EXIT_ERRORS)
    .input(
      z.object({
        profile_id: idSchema,
        app: name,
        os: z.enum(["ios", "android", "other"]),
        way: name,
        /** False while the visitor is trying it. True once an attempt reported earlier has worked. */
        left: z.boolean(),
      }),
    )
    .output(z.object({ counted: z.literal(true) })),
  listWays: member("profiles.see")
    .route(get("/in-app-browsers", "The ways out of apps' browsers that visitors are offered now"))
    .output(
      listOf(
        z.object({
          app: z.string(),
          ios: z.array(z.enum(EXIT_METHODS)),
          android: z.array(z.enum(EXIT_METHODS)),
        }),
      ),
    ),
  exits: member("analytics.see")
    .route(
      get(
        "/profiles/{id}/exits",
        "How often visitors tried the ways out of apps' browsers on a page, and how often they worked",
      ),
    )
    .errors(pickErrors(EXIT_ERRORS, "PROFILE_NOT_FOUND"))
    .input(z.object({ id: idSchema, days: z.coerce.number().int().min(1).max(EXIT_DAYS_MAX).default(90) }))
    .output(
      listOf(
        z.object({
          app: z.string(),
          label: z.string(),
          os: z.string(),
          way: z.string(),
          tried: z.number(),
          left: z.number(),
        }),
      ),
    ),
};
