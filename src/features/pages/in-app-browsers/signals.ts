import * as z from "zod";
import type { SignalType } from "#src/platform/signals.ts";

/** Announces that the `ways_out` table has changed, so that every node reloads it. */
export const waysOutChanged: SignalType<object> = { name: "ways-out.changed", payload: z.object({}) };
