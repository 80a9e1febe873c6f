import * as z from "zod";
import { MARK_REASON_CHARS_MAX, STAFF_MARKS } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { idSchema, writtenText } from "#src/lib/endpoint.ts";

export const STAFF_CHANGE_ERRORS = {
  STAFF_REASON_MISSING: { status: 400, message: "Say why. The owners read it." },
  HOST_INVALID: { status: 400, message: "Enter a domain such as example.com." },
  ADDRESS_INVALID: { status: 400, message: "Enter a URL such as https://example.com/page." },
  CHANGE_NOT_FOUND: { status: 404, message: "That change is gone." },
  CHANGE_RUNNING: { status: 409, message: "It isn’t done yet. Undo it when it is." },
  CHANGE_UNDONE: { status: 409, message: "That was undone already." },
} as const;

export const SELECTED_THINGS_MAX = 1000;

export const changeInput = z.object({
  /** Made by whoever asks, so that asking twice changes once. */
  id: z.uuid(),
  mark: z.enum(STAFF_MARKS),
  is_on: z.boolean(),
  reason: writtenText(MARK_REASON_CHARS_MAX),
  dry_run: z.boolean().default(false),
});

export const undoInput = z.object({
  id: idSchema,
  reason: writtenText(MARK_REASON_CHARS_MAX),
});

export const staffChangeSchema = z.object({
  id: z.string(),
  mark: z.enum(STAFF_MARKS),
  is_on: z.boolean(),
  reason: z.string(),
  host: z.string().nullable(),
  started_at: z.string(),
  /** Null while it runs. */
  ended_at: z.string().nullable(),
  total: z.number(),
  done: z.number(),
  accounts: z.number(),
  is_undone: z.boolean(),
  /** Set if it undoes another one. */
  is_undo: z.boolean(),
});
export type StaffChange = z.infer<typeof staffChangeSchema>;

export const extentSchema = z.object({
  /** Null in a dry run. */
  change: staffChangeSchema.nullable(),
  total: z.number(),
  accounts: z.number(),
  /** Those of staff, whom only the founder decides about. */
  spared: z.number(),
  /** The accounts with most of them. */
  examples: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), count: z.number() })),
});
export type ChangeExtent = z.infer<typeof extentSchema>;
