import * as z from "zod";
import type { SignalType } from "#src/platform/signals.ts";

/**
 * Somebody may have come into a segment or left one, or a segment has to be looked at. The database sends it with
 * the commit (`migrations/`).
 */
export const segmentsStirred: SignalType<object> = { name: "segments.stirred", payload: z.object({}) };
