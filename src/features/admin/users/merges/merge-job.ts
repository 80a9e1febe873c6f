/*
 * The work of a merge, step by step. Each transaction locks the merge and both accounts, and writes where it is, so
 * that whatever a kill undoes is done again, and nothing else. The source is closed last: until then, its pages are
 * shown as ever, first as its own and then as the target's.
 */
import * as z from "zod";
import { restoreConfirmations, updateContactPages } from "#src/features/audience/contacts/import/import.ts";
import { closeAccountFor } from "#src/features/identity/accounts/accounts.ts";
import { isBanned } from "#src/features/identity/accounts/rules.ts";
import { lockMovingPages } from "#src/features/pages/profiles/account-profiles.ts";
import { GRACE_DAYS } from "#src/features/reach/account-data/rules.ts";
import { addDays } from "#src/lib/time.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { FIRST_ID, laterRows, moveLateRows, moveLaterRows, movePage } from "#src/platform/page-moves.ts";
import { accountMerged } from "../events.ts";
import { lockUser, type UserRow } from "../store.ts";
import { bringContacts, bringSuppressions } from "./merge-contacts.ts";
import { mergedIntoMail, mergedMail } from "./merge-mails.ts";
import type { MergeCursor, MergeStep } from "./merge-rules.ts";
import {
  findMerge,
  listGracefulMerges,
  listOpenMerges,
  listPagesWithDrafts,
  lockMerge,
  type MergeRow,
  updateMerge,
} from "./merge-store.ts";

const ofMerge = z.object({ id: z.string() });
type OfMerge = z.output<typeof ofMerge>;

export const mergeJob: JobType<OfMerge> = { name: "users.merge", class: "bulk", data: ofMerge };
/** Moves what nodes counted for a page's former account until they heard that it has another one. */
export const lateRowsJob: JobType<OfMerge> = { name: "users.merge-late-rows", data: ofMerge };

const BATCH_ROWS = 5000;
/** Longer than any node collects clicks before it writes them. */
const LATE_SECONDS = 60;
const JOB = "users.merge";

/** The job. After an interruption, it continues after the last transaction that was finished. */
export async function runMerge(platform: Platform, { id }: OfMerge): Promise<void> {
  for (;;) {
    platform.abortSignal.throwIfAborted();
    const row = await findMerge(platform.db, id);
    if (!row || row.ended_at !== null) return;
    if (row.step === "contacts") await moveContacts(platform, row, "pages");
    else if (row.step === "late_contacts") await moveContacts(platform, row, "figures");
    else await workOn(platform, row, STEPS[row.step]);
  }
}

type Work = (ctx: Platform, merge: MergeRow, parties: { source: UserRow; target: UserRow }) => Promise<void>;

const STEPS: Readonly<Record<Exclude<MergeStep, "contacts" | "late_contacts">, Work>> = {
  pages: moveNextPage,
  figures: moveFigures,
  closing: close,
  done: async () => {},
  stopped: async () => {},
};

/** One transaction of a step, unless the merge has gone on without us or may not go on. */
function workOn(platform: Platform, { id, step }: MergeRow, work: Work): Promise<void> {
  return platform.write(async (ctx) => {
    // Accounts first, in the order in which everyone locks them.
    const before = await findMerge(ctx.db, id);
    if (!before) return;
    const people = new Map<string, UserRow | undefined>();
    for (const one of [before.source, before.target].sort()) people.set(one, await lockUser(ctx.db, one));
    const merge = await lockMerge(ctx.db, id);
    if (merge?.step !== step) return;
    const [source, target] = [people.get(merge.source), people.get(merge.target)];
    const isOpen = (one: UserRow | undefined) =>
      one && one.deletionDueAt === null && !isBanned(one, ctx.now());
    if (source && target && isOpen(source) && isOpen(target)) await work(ctx, merge, { source, target });
    else await updateMerge(ctx.db, id, { step: "stopped", ended_at: ctx.now().toISOString() });
  });
}

/** It's done twice, because fans go on signing up. */
async function moveContacts(platform: Platform, merge: MergeRow, next: MergeStep): Promise<void> {
  await workOn(platform, merge, async () => {});
  const now = await findMerge(platform.db, merge.id);
  if (now?.step !== merge.step) return;
  const ctx = systemCtx(platform, { job: JOB, account: merge.target });
  await bringContacts(ctx, merge);
  await workOn(platform, merge, async (ctx, { id, source, target }) => {
    if (next === "figures") await updateContactPages(ctx.db, { from: source, to: target });
    await updateMerge(ctx.db, id, { step: next, cursor: null });
  });
}

async function moveNextPage(ctx: Platform, { id, source, target, profile_ids }: MergeRow): Promise<void> {
  const [page] = await listPagesWithDrafts(ctx.db, source);
  if (!page) return updateMerge(ctx.db, id, { step: "late_contacts", cursor: null });
  const profileIds = [page.id, ...page.drafts];
  const move = { profileIds, from: source, to: target };
  await lockMovingPages(ctx, move);
  await movePage(ctx, move);
  await updateMerge(ctx.db, id, { profile_ids: [...profile_ids, ...profileIds] });
}

const START: MergeCursor = { page: 0, rows: 0, after: FIRST_ID };

async function moveFigures(
  ctx: Platform,
  { id, source, target, profile_ids, cursor }: MergeRow,
): Promise<void> {
  const { page, rows, after } = cursor ?? START;
  const profileId = profile_ids[page];
  const table = laterRows()[rows];
  if (profileId === undefined) return updateMerge(ctx.db, id, { step: "closing", cursor: null });
  const batch = { profileId, from: source, to: target, after, most: BATCH_ROWS };
  const last = table && (await moveLaterRows(ctx.db, table, batch));
  const next =
    last !== undefined ? { page, rows, after: last } : table ? { page, rows: rows + 1 } : { page: page + 1 };
  await updateMerge(ctx.db, id, { cursor: { ...START, ...next } });
}

/** Pages that were made meanwhile move first. From here on, nobody can make any. */
async function close(
  ctx: Platform,
  merge: MergeRow,
  { source, target }: { source: UserRow; target: UserRow },
): Promise<void> {
  const { id, reason } = merge;
  const pages = await listPagesWithDrafts(ctx.db, source.id);
  if (pages.length > 0) return updateMerge(ctx.db, id, { step: "pages", cursor: null });
  await moveLate(ctx, merge);
  const dueAt = new Date(addDays(ctx.now(), GRACE_DAYS));
  const due_at = dueAt.toISOString();
  const inSource = systemCtx(ctx, { job: JOB, account: source.id });
  await closeAccountFor(inSource, { id: source.id, dueAt, reason });
  await updateMerge(ctx.db, id, { step: "done", ended_at: ctx.now().toISOString(), due_at });
  await announceToBoth(ctx, accountMerged, merge);
  const data = { source: source.id, target: target.id, due_at, reason };
  await enqueueMail(ctx, { mail: mergedMail, to: target.email, account: target.id, data });
  await enqueueMail(ctx, { mail: mergedIntoMail, to: source.email, account: source.id, data });
  await ctx.enqueue(lateRowsJob, { id }, { delaySeconds: LATE_SECONDS });
}

/** Both owners read it in their activity logs. */
export async function announceToBoth(
  ctx: Platform,
  event: typeof accountMerged,
  { source, target, reason }: Pick<MergeRow, "source" | "target" | "reason">,
): Promise<void> {
  await ctx.announce(event, { account: source, subject: source, payload: { reason, side: "source" } });
  await ctx.announce(event, { account: target, subject: target, payload: { reason, side: "target" } });
}

async function moveLate(
  { db }: Platform,
  { source, target, profile_ids, started_at }: MergeRow,
): Promise<void> {
  for (const rows of laterRows())
    await moveLateRows(db, rows, { profileIds: profile_ids, from: source, to: target, since: started_at });
}

export async function moveRowsThatCameLate(platform: Platform, { id }: OfMerge): Promise<void> {
  const row = await findMerge(platform.db, id);
  if (row?.step === "done") await moveLate(platform, row);
}

/** Begins merges anew whose job has failed for good, so that no account stays in the middle of one. */
export async function resumeMerges(platform: Platform): Promise<void> {
  for (const { id } of await listOpenMerges(platform.db))
    await platform.enqueue(mergeJob, { id }, { key: id });
}

/**
 * Whoever refuses e-mail by a link from the source, or confirms a sign-up by one, which works until that's deleted, does
 * so for the target, too: they're among its contacts only because of the merge.
 */
export async function moveLateDecisions(platform: Platform): Promise<void> {
  for (const merge of await listGracefulMerges(platform.db, platform.now().toISOString())) {
    platform.abortSignal.throwIfAborted();
    const ctx = systemCtx(platform, { job: JOB, account: merge.target });
    await restoreConfirmations(ctx, merge.source);
    await bringSuppressions(ctx, merge);
  }
}
