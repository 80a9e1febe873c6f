/*
 * What staff of the instance decide about pages: hiding them, and labeling them as adult content. Owners are told, with
 * the reason, and can't take it back. `links` has the same for links.
 */
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { canActOn } from "#src/features/identity/accounts/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { EventType } from "#src/lib/event.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { pagesMarkedByStaff } from "../events.ts";
import { pageChanged } from "../signals.ts";
import { MARK_ERRORS } from "./mark-contract.ts";
import { staffMarkMail } from "./mark-mails.ts";
import type { StaffMark, StaffMarkName } from "./mark-rules.ts";
import { findPageOwner, updatePageMarks } from "./mark-store.ts";
import type { MarkPayload } from "./sentence-rules.ts";

export { jsonOf, type MarkChange } from "./mark-store.ts";

export interface Decision {
  id: string;
  /** The owner reads it. */
  reason: string;
  /** False if the caller e-mails the owner about it, such as a statement of reasons. */
  isMailed?: boolean;
  /** The moderation case that decides it. */
  caseId?: string | undefined;
}

/** Visitors get 410 on every node as soon as this returns. Hiding a hidden page changes nothing. */
export const hidePage = (ctx: StaffCtx, decision: Decision) =>
  decide(ctx, decision, { mark: "hidden", isOn: true });
export const showPage = (ctx: StaffCtx, decision: Decision) =>
  decide(ctx, decision, { mark: "hidden", isOn: false });
/** Visitors are asked for their age before any of its links. */
export const labelPageAdult = (ctx: StaffCtx, decision: Decision) =>
  decide(ctx, decision, { mark: "adult", isOn: true });
export const unlabelPageAdult = (ctx: StaffCtx, decision: Decision) =>
  decide(ctx, decision, { mark: "adult", isOn: false });

async function decide(
  ctx: StaffCtx,
  { id, reason, isMailed = true, caseId }: Decision,
  wanted: { mark: StaffMarkName; isOn: boolean },
): Promise<{ changed: boolean }> {
  if (reason.trim() === "") throw failure(MARK_ERRORS, "MARK_REASON_MISSING");
  return ctx.write(async (ctx) => {
    const owner = isId(id) ? await findPageOwner(ctx.db, id) : undefined;
    if (!owner) throw failure(MARK_ERRORS, "PROFILE_NOT_FOUND");
    requireDecidable(ctx, owner.role);
    const accounts = await markPages(ctx, { ...wanted, ids: [id], reason, change: null, isMailed, caseId });
    return { changed: accounts.size > 0 };
  });
}

/** A page of any account that isn't in the trash. */
export async function requirePageOfAnyone({ db }: StaffCtx, id: string): Promise<{ username: string }> {
  const page = isId(id) ? await findPageOwner(db, id) : undefined;
  if (!page) throw failure(MARK_ERRORS, "PROFILE_NOT_FOUND");
  return page;
}

/** Staff may not act on staff above them. The process itself may. */
export function requireDecidable({ actor }: StaffCtx, role: string | null): void {
  if (actor.type === "staff" && !canActOn(actor.role, role)) throw failure(MARK_ERRORS, "OWNER_IS_STAFF");
}

export interface MarkWanted {
  mark: StaffMarkName;
  isOn: boolean;
  ids: readonly string[];
  reason: string;
  /** The change of many that it's part of, by which it's undone. */
  change: string | null;
  isMailed?: boolean;
  host?: string | null;
  caseId?: string | undefined;
}

export function newMark(
  ctx: StaffCtx,
  { reason, change, caseId }: Pick<MarkWanted, "reason" | "change" | "caseId">,
): StaffMark {
  return { at: ctx.now().toISOString(), reason, change, ...(caseId !== undefined && { case: caseId }) };
}

/** Marks pages of any accounts, in the caller's transaction, and tells each owner once. Returns how many by account. */
export async function markPages(ctx: StaffCtx, wanted: MarkWanted): Promise<Map<string, number>> {
  const { mark, isOn, ids } = wanted;
  const value = isOn ? newMark(ctx, wanted) : null;
  const marked = await updatePageMarks(ctx.db, ids, { mark, value });
  for (const { id, usernames } of marked) await ctx.invalidate(pageChanged, { profile_id: id, usernames });
  const byAccount = Map.groupBy(marked, ({ account }) => account);
  for (const [account, pages] of byAccount) {
    const [only] = pages.length === 1 ? pages : [];
    const about = {
      account,
      subject: only?.id ?? account,
      count: pages.length,
      profile_id: only?.id ?? null,
    };
    await tellOwner(ctx, wanted, { ...about, of: "pages", event: pagesMarkedByStaff });
  }
  return new Map([...byAccount].map(([account, pages]) => [account, pages.length]));
}

interface Told {
  account: string;
  subject: string;
  count: number;
  profile_id: string | null;
  of: "pages" | "links";
  event: EventType<MarkPayload>;
}

/** Announces what was done to an account's pages or links, and e-mails its owner. */
export async function tellOwner(
  ctx: StaffCtx,
  { mark, isOn, reason, host = null, isMailed = true }: MarkWanted,
  { account, subject, of, event, ...told }: Told,
): Promise<void> {
  const payload = { mark, is_on: isOn, reason, host, ...told };
  await ctx.announce(event, { account, subject, payload });
  const owner = isMailed ? await findPerson(ctx.db, account) : undefined;
  if (!owner) return;
  const { profile_id: _, ...data } = payload;
  await enqueueMail(ctx, {
    mail: staffMarkMail,
    to: owner.email,
    account,
    data: { account, of, ...data },
  });
}
