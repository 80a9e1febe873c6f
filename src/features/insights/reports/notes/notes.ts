/* Marks beside the figures: notes that people write, and what was done, from the events of the last 90 days. */
import type * as z from "zod";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { clockOf } from "#src/features/insights/analytics/csv.ts";
import { resolvePeriod } from "#src/features/insights/analytics/period.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { actorId, type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { noteCreated, noteDeleted } from "../events.ts";
import { NOTE_CHARS_MAX, NOTES_MAX } from "./note-rules.ts";
import { type Mark, NOTE_ERRORS, type notesContract } from "./notes-contract.ts";
import { countNotes, deleteNote, findNote, insertNote, listHistory, listNotes } from "./notes-store.ts";

type Input<Name extends keyof typeof notesContract> = z.output<
  NonNullable<(typeof notesContract)[Name]["~orpc"]["inputSchema"]>
>;

export async function listMarks(ctx: Ctx, { id, from, to, tz }: Input<"marks">): Promise<{ items: Mark[] }> {
  const { id: profileId } = await requireProfile(ctx, id);
  const period = await resolvePeriod(ctx.db, { from, to, tz }, ctx.now());
  const clock = clockOf(tz);
  const dayAt = (time: number) => clock(new Date(time)).date;
  const of = {
    account: ctx.account,
    profileId,
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    firstDay: dayAt(period.from),
    lastDay: dayAt(period.to - 1),
  };
  const [notes, history] = await Promise.all([
    listNotes(ctx.db, of),
    listHistory(ctx.db, { ...of, tz, withCampaigns: ctx.profileIds === null }),
  ]);
  const written = notes.map(
    (row): Mark => ({
      id: row.id,
      kind: "note",
      day: row.day ?? dayAt(Date.parse(row.at ?? of.from)),
      at: row.at,
      text: row.text,
      count: 1,
      is_everywhere: row.profile_id === null,
    }),
  );
  const done = history.map(
    ({ kind, day, count }): Mark => ({
      id: null,
      kind,
      day,
      at: null,
      text: "",
      count,
      is_everywhere: kind === "campaign_sent",
    }),
  );
  return { items: [...written, ...done].sort((a, b) => compare(sortKey(a), sortKey(b))) };
}

const sortKey = ({ day, at, kind, text }: Mark) => `${day} ${at ?? ""} ${kind} ${text}`;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export async function createNote(ctx: Ctx, input: Input<"create">): Promise<{ id: string }> {
  const { profile_id, day, at } = input;
  const text = cleanText(input.text, NOTE_CHARS_MAX);
  if (isBlank(text)) throw failure(NOTE_ERRORS, "NOTE_TEXT_REQUIRED");
  if ((day === undefined) === (at === undefined)) throw failure(NOTE_ERRORS, "NOTE_TIME_REQUIRED");
  if (profile_id === null) requireWholeAccount(ctx);
  else await requireProfile(ctx, profile_id);
  const id = ctx.newId();
  await ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "reports", ctx.account);
    if ((await countNotes(ctx.db, ctx.account)) >= NOTES_MAX) throw failure(NOTE_ERRORS, "NOTE_LIMIT");
    await insertNote(ctx.db, {
      user_id: ctx.account,
      id,
      profile_id,
      day: day ?? null,
      at: at ?? null,
      text,
      made_by: actorId(ctx),
      created_at: ctx.now().toISOString(),
    });
    await ctx.announce(noteCreated, { subject: id, payload: payloadOf(profile_id) });
  });
  return { id };
}

export async function removeNote(ctx: Ctx, { id }: Input<"delete">): Promise<{ id: string }> {
  await ctx.write(async (ctx) => {
    const row = isId(id) ? await findNote(ctx.db, { account: ctx.account, id }) : undefined;
    if (!row || (row.profile_id !== null && !canAccessProfile(ctx, row.profile_id)))
      throw failure(NOTE_ERRORS, "NOTE_NOT_FOUND");
    if (row.profile_id === null) requireWholeAccount(ctx);
    await deleteNote(ctx.db, { account: ctx.account, id });
    await ctx.announce(noteDeleted, { subject: id, payload: payloadOf(row.profile_id) });
  });
  return { id };
}

const payloadOf = (profile_id: string | null) => (profile_id === null ? {} : { profile_id });
