import * as z from "zod";
import { listOf, routesOf, staff } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { EXIT_METHODS, EXIT_PLATFORMS } from "./rules.ts";
import { FIGURE_DAYS, VERSIONS_MAX } from "./ways-out-rules.ts";

export const WAYS_OUT_ERRORS = {
  APP_NOT_FOUND: { status: 404, message: "There’s no such app." },
  WAY_IMPOSSIBLE: { status: 400, message: "That way doesn’t lead out of this app on this system." },
  WAY_TWICE: { status: 400, message: "Each way can be tried only once." },
  VERSION_INVALID: { status: 400, message: "Enter a version such as 424 or 424.1." },
  VERSION_UNKNOWN: { status: 400, message: "This app doesn’t say which version it is." },
  VERSION_LIMIT: {
    status: 409,
    message: `An app can have its own ways out for ${VERSIONS_MAX} versions. Remove one first.`,
  },
  WAYS_CHANGED_MEANWHILE: {
    status: 409,
    message: "Somebody changed this while you were editing it.",
  },
} as const;

const app = z.string().max(30);
const os = z.enum(EXIT_PLATFORMS);
const ways = z.array(z.enum(EXIT_METHODS)).max(EXIT_METHODS.length);

const rowSchema = z.object({
  app: z.string(),
  label: z.string(),
  os,
  /** The oldest version that it’s for, such as `424.1`. Empty for all versions. */
  from_version: z.string(),
  /** Tried in this order. Empty for instructions only. */
  ways,
  /** What’s built in. Null for a version’s own row. */
  default: ways.nullable(),
  /** True if staff chose these ways. */
  is_changed: z.boolean(),
  /** True if there are changes to list, those of versions that were removed included. */
  has_changes: z.boolean(),
  /** The latest change that’s still known. */
  changed: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
});
export type WaysOutRow = z.infer<typeof rowSchema>;

const changeSchema = z.object({
  id: z.string(),
  at: z.string(),
  /** Null for someone who has left. */
  by: z.string().nullable(),
  from_version: z.string(),
  /** Null for what’s built in, and for a version that had no row. */
  before: ways.nullable(),
  after: ways.nullable(),
});
export type WaysOutChange = z.infer<typeof changeSchema>;

const figureSchema = z.object({
  app: z.string(),
  label: z.string(),
  os: z.string(),
  /** Major and minor. Empty if it isn’t known. */
  version: z.string(),
  way: z.string(),
  tried: z.number(),
  left: z.number(),
});
export type WaysOutFigure = z.infer<typeof figureSchema>;

const { get, put } = routesOf("ways-out");

export const waysOutContract = {
  list: staff("settings")
    .route(get("/admin/ways-out", "The ways out of each app’s browser, by system and version"))
    .output(listOf(rowSchema)),
  update: staff("settings")
    .route(
      put(
        "/admin/ways-out/{app}/{os}",
        "Choose the ways out of an app’s browser; null brings back what’s built in, or removes a version’s own",
      ),
    )
    .errors(WAYS_OUT_ERRORS)
    .input(
      z.object({
        app,
        os,
        from_version: z.string().max(20).default(""),
        ways: ways.nullable(),
        /** The ways that the change is based on, null for none. It’s refused if they aren’t what they were. */
        seen: ways.nullish(),
      }),
    )
    .output(listOf(rowSchema)),
  listChanges: staff("settings")
    .route(get("/admin/ways-out/{app}/{os}/changes", "The last changes of an app’s ways out, newest first"))
    .errors(pickErrors(WAYS_OUT_ERRORS, "APP_NOT_FOUND"))
    .input(z.object({ app, os }))
    .output(listOf(changeSchema)),
  figures: staff("settings")
    .route(get("/admin/ways-out/figures", "How often the ways out were tried and worked, by app and version"))
    .input(z.object({ days: z.enum(FIGURE_DAYS).default("30") }))
    .output(listOf(figureSchema)),
};
