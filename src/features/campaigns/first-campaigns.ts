/*
 * New accounts' first campaigns: whoever runs the instance looks at what they said, and stops an account that sends
 * what nobody asked for (features 5.10.17). They go out meanwhile, as few a day as a new account may send.
 */
import { findNewAccount } from "#src/features/mailboxes/mailboxes.ts";
import { looksAfterAny } from "#src/features/team/rules.ts";
import { ContentError } from "#src/features/templates/render.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Ctx, StaffCtx } from "#src/platform/context.ts";
import { sendLater } from "#src/platform/mail/outbox.ts";
import { writePage } from "./composing.ts";
import { allowAccount, stopAccount } from "./emergency.ts";
import { firstCampaignReviewed, firstCampaignWaiting } from "./events.ts";
import { FIRST_ERRORS } from "./first-contract.ts";
import {
  findFirst,
  findOwnersRole,
  holdFirst,
  insertFirst,
  listFirstRows,
  updateFirst,
} from "./first-store.ts";
import { accountStoppedMail } from "./mails.ts";
import type { FirstReview } from "./rules.ts";
import { findCampaign } from "./store.ts";

/** Has a campaign looked at if it's a new account's first, in the transaction that starts it. */
export async function askForReview(ctx: Ctx, campaign_id: string): Promise<void> {
  if (!(await findNewAccount(ctx))) return;
  // Nobody reviews themselves.
  if (looksAfterAny(await findOwnersRole(ctx.db, ctx.account))) return;
  const row = { user_id: ctx.account, campaign_id, created_at: ctx.now().toISOString() };
  if (await insertFirst(ctx.db, row))
    await ctx.announce(firstCampaignWaiting, { account: INSTANCE, subject: campaign_id, payload: {} });
}

interface FirstWish {
  review: FirstReview;
  cursor?: string | undefined;
}

export async function listFirst(ctx: StaffCtx, wish: FirstWish) {
  const { rows, ...page } = await listFirstRows(ctx.db, wish);
  return { ...page, items: rows.map(({ key: _key, ...row }) => shown(row)) };
}

/** As staff see it. */
function shown<Row extends { user_id: string }>({ user_id: _user_id, ...item }: Row) {
  return item;
}

async function requireFirst(ctx: StaffCtx, id: string) {
  const row = isId(id) ? await findFirst(ctx.db, id) : undefined;
  if (!row) throw failure(FIRST_ERRORS, "CAMPAIGN_NOT_FOUND");
  return row;
}

/** The e-mail as it went out, to nobody in particular. */
export async function getFirst(ctx: StaffCtx, { id }: { id: string }) {
  const { user_id, from_name } = await requireFirst(ctx, id);
  const snapshot = (await findCampaign(ctx.db, { user_id, id }))?.snapshot;
  if (!snapshot) throw failure(FIRST_ERRORS, "CAMPAIGN_NOT_FOUND");
  const { html, text, postal_address } = snapshot;
  const sender = { name: from_name, postal_address };
  try {
    return { text, html: writePage(snapshot, snapshot, { unsubscribe_url: "#", view_url: "#", sender }) };
  } catch (error) {
    // Not with nobody in particular: as it was written, then.
    if (error instanceof ContentError) return { text, html };
    throw error;
  }
}

interface Wanted {
  id: string;
  review: Exclude<FirstReview, "waiting">;
  reason: string;
}

/** Deciding the same again changes nothing; the other decision takes the first one back. */
export async function reviewFirst(ctx: StaffCtx, { id, review, reason }: Wanted) {
  if (review === "stopped" && reason === "") throw failure(FIRST_ERRORS, "REASON_MISSING");
  return ctx.write(async (ctx) => {
    if (isId(id)) await holdFirst(ctx.db, id);
    const row = await requireFirst(ctx, id);
    if (row.review === review) return shown(row);
    const { user_id: account } = row;
    const reviewed_at = ctx.now().toISOString();
    await updateFirst(ctx.db, account, { review, reviewed_at });
    await ctx.announce(firstCampaignReviewed, { account: INSTANCE, subject: id, payload: { review } });
    if (review === "stopped") {
      const by = ctx.actor.type === "staff" ? ctx.actor.person.id : "";
      await stopAccount(ctx, { account, by, reason });
      await sendLater(ctx, { mail: accountStoppedMail, to: row.owner.email, account, data: { account } });
    } else if (row.review === "stopped") await allowAccount(ctx, account);
    return { ...shown(row), review, reviewed_at };
  });
}
