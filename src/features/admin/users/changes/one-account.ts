/* A bulk change of one account: the same verbs as for a single one. */
import * as z from "zod";
import { ban, liftBan } from "#src/features/identity/accounts/bans/bans.ts";
import { addGrant, endGrant } from "#src/features/money/entitlements/grants/grants.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import type { ChangeKind } from "../rules.ts";
import type { UserRow } from "../store.ts";
import { confirmEmailFor, signOutUser } from "../users.ts";
import type { Change } from "./change-contract.ts";
import { isBannedUntil } from "./change-store.ts";

const LABELS: Readonly<Record<ChangeKind, string>> = {
  suspend: "Suspend until a day",
  lift: "Lift suspensions",
  grant: "Give slots or premium",
  sign_out: "Sign out everywhere",
  confirm: "Confirm addresses",
};

export const describeChange = ({ kind }: Change): string => LABELS[kind];

const undoOf = {
  suspend: z.object({ until: z.string() }),
  lift: z.object({ reason: z.string(), until: z.string().nullable() }),
  grant: z.object({ grant_id: z.string() }),
};

interface Applied {
  person: UserRow;
  change: Change;
  reason: string;
}

/** Returns what undoing it takes. */
export async function applyChange(ctx: StaffCtx, { person, change, reason }: Applied): Promise<object> {
  const { id } = person;
  switch (change.kind) {
    case "suspend":
      await ban(ctx, { id, reason, until: change.until });
      return { until: change.until };
    case "lift":
      await liftBan(ctx, { id });
      return { reason: person.banReason ?? "", until: person.banExpires?.toISOString() ?? null };
    case "grant": {
      const { what: kind, quantity, ends_at } = change;
      return { grant_id: (await addGrant(ctx, { id, kind, quantity, ends_at, reason })).id };
    }
    case "sign_out":
      return signOutUser(ctx, { id, reason });
    case "confirm":
      return confirmEmailFor(ctx, { id, reason });
  }
}

interface Undone {
  account: string;
  change: Change;
  undo: unknown;
}

/** What somebody else has changed since stays as it is. */
export async function undoChangeOf(ctx: StaffCtx, { account: id, change, undo }: Undone): Promise<void> {
  if (change.kind === "suspend") {
    const { until } = undoOf.suspend.parse(undo);
    if (await isBannedUntil(ctx.db, id, until)) await liftBan(ctx, { id });
  } else if (change.kind === "lift") {
    const { reason, until } = undoOf.lift.parse(undo);
    if (until === null || Date.parse(until) > ctx.now().getTime()) await ban(ctx, { id, reason, until });
  } else if (change.kind === "grant") {
    await endGrant(ctx, { id, grant_id: undoOf.grant.parse(undo).grant_id });
  }
}
