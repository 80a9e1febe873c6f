/*
 * Accounts' first campaigns: the instance's staff review their content, and stop an account that sends spam
 * (email.md 5.10.17). They go out in the meantime, within the daily limit of a new account.
 */

import { allowAccount, stopAccount } from "#src/features/email/delivery/delivery.ts";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { renderWebVersion, resolveLinks } from "#src/features/email/delivery/snapshot.ts";
import { NEW_ACCOUNT_MAILS } from "#src/features/email/sending-accounts/settings.ts";
import { ContentError } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import { isStaffForAny } from "#src/features/identity/team/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Ctx, StaffCtx } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { accountStopped, firstCampaignReviewed, firstCampaignWaiting } from "../events.ts";
import { accountStoppedMail } from "../mails.ts";
import { type FirstReview, mayVary } from "../rules.ts";
import type { CampaignRow } from "../store.ts";
import { NEW_SENDER_REVIEW_ERRORS } from "./review-contract.ts";
import {
  findFirst,
  findFirstSnapshot,
  findOwnersRole,
  hasStartedBefore,
  insertFirst,
  listFirstRows,
  lockFirst,
  updateFirst,
} from "./review-store.ts";

interface Started {
  row: Pick<CampaignRow, "id" | "name">;
  /** The sender as recipients see it. */
  from_name: string;
  snapshot: Snapshot;
  recipients: number;
}

/** Requests a review if it's an account's first campaign ever, in the transaction that starts it. */
export async function requestReview(ctx: Ctx, { row: { id, name }, ...copy }: Started): Promise<void> {
  if (ctx.settings.get(NEW_ACCOUNT_MAILS) === null) return;
  const { account: user_id } = ctx;
  // Staff don't review their own campaigns.
  if (isStaffForAny(await findOwnersRole(ctx.db, user_id))) return;
  if (await hasStartedBefore(ctx.db, { user_id, id })) return;
  const created_at = ctx.now().toISOString();
  const review = { user_id, id: ctx.newId(), campaign_id: id, name, ...copy, created_at };
  if (await insertFirst(ctx.db, review))
    await ctx.announce(firstCampaignWaiting, { account: INSTANCE, subject: id, payload: {} });
}

interface FirstWish {
  review: FirstReview;
  cursor?: string | undefined;
}

export async function listFirst(ctx: StaffCtx, wish: FirstWish) {
  const { rows, ...page } = await listFirstRows(ctx.db, wish);
  return { ...page, items: rows.map(({ key: _key, ...row }) => shown(row)) };
}

/** Removes the parts that staff must not see. */
function shown<Row extends { user_id: string }>({ user_id: _user_id, ...item }: Row) {
  return item;
}

async function requireFirst(ctx: StaffCtx, id: string) {
  const row = isId(id) ? await findFirst(ctx.db, id) : undefined;
  if (!row) throw failure(NEW_SENDER_REVIEW_ERRORS, "CAMPAIGN_NOT_FOUND");
  return row;
}

/** Returns the e-mail as an anonymous reader would get it, and its source if it varies by reader. */
export async function getFirst(ctx: StaffCtx, { id }: { id: string }) {
  const { from_name, user_id } = await requireFirst(ctx, id);
  const snapshot = await findFirstSnapshot(ctx.db, id);
  if (!snapshot) throw failure(NEW_SENDER_REVIEW_ERRORS, "CAMPAIGN_NOT_FOUND");
  const { text, attachments } = snapshot;
  const files = attachments.map(({ name, bytes }) => ({ name, bytes }));
  const sender = { name: from_name, postal_address: snapshot.postal_address };
  // The plain text is always shown as it was written.
  const about = { text, source: sourceOf(snapshot), attachments: files };
  try {
    const to = { account: user_id, unsubscribe_url: "#", view_url: "#", sender };
    return { ...about, html: await renderWebVersion(snapshot, snapshot, to) };
  } catch (error) {
    // If it can't be rendered for an anonymous reader, show it as it was written.
    if (error instanceof ContentError) return { ...about, html: resolveLinks(snapshot, snapshot.html) };
    throw error;
  }
}

/** Returns the parts that vary by reader, as they were written. Null if there are none. */
function sourceOf(snapshot: Snapshot): string | null {
  const { subject, preheader, html } = snapshot;
  const varied = [subject, preheader, resolveLinks(snapshot, html)].filter(mayVary);
  return varied.length === 0 ? null : varied.join("\n\n");
}

interface Wanted {
  id: string;
  review: Exclude<FirstReview, "waiting">;
  reason: string;
}

/** Repeating a decision changes nothing; the opposite one reverts the first. */
export async function reviewFirst(ctx: StaffCtx, { id, review, reason }: Wanted) {
  if (review === "stopped" && reason === "") throw failure(NEW_SENDER_REVIEW_ERRORS, "REASON_MISSING");
  return ctx.write(async (ctx) => {
    if (isId(id)) await lockFirst(ctx.db, id);
    const row = await requireFirst(ctx, id);
    if (row.review === review) return shown(row);
    const { user_id: account } = row;
    const reviewed_at = ctx.now().toISOString();
    await updateFirst(ctx.db, account, { review, reviewed_at });
    await ctx.announce(firstCampaignReviewed, {
      account: INSTANCE,
      subject: row.campaign_id,
      payload: { review },
    });
    const owner = { account, email: row.owner.email };
    if (review === "stopped") await stopAccountByStaff(ctx, { ...owner, is_stopped: true, reason });
    else if (row.review === "stopped") await stopAccountByStaff(ctx, { ...owner, is_stopped: false, reason });
    return { ...shown(row), review, reviewed_at };
  });
}

interface StaffStop {
  account: string;
  /** Its owner's address. */
  email: string;
  is_stopped: boolean;
  /** Its owner reads it. */
  reason: string;
}

/** Stops what an account sends, or lets it go on. Runs in the transaction of the decision. */
export async function stopAccountByStaff(ctx: StaffCtx, stop: StaffStop): Promise<void> {
  const { account, email, is_stopped, reason } = stop;
  if (is_stopped) {
    const by = ctx.actor.type === "staff" ? ctx.actor.person.id : "";
    await stopAccount(ctx, { account, by, staff_reason: reason });
    await enqueueMail(ctx, { mail: accountStoppedMail, to: email, account, data: { account } });
  } else await allowAccount(ctx, { account, by_staff: true });
  await ctx.announce(accountStopped, { account, subject: account, payload: { is_stopped, reason } });
}
