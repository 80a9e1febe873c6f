/*
 * Staff's decisions about referrals that the abuse check flagged. If the instance requires it, their reward
 * waits until someone approves it.
 */
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { rewardBoth } from "./attribution.ts";
import { REFERRAL_ERRORS } from "./contract.ts";
import { referralApproved, referralRejected } from "./events.ts";
import { listReviewRows, lockReview, updateReview } from "./review-store.ts";
import type { Review } from "./rules.ts";

interface ReviewsWish {
  review: Review;
  cursor?: string | undefined;
}

export async function listReviews(ctx: StaffCtx, wish: ReviewsWish) {
  const { rows, ...page } = await listReviewRows(ctx.db, wish);
  const items = rows.map(({ row, referrer, referred }) => {
    const { id, flags, status, created_at, reviewed_at } = row;
    return { id, review: wish.review, flags, status, referrer, referred, created_at, reviewed_at };
  });
  return { ...page, items };
}

type Decision = Exclude<Review, "waiting">;
interface Decided<D extends Decision> {
  id: string;
  review: D;
}

/** Gives both sides their slots, at once or along with the first profile. */
export function approveReferral(ctx: StaffCtx, { id }: { id: string }): Promise<Decided<"approved">> {
  return decide(ctx, id, "approved");
}

/** Withholds the slots from both sides. */
export function rejectReferral(ctx: StaffCtx, { id }: { id: string }): Promise<Decided<"rejected">> {
  return decide(ctx, id, "rejected");
}

/** Repeating a decision changes nothing. The opposite one fails, because slots may be in use by then. */
function decide<D extends Decision>(ctx: StaffCtx, id: string, review: D): Promise<Decided<D>> {
  return ctx.write(async (ctx) => {
    const row = isId(id) ? await lockReview(ctx.db, id) : undefined;
    if (!row) throw failure(REFERRAL_ERRORS, "REVIEW_NOT_FOUND");
    if (row.review === review) return { id, review };
    if (row.review !== "waiting") throw failure(REFERRAL_ERRORS, "REVIEW_DECIDED");
    await updateReview(ctx.db, { id, review, now: ctx.now().toISOString() });
    const event = review === "approved" ? referralApproved : referralRejected;
    await ctx.announce(event, { account: INSTANCE, subject: id, payload: {} });
    if (review === "approved" && row.referred_user_id !== null) await rewardBoth(ctx, row.referred_user_id);
    return { id, review };
  });
}
