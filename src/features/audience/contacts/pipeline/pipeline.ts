/* The pipeline: the account's stages, with contacts, their value, and the responsible people. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { listMembers } from "#src/features/identity/members/members.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireContact } from "../contacts.ts";
import type { Contact, ContactFilterInput } from "../contract.ts";
import { contactUpdated, pipelineChanged } from "../events.ts";
import { findSettings, lockSettings } from "../fields/settings-store.ts";
import { requireSearchable, resolveFilter } from "../list/list.ts";
import { toContact } from "../present.ts";
import { STAGES_MAX, type Stage } from "../rules.ts";
import { type ContactRow, insertTimelineEntries, type TimelineRow } from "../store.ts";
import { PIPELINE_ERRORS, type Pipeline, type pipelineContract, type Teammate } from "./pipeline-contract.ts";
import {
  listStageSums,
  lockStages,
  updateContactsOfStages,
  updatePipeline,
  updateStage,
  updateStaleAssignments,
} from "./pipeline-store.ts";

type Inputs = InferContractRouterInputs<typeof pipelineContract>;

/** Returns the stages in their order, with the number of matching contacts in each. */
export async function getPipeline(ctx: Ctx, input: ContactFilterInput): Promise<Pipeline> {
  requireSearchable(ctx, input);
  const filter = await resolveFilter(ctx, input);
  const [{ stages, currency }, sums] = await Promise.all([
    findSettings(ctx.db, ctx.account),
    listStageSums(ctx.db, filter),
  ]);
  const none = { count: 0, value_cents: 0 };
  return {
    stages: stages.map((stage) => {
      const { count, value_cents } = sums.find(({ stage_id }) => stage_id === stage.id) ?? none;
      return { ...stage, count, value_cents };
    }),
    currency,
  };
}

/** A stage that another person has added since stays, after the others. */
export async function savePipeline(
  ctx: Ctx,
  { stages, removed = [], currency }: Inputs["savePipeline"],
): Promise<{ stages: Stage[]; currency: string }> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const before = await lockSettings(ctx.db, ctx.account);
    const named = new Set([...removed, ...stages.map(({ id }) => id)]);
    const all = [...stages, ...before.stages.filter(({ id }) => !named.has(id))];
    if (!areStages(all)) throw failure(PIPELINE_ERRORS, "STAGES_ALIKE");
    await updateContactsOfStages(ctx.db, ctx.account, removed);
    await updatePipeline(ctx.db, ctx.account, { stages: all, ...(currency && { currency }) });
    await ctx.announce(pipelineChanged, { subject: ctx.account, payload: {} });
    return { stages: all, currency: currency ?? before.currency };
  });
}

function areStages(stages: readonly Stage[]): boolean {
  const isEachOnce = (values: string[]) => new Set(values).size === values.length;
  return (
    stages.length <= STAGES_MAX &&
    isEachOnce(stages.map(({ id }) => id)) &&
    isEachOnce(stages.map(({ name }) => name.toLowerCase()))
  );
}

/** Lists team members with access to leads, as far as the actor may know them. */
export async function listTeammates(ctx: Ctx): Promise<{ items: Teammate[] }> {
  return { items: (await assignable(ctx)).map(({ id, name }) => ({ id, name })) };
}

async function assignable(ctx: Ctx) {
  const { items } = await listMembers(ctx);
  return items.filter(({ role }) => grantOf(role, "leads.see") === "full");
}

/** Returns a team member with access to this contact, or throws. */
export async function requireTeammate(
  ctx: Ctx,
  id: string,
  { profile_ids }: Pick<ContactRow, "profile_ids">,
): Promise<void> {
  const found = (await assignable(ctx)).find((one) => one.id === id);
  const limit = found?.profile_ids ?? null;
  if (!found || (limit && !profile_ids.some((profile) => limit.includes(profile))))
    throw failure(PIPELINE_ERRORS, "TEAMMATE_NOT_FOUND");
}

/** Unassigns removed stages and former members, which an undo may bring back. */
export async function unassignStale(ctx: Ctx): Promise<void> {
  const stages = (await lockStages(ctx.db, ctx.account)).map(({ id }) => id);
  const people = (await assignable(ctx)).map(({ id }) => id);
  await updateStaleAssignments(ctx.db, ctx.account, { stages, people });
}

/** Requires an existing stage, and a team member with access to all leads. */
export async function requireStageAndOwner(
  ctx: Ctx,
  { stage_id, owner_id }: Pick<Inputs["placeMany"], "stage_id" | "owner_id">,
): Promise<void> {
  const { stages } = await findSettings(ctx.db, ctx.account);
  if (stage_id && !stages.some(({ id }) => id === stage_id))
    throw failure(PIPELINE_ERRORS, "STAGE_NOT_FOUND");
  if (owner_id) await requireTeammate(ctx, owner_id, { profile_ids: [] });
}

/** Moves a contact, or sets their value and the responsible person. Absent fields stay. */
export async function assignStage(
  ctx: Ctx,
  { id, from_stage_id, ...wanted }: Inputs["place"],
): Promise<Contact> {
  return ctx.write(async (ctx) => {
    const row = await requireContact(ctx, id);
    const changed = () => failure(PIPELINE_ERRORS, "STAGE_CHANGED");
    if (from_stage_id !== undefined && from_stage_id !== row.stage_id) throw changed();
    const stages = wanted.stage_id === undefined ? [] : await lockStages(ctx.db, ctx.account);
    if (wanted.stage_id && !stages.some((stage) => stage.id === wanted.stage_id))
      throw failure(PIPELINE_ERRORS, "STAGE_NOT_FOUND");
    if (wanted.owner_id && wanted.owner_id !== row.owner_id) await requireTeammate(ctx, wanted.owner_id, row);
    const differing = Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && value !== row[key as keyof typeof wanted],
    );
    if (differing.length === 0) return toContact(ctx, row, false);
    const at = ctx.now().toISOString();
    const changes: Partial<ContactRow> = Object.fromEntries(differing);
    const moved = changes.stage_id === undefined ? {} : { stage_at: changes.stage_id && at };
    const key = { account: ctx.account, id: row.id, from: row.stage_id };
    const saved = await updateStage(ctx.db, key, { ...changes, ...moved, updated_at: at });
    if (!saved) {
      // Or they were deleted.
      await requireContact(ctx, id);
      throw changed();
    }
    await recordStageChange(ctx, { row, changes, stages });
    return toContact(ctx, saved, false);
  });
}

interface StageEdit {
  row: ContactRow;
  changes: Partial<ContactRow>;
  stages: readonly Stage[];
}

async function recordStageChange(ctx: Ctx, { row, changes, stages }: StageEdit): Promise<void> {
  const nameOf = (id: string | null) => stages.find((stage) => stage.id === id)?.name ?? null;
  const { stage_id, owner_id, value_cents } = changes;
  const { currency } = await findSettings(ctx.db, ctx.account);
  const made: Pick<TimelineRow, "kind" | "data">[] = [
    ...(stage_id === undefined
      ? []
      : [{ kind: "stage" as const, data: { from: nameOf(row.stage_id), to: nameOf(stage_id) } }]),
    // The owner's name would stay in the timeline after they leave, so it isn't recorded.
    ...(owner_id === undefined ? [] : [{ kind: "owner" as const, data: { is_set: owner_id !== null } }]),
    ...(value_cents === undefined
      ? []
      : [
          {
            kind: "updated" as const,
            data: {
              before: { value_cents: row.value_cents },
              after: { value_cents },
              currency,
            },
          },
        ]),
  ];
  const at = ctx.now().toISOString();
  const entries = made.map((one) => ({
    ...one,
    user_id: ctx.account,
    contact_id: row.id,
    id: ctx.newId(),
    at,
  }));
  await insertTimelineEntries(ctx.db, entries);
  const fields = Object.keys(changes).map((key) => FIELD_WORDS[key] ?? key);
  await ctx.announce(contactUpdated, { subject: row.id, payload: { fields } });
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  stage_id: "stage",
  owner_id: "owner",
  value_cents: "value",
};
