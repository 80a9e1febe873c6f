import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/** The owner asked for everything in the account. The subject is the account. */
export const accountExported: EventType<object> = { name: "account.exported", payload: z.object({}) };

/** The owner brought an export back, with how much of it was added. The subject is the account. */
export const accountImported: EventType<{ profiles: number; links: number; leads: number }> = {
  name: "account.imported",
  payload: z.object({ profiles: z.number(), links: z.number(), leads: z.number() }),
};
