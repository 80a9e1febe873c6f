import type { InferContractRouterInputs } from "@orpc/contract";
import * as z from "zod";
import { requireRecentSignInOfPeople } from "#src/features/accounts/accounts.ts";
import { eraseSignUpContacts } from "#src/features/contacts/contacts.ts";
import { maskPerson } from "#src/features/contacts/rules.ts";
import { requireProfile } from "#src/features/profiles/profiles.ts";
import { requirePermission } from "#src/features/team/team.ts";
import { GENERAL_ERRORS, isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { BulkOutcome } from "#src/lib/list.ts";
import { cleanText } from "#src/lib/text.ts";
import { actorId, type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import {
  BATCH_ROWS,
  changeInBatches,
  changeSelected,
  filterSelected,
  purgeInBatches,
  undoableSince,
  undoInBatches,
} from "#src/platform/db/bulk.ts";
import type { PageRequest } from "#src/platform/db/list.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { eraseMail } from "#src/platform/mail/outbox.ts";
import { listWithoutLeads } from "./contact-store.ts";
import { LEAD_ERRORS, LEADS_DELETION, type Lead, type LeadSort, type leadsContract } from "./contract.ts";
import { leadDeleted, leadsDeleted, leadsDeletionBegun, leadsRestored } from "./events.ts";
import {
  countExactly,
  deleteLeadRow,
  deleteMatchingLeads,
  insertRestoredLeads,
  type LeadFilter,
  listLeadBatches,
  listLeadRows,
  purgeLeadRows,
} from "./store.ts";

const PAGE_ROWS = 50;

interface Filter {
  profile_id?: string | undefined;
  q?: string | undefined;
}

/**
 * The account's leads, optionally of one profile, or with `q` in their name, e-mail address, or phone number.
 */
export async function listLeads(ctx: Ctx, input: Filter & PageRequest<LeadSort>) {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  // People who may not see an address may not work it out by searching or sorting, either.
  const isSorted = input.sort !== undefined && input.sort !== "created_at";
  if (isMasked && (input.q || isSorted)) throw failure(GENERAL_ERRORS, "FORBIDDEN");
  const filter = await filterOf(ctx, input);
  const { rows, ...page } = await listLeadRows(ctx.db, filter, { request: input, rows: PAGE_ROWS });
  return { ...page, items: rows.map((row) => toLead(isMasked ? { ...row, ...maskPerson(row) } : row)) };
}

async function filterOf(ctx: Ctx, { profile_id, q }: Filter): Promise<LeadFilter> {
  const profile = profile_id === undefined ? undefined : await requireProfile(ctx, profile_id);
  return {
    account: ctx.account,
    profileIds: ctx.profileIds,
    profileId: profile?.id,
    words: searchedFor(q),
  };
}

/** A search that's empty without characters no text contains must find nothing, rather than everything. */
function searchedFor(q = ""): string {
  return cleanText(q, 200) || q.trim().replaceAll("\0", "\ufffd");
}

type StoredLead = Awaited<ReturnType<typeof listLeadRows>>["rows"][number];

function toLead({ user_id: _, download_sent_at: __, contact_id: ___, key: ____, ...lead }: StoredLead): Lead {
  return lead;
}

const COLUMNS = [
  ...(["name", "email", "phone", "lead_source", "profile_name", "country", "referrer_host"] as const),
  ...(["created_at", "consent_text", "consent_version", "consented_at"] as const),
];

/** Everything that matches, as a spreadsheet file. */
export async function exportLeads(ctx: Ctx, input: Filter): Promise<File> {
  return leadsFile(ctx, await filterOf(ctx, input));
}

/** The selected leads, as a spreadsheet file. */
export async function exportPickedLeads(
  ctx: Ctx,
  { selection }: { selection: BulkDeletion["selection"] },
): Promise<File> {
  const { filter, until } = await selectionOf(ctx, selection);
  return leadsFile(ctx, { ...filter, until });
}

function leadsFile(ctx: Ctx, filter: LeadFilter): File {
  return csvFile(`leads-${ctx.now().toISOString().slice(0, 10)}.csv`, COLUMNS, linesOf(ctx, filter));
}

async function* linesOf(ctx: Ctx, filter: LeadFilter) {
  for await (const rows of listLeadBatches(ctx.db, filter, BATCH_ROWS)) {
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    yield rows.map((row) => COLUMNS.map((column) => row[column] ?? ""));
  }
}

/** Permanently erases a lead, as its person may ask for. */
export async function deleteLead(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  await requireRecentSignInOfPeople(ctx);
  return ctx.write(async (ctx) => {
    const key = { account: ctx.account, profileIds: ctx.profileIds, id };
    const lead = isId(id) ? await deleteLeadRow(ctx.db, key) : undefined;
    if (lead === undefined) throw failure(LEAD_ERRORS, "LEAD_NOT_FOUND");
    const { profile_id, contact_id } = lead;
    await dropUnused(ctx, ctx.account, [contact_id]);
    await eraseMail(ctx, { account: ctx.account, about: [id] });
    await ctx.announce(leadDeleted, { subject: id, payload: { profile_id } });
    return { id };
  });
}

/** A contact who's only there because they signed up goes with the last sign-up. */
async function dropUnused(ctx: Platform, account: string, ids: readonly (string | null)[]): Promise<void> {
  await eraseSignUpContacts(ctx, { account, ids: await listWithoutLeads(ctx.db, { account, ids }) });
}

type BulkDeletion = InferContractRouterInputs<typeof leadsContract>["deleteMany"];

const idList = z.array(z.string()).readonly();
/** What to delete, and the id for undoing it. */
const deletionSchema = z.object({
  undo_id: z.string(),
  filter: z.object({
    account: z.string(),
    profileIds: idList.nullable(),
    profileId: z.string().optional(),
    words: z.string().optional(),
    ids: idList.optional(),
    except: idList.optional(),
    until: z.string().optional(),
  }),
});
type Deletion = z.output<typeof deletionSchema>;

export const deleteLeadsJob: JobType<Deletion> = {
  name: LEADS_DELETION,
  class: "bulk",
  data: deletionSchema,
};

/**
 * Deletes the selected leads. For an hour, `undoLeadDeletion` brings all of them back. Large deletions become a
 * job.
 */
export async function deleteLeads(
  ctx: Ctx,
  { selection, dry_run, undo_id }: BulkDeletion,
): Promise<BulkOutcome> {
  if (!dry_run) await requireRecentSignInOfPeople(ctx);
  const count = (filter: LeadFilter) => countExactly(ctx.db, filter);
  return changeSelected(ctx, await selectionOf(ctx, selection), {
    dry_run,
    undo_id,
    countAll: count,
    countChanged: count,
    reason: "already deleted",
    change: (filter) => deleteInBatches(ctx, { filter, undo_id }),
    async begin(ctx, filter, total) {
      const follow = { account: ctx.account, id: undo_id, permission: "leads.delete", total } as const;
      await ctx.announce(leadsDeletionBegun, { subject: undo_id, payload: { count: total } });
      await ctx.enqueue(
        deleteLeadsJob,
        { undo_id, filter },
        { follow: { ...follow, started_by: actorId(ctx) } },
      );
    },
  });
}

/** The job. After an interruption, it continues with what's left. */
export async function runLeadDeletion(platform: Platform, deletion: Deletion): Promise<void> {
  await deleteInBatches(
    systemCtx(platform, { job: LEADS_DELETION, account: deletion.filter.account }),
    deletion,
  );
}

function deleteInBatches(ctx: Ctx, { filter, undo_id }: Pick<Deletion, "undo_id"> & { filter: LeadFilter }) {
  return changeInBatches(ctx, listLeadBatches(ctx.db, filter, BATCH_ROWS), async (ctx, rows) => {
    const removal = { account: ctx.account, undoId: undo_id, at: ctx.now().toISOString() };
    const ids = await deleteMatchingLeads(ctx.db, { ...filter, ids: rows.map(({ id }) => id) }, removal);
    if (ids.length > 0) await ctx.announce(leadsDeleted, { subject: undo_id, payload: { ids } });
    return ids.length;
  });
}

function selectionOf(ctx: Ctx, selection: BulkDeletion["selection"]) {
  return filterSelected(selection, (input) => filterOf(ctx, input));
}

/** Undoes `deleteLeads`. People who have signed up again stay as they are now. */
export function undoLeadDeletion(
  ctx: Ctx,
  { undo_id }: { undo_id: string },
): Promise<{ restored: number; taken: number }> {
  const { account, profileIds } = ctx;
  const restoration = { account, profileIds, undoId: undo_id, since: undoableSince(ctx) };
  return undoInBatches(ctx, async (ctx, isFirst) => {
    const batch = await insertRestoredLeads(ctx.db, restoration);
    if (isFirst && batch.restored + batch.taken === 0) throw failure(LEAD_ERRORS, "UNDO_TOO_LATE");
    if (isFirst) await ctx.announce(leadsRestored, { subject: undo_id, payload: {} });
    return batch;
  });
}

/** Permanently erases what was deleted more than an hour ago. */
export async function purgeDeletedLeads(platform: Platform): Promise<void> {
  const before = undoableSince(platform);
  await purgeInBatches(platform, async (ctx) => {
    const gone = await purgeLeadRows(ctx.db, before);
    for (const [account, leads] of Map.groupBy(gone, ({ account }) => account)) {
      await eraseMail(ctx, { account, about: leads.map(({ id }) => id) });
      await dropUnused(
        ctx,
        account,
        leads.map(({ contact_id }) => contact_id),
      );
    }
    return gone;
  });
}
