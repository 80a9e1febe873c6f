import * as z from "zod";
import type { SignalType } from "#src/platform/signals.ts";

/** Something happened that a rule asks about, or a run is due. The database sends it with the commit (`migrations/`). */
export const automationsStirred: SignalType<object> = { name: "automations.stirred", payload: z.object({}) };
