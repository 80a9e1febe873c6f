import * as z from "zod";
import { idSchema, listOf } from "./endpoint.ts";

export const LIST_ERRORS = {
  CURSOR_INVALID: {
    status: 400,
    message: "This list doesn’t continue there. Load it again from the start.",
  },
} as const;

/** Input of a list endpoint: where to start and how to sort. The first of `sorts` is the default. */
export function listInput<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) {
  return z.object({
    cursor: z.string().max(4000).optional(),
    sort: z.enum(sorts).optional(),
    order: z.enum(["asc", "desc"]).optional(),
  });
}

/**
 * Output of a list endpoint: one page and the total number of rows, exact up to 10,000, the planner's
 * estimate above that.
 */
export function pageOf<T extends z.ZodType>(item: T) {
  return listOf(item).extend({ total: z.number(), is_estimate: z.boolean() });
}

const ids = z.array(idSchema).max(1000);

/** PostgreSQL has no year 0. */
const isStorable = (time: string) => !time.startsWith("0000");

/**
 * The rows that a bulk action applies to: individually selected ones, or everything that `filter` matches.
 * `until` leaves out rows that arrived after the time that the dry run reported. Unknown keys are rejected,
 * because a misspelled filter would match everything.
 */
export function selectionOf<Filter extends z.ZodRawShape>(filter: z.ZodObject<Filter>) {
  const shapes = [
    z.strictObject({ ids: ids.min(1) }),
    z.strictObject({
      all: z.literal(true),
      filter: filter.strict().optional(),
      except: ids.optional(),
      until: z.iso.datetime().refine(isStorable).optional(),
    }),
  ] as const;
  return z.union(shapes, "Pick 1 to 1,000 rows, or all of them.");
}

/**
 * Input of a bulk action. With `dry_run` it reports what it would do and changes nothing. The caller picks
 * `undo_id` and can undo the action with it.
 */
export function bulkInput<Filter extends z.ZodRawShape>(filter: z.ZodObject<Filter>) {
  return z.strictObject({
    selection: selectionOf(filter),
    dry_run: z.boolean().default(false),
    undo_id: z.uuid(),
  });
}

/** The number of rows a bulk action changed or would change, the number skipped and why, and as of when. */
export const bulkOutcomeSchema = z.object({
  count: z.number(),
  skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
  until: z.string(),
  /** Set when a job does the work because there are too many rows. Callers follow and cancel it by id. */
  job: z.string().optional(),
});
export type BulkOutcome = z.infer<typeof bulkOutcomeSchema>;
