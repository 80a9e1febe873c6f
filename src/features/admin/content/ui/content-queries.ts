import { contentContract } from "#src/features/admin/content/contract.ts";
import type { ShownState } from "#src/features/admin/content/rules.ts";
import type { ChangeExtent, StaffChange } from "#src/features/pages/links/staff-changes/change-contract.ts";
import type { StaffMarkName } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { clientFor } from "#src/kit/api.ts";

export const contentApi = clientFor("content", contentContract);

export type ThingsOf = "profiles" | "links";

/** What's to be changed: rows that were picked, or all links to a host or an address. */
export type PickedThings = { ids: string[] } | { host: string } | { url: string };

export interface WantedChange {
  id: string;
  mark: StaffMarkName;
  is_on: boolean;
  reason: string;
  dry_run: boolean;
  target: PickedThings;
}

/** Pages are only ever picked one by one. */
export function sendChange(of: ThingsOf, { target, ...change }: WantedChange): Promise<ChangeExtent> {
  if (of === "links") return contentApi.changeLinks.call({ ...change, target });
  return contentApi.changeProfiles.call({ ...change, target: "ids" in target ? target : { ids: [] } });
}

export function sendUndo(of: ThingsOf, undo: { id: string; reason: string }): Promise<StaffChange> {
  return of === "links" ? contentApi.undoLinks.call(undo) : contentApi.undoProfiles.call(undo);
}

export function changesQuery(of: ThingsOf) {
  return of === "links" ? contentApi.linkChanges.queryOptions() : contentApi.profileChanges.queryOptions();
}

export const STATE_CHOICES: { value: ShownState | ""; label: string }[] = [
  { value: "", label: "Any state" },
  { value: "shown", label: "Visitors see it" },
  { value: "off", label: "Off by its owner" },
  { value: "hidden", label: "Hidden by staff" },
  { value: "adult", label: "Labeled by staff" },
];

export const OWNER_CHOICES = [
  { value: "", label: "Any owner" },
  { value: "active", label: "Active owner" },
  { value: "suspended", label: "Suspended owner" },
  { value: "leaving", label: "Owner about to be deleted" },
];
