import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/** The founder changed how the instance works. The subject is the setting's name. */
export const settingChanged: EventType<object> = { name: "setting.changed", payload: z.object({}) };
