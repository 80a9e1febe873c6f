import { clientFor } from "#src/kit/api.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import type { ExitMethod } from "../rules.ts";
import { type WaysOutRow, waysOutContract } from "../ways-out-contract.ts";
import { SYSTEM_LABELS, WAY_LABELS } from "../ways-out-rules.ts";

export const waysOutApi = clientFor("waysOut", waysOutContract);

/** A row as staff edit it, and what the form starts with if that's something else. */
export interface EditedRow {
  row: WaysOutRow;
  ways: readonly ExitMethod[];
}

/** Says which visitors a row is for, such as `iPhone, from version 424.1`. */
export function scopeOf({ os, from_version }: Pick<WaysOutRow, "os" | "from_version">): string {
  const system = SYSTEM_LABELS[os];
  return from_version === "" ? system : `${system}, from version ${from_version} on`;
}

export function waysText(ways: readonly ExitMethod[]): string {
  if (ways.length === 0) return "Instructions only";
  if (ways.length === 1) return ways.map((way) => WAY_LABELS[way]).join();
  return ways.map((way, place) => `${place + 1}. ${WAY_LABELS[way]}`).join(" · ");
}

/** Says who changed something, and when. */
export function changedText({ by, at }: { by: string | null; at: string }): string {
  return `${by ?? "Someone who has left"}, ${formatDateTime(at)}`;
}
