import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const accountDataEvents = eventList("account");

/** The owner asked for everything in the account. The subject is the account. */
export const accountExported = accountDataEvents.add("account.exported", {
  sentence: "Exported the account’s data",
});

/** Staff sent the owner a link to everything in the account. */
export const accountExportSent = accountDataEvents.add("account.export_sent", {
  payload: z.object({ reason: z.string() }),
  sentence: ({ reason = "" }) => `Sent the owner a link to the account’s data: ${String(reason)}`,
});

/** The owner brought an export back, with how much of it was added. The subject is the account. */
export const accountImported = accountDataEvents.add("account.imported", {
  payload: z.object({ profiles: z.number(), links: z.number(), leads: z.number() }),
  sentence: "Imported data from an export",
});
