import { requirePermission } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { contactSources } from "../contact-sources.ts";
import { canAccessContact, lockContact, requireContact } from "../contacts.ts";
import { CONTACT_ERRORS } from "../contract.ts";
import { contactUpdated } from "../events.ts";
import { listContactsOf } from "../list/list-store.ts";
import { mergesUndoableSince } from "../merge/merge.ts";
import { findContact, listMergedIds, listMerges } from "../merge/merge-store.ts";
import { NOTE_CHARS_MAX, NOTES_MAX } from "../rules.ts";
import { type ContactRow, insertTimelineEntries, type TimelineRow } from "../store.ts";
import type { TimelineEntry } from "./timeline-contract.ts";
import {
  countNotes,
  deleteEntry,
  deleteNoteRow,
  type EntryKey,
  findEntry,
  insertEntry,
  listTimelineRows,
  updateEntry,
} from "./timeline-store.ts";

const PAGE_ROWS = 50;

export async function listTimeline(ctx: Ctx, { id, cursor }: { id: string; cursor?: string | undefined }) {
  const isMasked = requirePermission(ctx, "leads.see") === "masked";
  const { id: contact_id } = await requireContact(ctx, id);
  const merged = await listMergedIds(ctx.db, ctx.account, [contact_id]);
  const { account, profileIds } = ctx;
  const { timeline: sources } = contactSources();
  const of = { account, id: contact_id, merged, profileIds, sources };
  const { rows, ...page } = await listTimelineRows(ctx.db, of, { request: { cursor }, rows: PAGE_ROWS });
  const others = isMasked ? new Map() : await othersIn(ctx, contact_id, rows);
  const items = rows.map((row) =>
    toEntry({ ...row, data: { ...row.data, ...others.get(row.data.other) } }, isMasked),
  );
  return { ...page, items };
}

/**
 * Returns contacts that were merged into them, or split from them, by id. Erased ones, and those that the
 * actor can't access, are left out.
 */
async function othersIn(
  ctx: Ctx,
  id: string,
  rows: readonly Pick<TimelineRow, "data">[],
): Promise<Map<unknown, { name: string; email: string }>> {
  const ids = rows.flatMap(({ data: { other } }) =>
    typeof other === "string" && isId(other) ? [other] : [],
  );
  if (ids.length === 0) return new Map();
  const { account } = ctx;
  const merges = await listMerges(ctx.db, { account, id, since: mergesUndoableSince(ctx) });
  const found = [
    ...(await listContactsOf(ctx.db, account, ids)).filter((row) => canAccessContact(ctx, row)),
    ...merges.map(({ undo }) => undo?.gone as ContactRow),
  ];
  return new Map(found.map(({ id, name, email }) => [id, { name, email }]));
}

/** Details that may name the person, or be about them, are hidden from people who see contacts masked. */
function toEntry(
  { id, kind, at, data }: Pick<TimelineRow, "id" | "kind" | "at" | "data">,
  isMasked: boolean,
): TimelineEntry {
  return { id, kind, at, data: isMasked ? maskedData(kind, data) : data };
}

/** Keeps how someone was added, without the name of a file. */
function maskedData(kind: TimelineRow["kind"], { by, ...data }: TimelineRow["data"]): TimelineRow["data"] {
  if (kind !== "created") return {};
  return { ...(by !== undefined && { by }), ...("import" in data && { import: "" }) };
}

export async function addNote(ctx: Ctx, { id, text }: { id: string; text: string }): Promise<TimelineEntry> {
  return ctx.write(async (ctx) => {
    const contact = await lockContact(ctx, id);
    const row: TimelineRow = {
      user_id: ctx.account,
      contact_id: contact.id,
      id: ctx.newId(),
      kind: "note",
      data: { text: cleanText(text, NOTE_CHARS_MAX) },
      at: ctx.now().toISOString(),
    };
    if ((await countNotes(ctx.db, ctx.account, contact.id)) >= NOTES_MAX)
      throw failure(CONTACT_ERRORS, "NOTE_LIMIT");
    await insertTimelineEntries(ctx.db, [row]);
    await ctx.announce(contactUpdated, { subject: contact.id, payload: { fields: ["notes"] } });
    return toEntry(row, false);
  });
}

export async function deleteNote(
  ctx: Ctx,
  { id, note_id }: { id: string; note_id: string },
): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const contact = await requireContact(ctx, id);
    const merged = await listMergedIds(ctx.db, ctx.account, [contact.id]);
    const key = { account: ctx.account, contact_ids: [contact.id, ...merged], id: note_id };
    if (!isId(note_id) || !(await deleteNoteRow(ctx.db, key)))
      throw failure(CONTACT_ERRORS, "NOTE_NOT_FOUND");
    await ctx.announce(contactUpdated, { subject: contact.id, payload: { fields: ["notes"] } });
    return { id: note_id };
  });
}

/** Adds to a contact's timeline. False if the contact is gone, or the entry already exists. */
export async function addTimelineEntry(platform: Platform, row: TimelineRow): Promise<boolean> {
  const contact = await findContact(platform.db, { account: row.user_id, id: row.contact_id });
  return contact !== undefined && (await insertEntry(platform.db, row));
}

export function findTimelineEntry({ db }: Platform, key: EntryKey): Promise<TimelineRow | undefined> {
  return findEntry(db, key);
}

export function updateTimelineEntry(
  { db }: Platform,
  key: EntryKey,
  data: TimelineRow["data"],
): Promise<void> {
  return updateEntry(db, key, data);
}

export function deleteTimelineEntry({ db }: Platform, key: EntryKey): Promise<void> {
  return deleteEntry(db, key);
}
