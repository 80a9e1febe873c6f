/* What takes two members of staff. Slices declare it, because only they know how it's done. */
import type * as z from "zod";
import type { StaffArea } from "#src/lib/access.ts";
import type { StaffCtx } from "#src/platform/context.ts";

export interface ApprovedAction<Data extends object> {
  /** Stored with each proposal, so it never changes. */
  name: string;
  /** Those in charge of it propose and confirm. */
  area: StaffArea;
  /** As the list of proposals calls it, such as “Suspend for good”. */
  label: string;
  data: z.ZodType<Data>;
  /**
   * Does it, in the transaction that confirms it, as the member of staff who confirms. It checks again what
   * was checked when it was proposed. A `Failure` undoes the confirmation, too.
   */
  run(ctx: StaffCtx, data: Data): Promise<unknown>;
}

let known: ReadonlyMap<string, ApprovedAction<object>> | undefined;

/** Called on load by the process, which knows all slices. */
export function registerApprovedActions(actions: readonly ApprovedAction<object>[]): void {
  known = new Map(actions.map((action) => [action.name, action]));
}

export function approvedActions(): ReadonlyMap<string, ApprovedAction<object>> {
  if (!known) throw new Error("Nobody has registered what takes two members of staff.");
  return known;
}
