/* What staff write again and again. Each save is a version, so that nothing that anyone wrote is lost. */
import { isDeepStrictEqual } from "node:util";
import { GENERAL_ERRORS, isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { BROADCAST_ERRORS, type TemplateOrigin } from "../contract.ts";
import { broadcastTemplateRemoved, broadcastTemplateSaved } from "../events.ts";
import { TEMPLATES_MAX } from "../rules.ts";
import {
  countTemplates,
  deleteTemplate,
  findTemplateVersion,
  listTemplateRows,
  listTemplateVersions,
  lockTemplate,
  upsertTemplate,
} from "./template-store.ts";
import {
  BROADCAST_TEMPLATE_ERRORS,
  type BroadcastTemplate,
  type TemplateParts,
} from "./templates-contract.ts";

interface OfTemplate {
  id: string;
}
interface OfVersion extends OfTemplate {
  version: number;
}

export async function listTemplates(ctx: StaffCtx): Promise<{ items: BroadcastTemplate[] }> {
  return { items: (await listTemplateRows(ctx.db)).map(toTemplate) };
}

/** What's saved as it was is no new version. */
export async function saveTemplate(
  ctx: StaffCtx,
  { id, version: before, ...input }: OfVersion & TemplateParts,
): Promise<BroadcastTemplate> {
  if (!isId(id)) throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_NOT_FOUND");
  if (input.name === "") throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_UNNAMED");
  const parts = { ...input, channels: [...new Set(input.channels)] };
  return ctx.write(async (ctx) => {
    // Two that are new at the same moment would both find room, or both be the first version.
    await takeAdvisoryLock(ctx.db, "broadcast-templates");
    const latest = await lockTemplate(ctx.db, id);
    if (latest === undefined) {
      // Deleted meanwhile.
      if (before !== 0) throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_NOT_FOUND");
      if ((await countTemplates(ctx.db)) >= TEMPLATES_MAX)
        throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_LIMIT");
      return addVersion(ctx, { id, version: 1 }, parts);
    }
    const current = await requireVersion(ctx, { id, version: latest });
    if (isDeepStrictEqual(partsOf(current), parts)) return current;
    if (latest !== before) throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_CHANGED");
    return addVersion(ctx, { id, version: latest + 1 }, parts);
  });
}

async function addVersion(
  ctx: StaffCtx,
  { id, version }: OfVersion,
  parts: TemplateParts,
): Promise<BroadcastTemplate> {
  const { actor } = ctx;
  if (actor.type !== "staff") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  const created_at = ctx.now().toISOString();
  const { name, versions, channels, target } = parts;
  await upsertTemplate(ctx.db, {
    template_id: id,
    version,
    name,
    versions,
    channels,
    target,
    made_by: actor.person.id,
    created_at,
  });
  await ctx.announce(broadcastTemplateSaved, about(id, name));
  return requireVersion(ctx, { id, version });
}

export async function getTemplateHistory(
  ctx: StaffCtx,
  { id }: OfTemplate,
): Promise<{ items: BroadcastTemplate[] }> {
  const rows = isId(id) ? await listTemplateVersions(ctx.db, id) : [];
  if (rows.length === 0) throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_NOT_FOUND");
  return { items: rows.map(toTemplate) };
}

/** The versions in between stay. Restored twice, it's one more version. */
export async function restoreTemplate(ctx: StaffCtx, { id, version }: OfVersion): Promise<BroadcastTemplate> {
  return ctx.write(async (ctx) => {
    const latest = await requireLatest(ctx, id);
    const older = await findTemplateVersion(ctx.db, { id, version });
    if (!older) throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_VERSION_NOT_FOUND");
    const parts = partsOf(older.row);
    const current = await requireVersion(ctx, { id, version: latest });
    if (isDeepStrictEqual(partsOf(current), parts)) return current;
    return addVersion(ctx, { id, version: latest + 1 }, parts);
  });
}

export async function removeTemplate(ctx: StaffCtx, { id }: OfTemplate): Promise<OfTemplate> {
  return ctx.write(async (ctx) => {
    const { name } = await requireVersion(ctx, { id, version: await requireLatest(ctx, id) });
    await deleteTemplate(ctx.db, id);
    await ctx.announce(broadcastTemplateRemoved, about(id, name));
    return { id };
  });
}

/** What a message keeps of the template that it's started from. */
export async function requireOrigin(ctx: StaffCtx, { id, version }: OfVersion): Promise<TemplateOrigin> {
  const found = isId(id) ? await findTemplateVersion(ctx.db, { id, version }) : undefined;
  if (!found) throw failure(BROADCAST_ERRORS, "BROADCAST_TEMPLATE_GONE");
  return { id, version, name: found.row.name };
}

const partsOf = ({ name, versions, channels, target }: TemplateParts): TemplateParts => ({
  name,
  versions,
  channels,
  target,
});

const about = (id: string, title: string) => ({ account: INSTANCE, subject: id, payload: { title } });

async function requireLatest(ctx: StaffCtx, id: string): Promise<number> {
  const latest = isId(id) ? await lockTemplate(ctx.db, id) : undefined;
  if (latest === undefined) throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_NOT_FOUND");
  return latest;
}

async function requireVersion(ctx: StaffCtx, which: OfVersion): Promise<BroadcastTemplate> {
  const found = await findTemplateVersion(ctx.db, which);
  if (!found) throw failure(BROADCAST_TEMPLATE_ERRORS, "BROADCAST_TEMPLATE_NOT_FOUND");
  return toTemplate(found);
}

type Listed = Awaited<ReturnType<typeof listTemplateVersions>>[number];

function toTemplate({ row, by }: Listed): BroadcastTemplate {
  const { template_id: id, version, name, versions, channels, target, created_at: saved_at } = row;
  return { id, version, name, versions, channels, target, by, saved_at };
}
