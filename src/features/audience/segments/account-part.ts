import * as z from "zod";
import { storedMoment, storedText } from "#src/lib/endpoint.ts";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { conditionSchema } from "./conditions/condition-contract.ts";
import { SEGMENT_KINDS, SEGMENT_NAME_CHARS_MAX, SEGMENTS_MAX } from "./rules.ts";
import { followed } from "./segments.ts";
import { insertMemberRows, insertSegmentRow, listSegmentRows } from "./store.ts";
import { segmentChanges, segmentMembers, segmentMoves, segments } from "./tables.ts";

export const segmentsPart: AccountPart = {
  tables: [
    // Triggers add changes as long as there are segments, also while members are deleted.
    {
      table: segments,
      by: { account: segments.user_id },
      label: "Segments",
      exported: { as: "segments", id: segments.id, without: ["user_id", "watched", "is_filled", "due_at"] },
    },
    {
      table: segmentMembers,
      by: { account: segmentMembers.user_id },
      exported: {
        as: "segment-members",
        id: segmentMembers.contact_id,
        tie: segmentMembers.segment_id,
        without: ["user_id"],
      },
    },
    {
      table: segmentMoves,
      by: { account: segmentMoves.user_id },
      unexported: "Who came and left when, for 90 days; who is in a segment is exported.",
    },
    {
      table: segmentChanges,
      by: { account: segmentChanges.user_id },
      unexported: "Who is looked at next, for a moment.",
    },
  ],
  restore: restoreSegments,
};

const exportedSegment = z.object({
  id: z.uuid(),
  name: storedText(SEGMENT_NAME_CHARS_MAX),
  kind: z.enum(SEGMENT_KINDS),
  condition: conditionSchema.nullable(),
  source_id: z.uuid().nullable(),
  created_at: storedMoment,
  updated_at: storedMoment,
});
const exportedMember = z.object({ segment_id: z.uuid(), contact_id: z.uuid(), added_at: storedMoment });

/** A segment whose name is taken here keeps the one that's here. */
async function restoreSegments(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const rows = (await from.rows("segments", exportedSegment)).slice(0, SEGMENTS_MAX);
  const known = new Set((await listSegmentRows(ctx.db, ctx.account)).map(({ id }) => id));
  for (const { id } of rows) from.ids.set(id, known.has(id) ? id : derivedId(ctx.account, id));
  const added = new Set<string>();
  for (const { id, name, kind, condition, source_id, created_at, updated_at } of rows) {
    const own = from.ids.get(id) as string;
    const here = await listSegmentRows(ctx.db, ctx.account);
    if (here.length >= SEGMENTS_MAX) break;
    const row = await ctx.write((ctx) =>
      insertSegmentRow(ctx.db, {
        user_id: ctx.account,
        id: own,
        name,
        kind,
        created_at,
        updated_at,
        ...followed({ kind, condition: from.translated(condition) }),
        condition: from.translated(condition),
        source_id: source_id === null ? null : (from.ids.get(source_id) ?? null),
      }),
    );
    if (row) added.add(own);
    const same = here.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!row && same) from.ids.set(id, same.id);
  }
  const members = (await from.rows("segment-members", exportedMember)).flatMap((member) => {
    const [segment_id, contact_id] = [from.ids.get(member.segment_id), from.ids.get(member.contact_id)];
    if (segment_id === undefined || contact_id === undefined || !added.has(segment_id)) return [];
    return [{ ...member, segment_id, contact_id, user_id: ctx.account }];
  });
  await ctx.write((ctx) => insertMemberRows(ctx.db, members));
  return undefined;
}
