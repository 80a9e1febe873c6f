/* From a draft to what runs: what's in the way, and freezing it. */

import { isDeepStrictEqual } from "node:util";
import type { InferContractRouterInputs } from "@orpc/contract";
import { requestReview } from "#src/features/email/campaigns/review/review.ts";
import { moveBatch } from "#src/features/email/delivery/delivery.ts";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { requireSendingAllowed } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import { snapshotsOf } from "#src/features/email/sequences/mail-content.ts";
import { grantOn } from "#src/features/identity/team/team.ts";
import type { Permission } from "#src/lib/access.ts";
import { failure } from "#src/lib/errors.ts";
import { nextVersion } from "#src/lib/time.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { makeSecret } from "#src/platform/crypto/webhook-signature.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { getAutomation, requireAutomation, requireLocked, secretPurpose } from "./automations.ts";
import { AUTOMATION_ERRORS, type Automation, type automationsContract } from "./contract.ts";
import type { ActionType, Definition } from "./definition-rules.ts";
import { automationActivated } from "./events.ts";
import { insertInactive } from "./inactivity-store.ts";
import { budgetProblems, mailActionsOf, problemsOf } from "./problems.ts";
import { retryFailed } from "./retries.ts";
import { VERSIONS_BYTES_MAX, VERSIONS_MAX } from "./rules.ts";
import { automationsStirred } from "./signals.ts";
import {
  type AutomationRow,
  findPublished,
  insertVersion,
  listBatchIds,
  updateAutomationRow,
} from "./store.ts";
import { watchedBy } from "./trigger-rules.ts";
import { countVersionBytes, updateUnusedVersions } from "./versions-store.ts";

type Inputs = InferContractRouterInputs<typeof automationsContract>;

const isReady = (problems: readonly Problem[]) => problems.every(({ severity }) => severity !== "stop");

export async function checkAutomation(ctx: Ctx, { id }: { id: string }) {
  const row = await requireAutomation(ctx, id);
  const problems = await problemsOf(ctx, row);
  return { problems, is_ready: isReady(problems) };
}

/** What somebody has to be allowed to do themselves. The rest is for everyone who manages rules. */
const NEEDED: Partial<Record<ActionType, readonly Permission[]>> = {
  link: ["links.edit"],
  promotion: ["profiles.edit"],
  // It may say everything about a fan.
  webhook: ["webhooks.manage", "leads.see"],
  suppress: ["leads.delete"],
};

function requireActionsAllowed(ctx: Ctx, { actions }: Definition): void {
  const needed = actions.flatMap(({ type }) => NEEDED[type] ?? []);
  if (!needed.every((permission) => grantOn(ctx, permission) === "full"))
    throw failure(AUTOMATION_ERRORS, "ACTION_FORBIDDEN");
}

/** Turns a rule on, with its draft as what runs from now on. Runs under way finish as they began. */
export async function activateAutomation(ctx: Ctx, { id, retry }: Inputs["activate"]): Promise<Automation> {
  const row = await requireAutomation(ctx, id);
  const published = await findPublished(ctx.db, row);
  const isSame = isDeepStrictEqual(published?.definition, row.draft);
  if (row.state === "active" && isSame) throw failure(AUTOMATION_ERRORS, "AUTOMATION_STATE");
  if (!isSame && (row.version ?? 0) >= VERSIONS_MAX) throw failure(AUTOMATION_ERRORS, "AUTOMATION_VERSIONS");
  requireActionsAllowed(ctx, row.draft);
  const mails = mailActionsOf(row.draft);
  if (mails.length > 0) await requireSendingAllowed(ctx);
  const problems = await problemsOf(ctx, row);
  if (!isReady(problems)) throw failure(AUTOMATION_ERRORS, "AUTOMATION_NOT_READY", { data: { problems } });
  // E-mail may come from a template that says something else by now.
  const snapshots = await snapshotsOf(ctx, row.draft, mails);
  const isNew = !isSame || mails.length > 0;
  return ctx.write(async (ctx) => {
    // Of two that are turned on at once, the second one counts the first.
    await takeAdvisoryLock(ctx.db, "automations", ctx.account);
    const before = await requireLocked(ctx, id);
    // What was checked isn't what's here anymore.
    if (before.updated_at !== row.updated_at) throw failure(AUTOMATION_ERRORS, "AUTOMATION_STATE");
    const spent = await budgetProblems(ctx, row);
    if (spent.length > 0)
      throw failure(AUTOMATION_ERRORS, "AUTOMATION_NOT_READY", { data: { problems: spent } });
    const version = isNew ? await publish(ctx, before, snapshots) : (before.version ?? 1);
    await turnOn(ctx, before, version);
    const retried = retry ? await retryFailed(ctx, { user_id: ctx.account, id }) : 0;
    await ctx.announce(automationActivated, { subject: id, payload: { version, retried } });
    await ctx.invalidate(automationsStirred, {});
    return getAutomation(ctx, { id });
  });
}

async function turnOn(ctx: Ctx, row: AutomationRow, version: number): Promise<void> {
  const key = { user_id: ctx.account, id: row.id };
  const now = ctx.now().toISOString();
  const watched = [...new Set(row.draft.triggers.flatMap(watchedBy))];
  const hasWebhook = row.draft.actions.some(({ type }) => type === "webhook");
  await updateAutomationRow(ctx.db, {
    ...key,
    version,
    state: "active",
    state_reason: "",
    ...(row.state !== "active" && { state_at: now, scheduled_until: now }),
    watched,
    ...(hasWebhook && row.secret === null && { secret: ctx.vault.seal(secretPurpose(row.id), makeSecret()) }),
    updated_at: nextVersion(row.updated_at, ctx.now()),
  });
  for (const id of await listBatchIds(ctx.db, key))
    await moveBatch(ctx, { user_id: ctx.account, id }, "sending");
  const days = row.draft.triggers.flatMap((trigger) => (trigger.type === "inactive" ? [trigger.days] : []));
  await insertInactive(ctx.db, { ...key, days, now });
}

async function publish(ctx: Ctx, row: AutomationRow, snapshots: Record<string, Snapshot>): Promise<number> {
  const version = (row.version ?? 0) + 1;
  await insertVersion(ctx.db, {
    user_id: ctx.account,
    automation_id: row.id,
    version,
    definition: row.draft,
    snapshots,
    published_at: ctx.now().toISOString(),
    published_by: actorId(ctx) ?? null,
  });
  await updateUnusedVersions(ctx.db, { user_id: ctx.account, id: row.id, version });
  if ((await countVersionBytes(ctx.db, ctx.account)) > VERSIONS_BYTES_MAX)
    throw failure(AUTOMATION_ERRORS, "AUTOMATION_SPACE");
  const [snapshot] = Object.values(snapshots);
  if (snapshot) await requestReview(ctx, { row, from_name: snapshot.from_name, snapshot, recipients: 0 });
  return version;
}
