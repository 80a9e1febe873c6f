/* What staff give accounts beyond their plan: profile slots, units of premium, unlimited links. */
import * as z from "zod";
import { requireBelow } from "#src/features/identity/accounts/accounts.ts";
import { isId, isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { planLimitsOf, registerGrantSource } from "../entitlements.ts";
import { staffGrantAdded, staffGrantEnded } from "../events.ts";
import { DEFAULT_LIMITS, type Grants, type PlanLimits } from "../rules.ts";
import { grantsStale } from "../signals.ts";
import {
  findRole,
  type GrantRow,
  insertGrant,
  listActiveSums,
  listGrantRows,
  lockGrant,
  updateGrantEnded,
} from "./grant-store.ts";
import { GRANT_ERRORS, type Grant, type GrantForm } from "./grants-contract.ts";

registerGrantSource(async ({ db, now }, account) => {
  const sums = await listActiveSums(db, { account, now: now().toISOString() });
  const grants: Grants = {};
  for (const { kind, quantity, uncounted } of sums) {
    if (kind === "profile_slots") grants.staff_slots = quantity;
    // Grants say how many units they are, except those from before staff could choose the default.
    else if (kind === "premium_units")
      grants.premium_units = quantity + uncounted * DEFAULT_LIMITS.units_given;
    else grants.has_unlimited_links = true;
  }
  return grants;
});

const ofAccount = z.object({ account: z.string() });

/** Pages are cached until someone says that what they show has changed. */
export const grantOverJob: JobType<z.output<typeof ofAccount>> = {
  name: "entitlements.grant-over",
  data: ofAccount,
};

/** The database's clock decides whether a grant is over, and may be a little behind ours. */
const CLOCKS_APART_SECONDS = 2;

export function tellGrantOver(platform: Platform, { account }: z.output<typeof ofAccount>): Promise<void> {
  return platform.invalidate(grantsStale, { user_id: account });
}

type OfAccount = { id: string };

export async function listGrants(ctx: StaffCtx, { id }: OfAccount): Promise<{ items: Grant[] }> {
  await requireAccount(ctx, id);
  const rows = await listGrantRows(ctx.db, id);
  return { items: rows.map((row) => toGrant(row, ctx.now())) };
}

export async function addGrant(
  ctx: StaffCtx,
  { id: account, ...form }: GrantForm & OfAccount,
): Promise<Grant> {
  const { kind, reason, ends_at } = form;
  if (reason === "") throw failure(GRANT_ERRORS, "GRANT_REASON_MISSING");
  if (ends_at !== null && Date.parse(ends_at) <= ctx.now().getTime())
    throw failure(GRANT_ERRORS, "GRANT_OVER");
  if (kind === "profile_slots" && form.quantity === null)
    throw failure(GRANT_ERRORS, "GRANT_QUANTITY_MISSING");
  const quantity = quantityOf(form, planLimitsOf(ctx));
  return ctx.write(async (ctx) => {
    requireBelow(ctx, (await requireAccount(ctx, account)).role);
    const row: GrantRow = {
      id: ctx.newId(),
      account,
      kind,
      quantity,
      reason,
      ends_at,
      ended_at: null,
      created_at: ctx.now().toISOString(),
    };
    await insertGrant(ctx.db, row);
    await ctx.announce(staffGrantAdded, {
      account,
      subject: row.id,
      payload: { kind, quantity, ends_at, reason },
    });
    await ctx.invalidate(grantsStale, { user_id: account });
    if (ends_at !== null) {
      const seconds = Math.ceil((Date.parse(ends_at) - ctx.now().getTime()) / 1000);
      await ctx.enqueue(grantOverJob, { account }, { delaySeconds: seconds + CLOCKS_APART_SECONDS });
    }
    return toGrant(row, ctx.now());
  });
}

/** Premium without a quantity is as much as the instance gives at that time. */
function quantityOf({ kind, quantity }: GrantForm, { units_given }: PlanLimits): number | null {
  if (kind === "unlimited_links") return null;
  return kind === "premium_units" ? (quantity ?? units_given) : quantity;
}

/** Taking one back again changes nothing. */
export async function endGrant(
  ctx: StaffCtx,
  { id: account, grant_id: id }: OfAccount & { grant_id: string },
): Promise<Grant> {
  return ctx.write(async (ctx) => {
    const row = isId(id) && isPersonId(account) ? await lockGrant(ctx.db, { account, id }) : undefined;
    if (!row) throw failure(GRANT_ERRORS, "GRANT_NOT_FOUND");
    requireBelow(ctx, (await requireAccount(ctx, account)).role);
    if (toGrant(row, ctx.now()).state !== "active") return toGrant(row, ctx.now());
    const now = ctx.now().toISOString();
    await updateGrantEnded(ctx.db, { id, now });
    const { kind, quantity } = row;
    await ctx.announce(staffGrantEnded, { account, subject: id, payload: { kind, quantity } });
    await ctx.invalidate(grantsStale, { user_id: account });
    return toGrant({ ...row, ended_at: now }, ctx.now());
  });
}

async function requireAccount({ db }: Platform, id: string): Promise<{ role: string | null }> {
  const found = isPersonId(id) ? await findRole(db, id) : undefined;
  if (!found) throw failure(GRANT_ERRORS, "ACCOUNT_NOT_FOUND");
  return found;
}

function toGrant({ account: _, ended_at, ...row }: GrantRow, now: Date): Grant {
  const isOver = row.ends_at !== null && Date.parse(row.ends_at) <= now.getTime();
  return { ...row, state: ended_at !== null ? "taken_back" : isOver ? "over" : "active" };
}
