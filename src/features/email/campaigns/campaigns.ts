/*
 * Campaigns: one e-mail to many contacts. This file has people's actions on them; `schedule/` and `series/`
 * decide when they go out, `preflight/` starts one, `approval/` and `review/` have others look at it first.
 * `delivery` sends its messages, and counts opens and clicks. Contacts and consent belong to `contacts`, sending
 * accounts and their limits to `sending-accounts`.
 */

import type * as z from "zod";
import { EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { deleteBatch, enqueueBatchSends, retryBatch } from "#src/features/email/delivery/delivery.ts";
import { requireSendingAllowed } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isSameTime, nextVersion } from "#src/lib/time.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { changesTo } from "#src/platform/db/changes.ts";
import { approvalStatus } from "./approval/approval.ts";
import {
  CAMPAIGN_ERRORS,
  type Campaign,
  type createCampaignSchema,
  type updateCampaignSchema,
} from "./contract.ts";
import { campaignCreated, campaignDeleted, campaignRetried, campaignUpdated } from "./events.ts";
import type { CampaignCheck } from "./preflight/check-contract.ts";
import {
  countCheck,
  enqueueLaunch,
  firstWave,
  isReady,
  loadAudienceQuery,
  runPreflightWithNetwork,
  toChecked,
} from "./preflight/preflight.ts";
import { toCampaign, toLeftOut, toSummaries } from "./present.ts";
import { type CampaignState, DRAFTS_MAX, EDITABLE_STATES } from "./rules.ts";
import { endSeriesOf } from "./series/series.ts";
import {
  type CampaignRow,
  countDrafts,
  deleteCampaignRow,
  findCampaign,
  insertCampaign,
  listCampaignRows,
  lockCampaign,
  updateCampaignRow,
} from "./store.ts";
import { attachedIn, cleanForm } from "./submitted-form.ts";
import { invalidateArchivePage, transitionCampaign } from "./transitions.ts";

export { listCampaignFiles } from "./store.ts";

const PAGE_ROWS = 50;

export async function listCampaigns(ctx: Ctx, { cursor }: { cursor?: string | undefined }) {
  requireWholeAccount(ctx);
  const { rows, next } = await listCampaignRows(ctx.db, { account: ctx.account, cursor, rows: PAGE_ROWS });
  const items = await toSummaries(
    ctx,
    rows.map(({ campaign }) => campaign),
  );
  return { items, ...(next !== undefined && { next }) };
}

export async function getCampaign(ctx: Ctx, { id }: { id: string }): Promise<Campaign> {
  return toCampaign(ctx, await requireCampaign(ctx, id));
}

export async function requireCampaign(ctx: Ctx, id: string): Promise<CampaignRow> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findCampaign(ctx.db, { user_id: ctx.account, id }) : undefined;
  if (!row) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_FOUND");
  return row;
}

export function createCampaign(ctx: Ctx, form: z.output<typeof createCampaignSchema>): Promise<Campaign> {
  return addCampaign(ctx, form, {});
}

/** A form sent twice has the same id both times and adds one. */
export async function addCampaign(
  ctx: Ctx,
  { id = ctx.newId(), ...form }: z.output<typeof createCampaignSchema>,
  more: Pick<Partial<CampaignRow>, "resend_of">,
): Promise<Campaign> {
  requireWholeAccount(ctx);
  const { name = "", ...fields } = cleanForm(form);
  return ctx.write(async (ctx) => {
    const attached = await attachedIn(ctx, form);
    const now = ctx.now().toISOString();
    const isNew = await insertCampaign(ctx.db, {
      user_id: ctx.account,
      id,
      name,
      audience: { condition: EVERYONE },
      ...fields,
      ...attached,
      ...more,
      created_by: actorId(ctx),
      state_at: now,
      created_at: now,
      updated_at: now,
    });
    if (isNew && (await countDrafts(ctx.db, ctx.account)) > DRAFTS_MAX)
      throw failure(CAMPAIGN_ERRORS, "DRAFT_LIMIT");
    if (isNew) await ctx.announce(campaignCreated, { subject: id, payload: {} });
    return getCampaign(ctx, { id });
  });
}

/** Absent fields stay. A campaign that has started can't be changed. */
export async function updateCampaign(
  ctx: Ctx,
  { id, updated_at: version, ...form }: z.output<typeof updateCampaignSchema>,
): Promise<Campaign> {
  const before = await requireCampaign(ctx, id);
  if (form.audience !== undefined && before.local_time !== null) await loadAudienceQuery(ctx, before);
  return ctx.write(async (ctx) => {
    await lockCampaign(ctx.db, { user_id: ctx.account, id });
    const row = await requireCampaign(ctx, id);
    const wanted = { ...cleanForm(form), ...(await attachedIn(ctx, form)) };
    if (!EDITABLE_STATES.includes(row.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STARTED");
    const changes = changesTo(row, wanted);
    const fields = Object.keys(changes);
    if (fields.length === 0) return toCampaign(ctx, row);
    if (version !== undefined && !isSameTime(version, row.updated_at))
      throw failure(CAMPAIGN_ERRORS, "CHANGED_MEANWHILE", { data: await toCampaign(ctx, row) });
    const updated_at = nextVersion(row.updated_at, ctx.now());
    // The last check was of another version.
    await updateCampaignRow(ctx.db, { user_id: ctx.account, id, ...changes, checked: null, updated_at });
    if ("audience" in changes) await startWithThem(ctx, id);
    await ctx.announce(campaignUpdated, { subject: id, payload: { fields } });
    return getCampaign(ctx, { id });
  });
}

/** By local time, a campaign starts with the recipients whose clocks show its time first. */
async function startWithThem(ctx: Ctx, id: string): Promise<void> {
  const row = await requireCampaign(ctx, id);
  const { local_time, time_zone } = row;
  if (row.state !== "scheduled" || local_time === null || time_zone === null) return;
  const { scheduled_at } = await firstWave(ctx, row, { local_time, time_zone });
  await updateCampaignRow(ctx.db, { user_id: ctx.account, id, scheduled_at });
}

const ACTIVE: readonly CampaignState[] = ["preparing", "sending", "paused", "auto_paused"];

export async function deleteCampaign(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const row = await requireCampaign(ctx, id);
    if (ACTIVE.includes(row.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_ACTIVE");
    await endSeriesOf(ctx, row);
    await deleteBatch(ctx, id);
    await deleteCampaignRow(ctx.db, { user_id: ctx.account, id });
    await invalidateArchivePage(ctx, row);
    await ctx.announce(campaignDeleted, { subject: id, payload: {} });
    return { id };
  });
}

export async function checkCampaign(ctx: Ctx, { id }: { id: string }): Promise<CampaignCheck> {
  const row = await requireCampaign(ctx, id);
  await countCheck(ctx);
  const ready = await runPreflightWithNetwork(ctx, row);
  const { problems, counts } = ready;
  return {
    recipients: counts.recipients,
    left_out: toLeftOut(counts.left_out),
    problems,
    is_ready: isReady(ready),
  };
}

export async function requireReady(ctx: Ctx, row: CampaignRow): Promise<void> {
  const ready = await runPreflightWithNetwork(ctx, row);
  if (!isReady(ready))
    throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_NOT_READY", { data: { problems: ready.problems } });
  if ((await approvalStatus(ctx, row, ready)) === "missing")
    throw failure(CAMPAIGN_ERRORS, "APPROVAL_MISSING");
  await updateCampaignRow(ctx.db, { user_id: row.user_id, id: row.id, checked: toChecked(ctx, ready) });
}

/** Moves a campaign that's in one of these states, or throws. */
export async function requireTransition(
  ctx: Ctx,
  id: string,
  move: Parameters<typeof transitionCampaign>[2],
): Promise<void> {
  if (!(await transitionCampaign(ctx, { user_id: ctx.account, id }, move)))
    throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
}

export async function sendCampaign(ctx: Ctx, { id }: { id: string }): Promise<Campaign> {
  const row = await requireCampaign(ctx, id);
  await requireSendingAllowed(ctx);
  if (!["draft", "scheduled", "missed"].includes(row.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
  await requireReady(ctx, row);
  return ctx.write(async (ctx) => {
    await requireTransition(ctx, id, {
      from: ["draft", "scheduled", "missed"],
      to: "preparing",
      changes: { scheduled_at: null, local_time: null },
    });
    await enqueueLaunch(ctx, { account: ctx.account, id });
    return getCampaign(ctx, { id });
  });
}

export async function pauseCampaign(ctx: Ctx, { id }: { id: string }): Promise<Campaign> {
  await requireCampaign(ctx, id);
  await requireTransition(ctx, id, { from: ["sending"], to: "paused" });
  return getCampaign(ctx, { id });
}

export async function resumeCampaign(ctx: Ctx, { id }: { id: string }): Promise<Campaign> {
  await requireCampaign(ctx, id);
  await requireSendingAllowed(ctx);
  return ctx.write(async (ctx) => {
    await requireTransition(ctx, id, { from: ["paused", "auto_paused"], to: "sending" });
    await enqueueBatchSends(ctx, id);
    return getCampaign(ctx, { id });
  });
}

/** Recipients still waiting won't get it. Messages already on their way arrive. */
export async function cancelCampaign(ctx: Ctx, { id }: { id: string }): Promise<Campaign> {
  await requireCampaign(ctx, id);
  return ctx.write(async (ctx) => {
    await requireTransition(ctx, id, {
      from: ["preparing", "sending", "paused", "auto_paused"],
      to: "canceled",
    });
    return getCampaign(ctx, { id });
  });
}

const RETRIABLE: readonly CampaignState[] = ["sending", "paused", "auto_paused"];

/** Resends failed messages, or those with an unknown outcome. While it's paused, they wait. */
export async function retryCampaign(
  ctx: Ctx,
  { id, status }: { id: string; status: "failed" | "uncertain" },
): Promise<Campaign> {
  await requireCampaign(ctx, id);
  await requireSendingAllowed(ctx);
  return ctx.write(async (ctx) => {
    // A simultaneous cancellation wins.
    await lockCampaign(ctx.db, { user_id: ctx.account, id });
    const row = await requireCampaign(ctx, id);
    if (row.state === "sent")
      await requireTransition(ctx, id, { from: ["sent"], to: "sending", changes: { ended_at: null } });
    else if (!RETRIABLE.includes(row.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
    const count = await retryBatch(ctx, { id, state: status });
    await ctx.announce(campaignRetried, { subject: id, payload: { count } });
    await enqueueBatchSends(ctx, id);
    return getCampaign(ctx, { id });
  });
}
