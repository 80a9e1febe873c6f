import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const reportEvents = eventList("profile");

/** By how often. */
const CHANGES: Readonly<Record<string, string>> = {
  off: "Turned off reports by e-mail",
  weekly: "Turned on weekly reports by e-mail",
  monthly: "Turned on monthly reports by e-mail",
};

/** The subject is the person. */
export const reportsChanged = reportEvents.add("report.settings_changed", {
  payload: z.object({ cadence: z.string() }),
  sentence: ({ cadence }) => CHANGES[String(cadence)] ?? "Changed reports by e-mail",
});
