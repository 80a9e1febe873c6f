/*
 * Errors in browsers, grouped: the same message at the same kind of page, whatever numbers are in it. `client-errors.ts`
 * takes the reports and limits them.
 */
import { createHash } from "node:crypto";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { browserErrorResolved } from "../events.ts";
import {
  type BrowserErrorRow,
  deleteErrorsBefore,
  deleteOldestErrors,
  listBrowserErrorRows,
  updateResolved,
  upsertBrowserError,
} from "./error-store.ts";

export type { BrowserErrorRow };

/** More different ones than anyone reads. Beyond them, the oldest go. */
const GROUPS_MAX = 500;
const SHOWN_MAX = 100;
const KEPT_DAYS = 90;

export interface BrowserErrorDraft {
  source: BrowserErrorRow["source"];
  message: string;
  stack: string;
  path: string;
}

export async function recordBrowserError(
  { db, now, installation }: Platform,
  { source, message, stack, path }: BrowserErrorDraft,
): Promise<void> {
  const at = now().toISOString();
  const kind = [source, message.replace(/\d+/g, "0"), path].join("\n");
  await upsertBrowserError(db, {
    ...{ id: createHash("sha256").update(kind).digest("base64url"), source, message, stack, path },
    ...{ version: installation.version, count: 1, first_at: at, last_at: at, resolved_at: null },
  });
}

export function listBrowserErrors(
  { db }: StaffCtx,
  { isResolved }: { isResolved: boolean },
): Promise<BrowserErrorRow[]> {
  return listBrowserErrorRows(db, { isResolved, most: SHOWN_MAX });
}

/** Returns false if it's gone. */
export function resolveBrowserError(
  ctx: StaffCtx,
  { id, isResolved }: { id: string; isResolved: boolean },
): Promise<boolean> {
  return ctx.write(async (ctx) => {
    const row = await updateResolved(ctx.db, id, isResolved ? ctx.now().toISOString() : null);
    if (!row) return false;
    const payload = { is_resolved: isResolved, message: row.message };
    await ctx.announce(browserErrorResolved, { account: INSTANCE, subject: id, payload });
    return true;
  });
}

export async function deleteOldErrors({ db, now }: Platform): Promise<void> {
  await deleteErrorsBefore(db, new Date(addDays(now(), -KEPT_DAYS)));
  await deleteOldestErrors(db, GROUPS_MAX);
}
