/* Who is inside of a sequence: getting in and out, by events and by hand. */
import type { InferContractRouterInputs } from "@orpc/contract";
import * as z from "zod";
import { requireContact } from "#src/features/audience/contacts/contacts.ts";
import { filterSchema } from "#src/features/audience/contacts/contract.ts";
import { selectedBy } from "#src/features/audience/contacts/list/list.ts";
import { maskPerson } from "#src/features/audience/contacts/rules.ts";
import { grantOn } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { selectionOf } from "#src/lib/list.ts";
import { hasFeature } from "#src/platform/account-features.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueAdvance } from "./advance-job.ts";
import { requireRoom, roomFor, sourceByHand } from "./approvals.ts";
import { type Enrollment, SEQUENCE_ERRORS, type sequencesContract } from "./contract.ts";
import { routeOf } from "./definition-rules.ts";
import {
  countAble,
  countEntering,
  type EnrollmentRow,
  filterAsPeople,
  idsAsPeople,
  insertEnrollments,
  listEnrollmentRows,
  listOpenEnrollments,
  listPeopleIds,
  lockEnrollment,
  updateEnrollments,
} from "./enrollment-store.ts";
import { sequenceEntered, sequenceLimited, sequencePersonMoved } from "./events.ts";
import { chunks, endInside, endThese } from "./exits.ts";
import { ENROLL_ROWS } from "./rules.ts";
import { requireSequence } from "./sequences.ts";
import { findSequence, type LiveSequence, listLive, listVersions } from "./store.ts";
import { listNotLetIn } from "./trigger-store.ts";

type Inputs = InferContractRouterInputs<typeof sequencesContract>;

const PAGE_ROWS = 50;

/**
 * Lets contacts into an active sequence, and returns how many got in. Who's inside, may not get in again, or gets no
 * e-mail is left out. `source` is what let them in, and does so once. Where sequences are switched off, nobody gets in.
 */
export async function enroll(
  ctx: Ctx,
  live: LiveSequence,
  { contactIds, source }: { contactIds: readonly string[]; source: string },
): Promise<{ id: string; contact_id: string }[]> {
  if (contactIds.length === 0 || !(await hasFeature(ctx, "sequences", ctx.account))) return [];
  const { id: sequence_id, version, step_id } = live;
  const { reentry } = live.settings;
  return ctx.write(async (ctx) => {
    const most = await roomFor(ctx, live, source);
    let entering = contactIds;
    if (reentry === "always") {
      const key = { user_id: ctx.account, sequence_id, source };
      const found = await listNotLetIn(ctx.db, key, contactIds);
      entering = most === null ? found : found.slice(0, most);
      await endInside(ctx, { sequence_id, contactIds: entering, reason: "restarted" });
    }
    const entered = await insertEnrollments(
      ctx.db,
      {
        user_id: ctx.account,
        sequence_id,
        version,
        step_id,
        source,
        reentry,
        now: ctx.now().toISOString(),
        most,
      },
      idsAsPeople(entering),
    );
    const ids = entered.map(({ contact_id }) => contact_id);
    for (const contact_ids of chunks(ids))
      await ctx.announce(sequenceEntered, { subject: sequence_id, payload: { contact_ids } });
    if (ids.length > 0) await enqueueAdvance(ctx, { account: ctx.account, id: sequence_id });
    if (most !== null && ids.length >= most) await announceLimit(ctx, live, contactIds);
    return entered;
  });
}

/** Says how many of these people stay outside because of the limit. */
async function announceLimit(
  ctx: Ctx,
  { id: sequence_id, settings: { reentry } }: LiveSequence,
  contactIds: readonly string[],
): Promise<void> {
  const count = await countAble(ctx.db, { user_id: ctx.account, sequence_id, reentry }, contactIds);
  if (count > 0) await ctx.announce(sequenceLimited, { subject: sequence_id, payload: { count } });
}

export async function requireActive(ctx: Ctx, id: string): Promise<LiveSequence> {
  await requireSequence(ctx, id);
  const [live] = await listLive(ctx.db, ctx.account, id);
  if (!live) throw failure(SEQUENCE_ERRORS, "SEQUENCE_STATE");
  return live;
}

export function enrollOne(ctx: Ctx, { id, contact_id }: Inputs["enroll"]): Promise<Enrollment> {
  return ctx.write(async (ctx) => {
    const live = await requireActive(ctx, id);
    const contact = await requireContact(ctx, contact_id);
    await requireRoom(ctx, live, 1);
    const [entered] = await enroll(ctx, live, {
      contactIds: [contact.id],
      source: sourceByHand(ctx.newId()),
    });
    if (!entered) throw failure(SEQUENCE_ERRORS, "ALREADY_INSIDE");
    const row = await lockEnrollment(ctx.db, { user_id: ctx.account, sequence_id: id, id: entered.id });
    if (!row) throw failure(SEQUENCE_ERRORS, "ENROLLMENT_NOT_FOUND");
    return toEnrollment(ctx, row, contact);
  });
}

const manyPeople = z.object({
  account: z.string(),
  id: z.string(),
  source: z.string(),
  selection: selectionOf(filterSchema),
});
type ManyPeople = z.output<typeof manyPeople>;

export const enrollManyJob: JobType<ManyPeople> = {
  name: "sequences.enroll-many",
  class: "automation",
  data: manyPeople,
};

/** Lets everyone in whom a selection has, and returns how many: a few at once, and more in the background. */
export async function enrollMany(
  ctx: Ctx,
  { id, selection }: Inputs["enrollMany"],
): Promise<{ count: number }> {
  const live = await requireActive(ctx, id);
  const filter = await selectedBy(ctx, selection);
  const key = { user_id: ctx.account, sequence_id: live.id, reentry: live.settings.reentry };
  const count = await countEntering(ctx.db, key, filter);
  const many = { account: ctx.account, id, source: sourceByHand(ctx.newId()), selection };
  await ctx.write(async (ctx) => {
    await requireRoom(ctx, live, count);
    if (count <= ENROLL_ROWS) await enrollSelection(ctx, many);
    else await ctx.enqueue(enrollManyJob, many);
  });
  return { count };
}

export function enrollInBackground(platform: Platform, many: ManyPeople): Promise<void> {
  return enrollSelection(systemCtx(platform, { job: enrollManyJob.name, account: many.account }), many);
}

/** In chunks. A second run leaves out whom the first one let in. */
async function enrollSelection(ctx: Ctx, { id, source, selection }: ManyPeople): Promise<void> {
  const filter = await selectedBy(ctx, selection);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const [live] = await listLive(ctx.db, ctx.account, id);
    const contactIds = await listPeopleIds(ctx.db, filterAsPeople(filter, { after, rows: ENROLL_ROWS }));
    const last = contactIds.at(-1);
    if (!live || last === undefined) return;
    await enroll(ctx, live, { contactIds, source });
    ctx.abortSignal.throwIfAborted();
    after = last;
  }
}

export async function listEnrollments(ctx: Ctx, { id, ...request }: Inputs["enrollments"]) {
  await requireSequence(ctx, id);
  const { rows, next } = await listEnrollmentRows(ctx.db, {
    user_id: ctx.account,
    id,
    ...request,
    rows: PAGE_ROWS,
  });
  const items = rows.map(({ enrollment, email, name }) =>
    toEnrollment(ctx, enrollment, { id: enrollment.contact_id, email, name }),
  );
  return { items, ...(next !== undefined && { next }) };
}

/** The sequences that a contact is inside of, the newest first. */
export async function listContactEnrollments(ctx: Ctx, { id }: Inputs["ofContact"]) {
  const contact = await requireContact(ctx, id);
  const rows = await listOpenEnrollments(ctx.db, { user_id: ctx.account, contact_id: contact.id });
  return {
    items: rows.map(({ enrollment, name }) => ({
      ...toEnrollment(ctx, enrollment, contact),
      sequence: { id: enrollment.sequence_id, name },
    })),
  };
}

/** Who may not see leads sees only that somebody is there. */
function toEnrollment(
  ctx: Ctx,
  { id, version, state, reason, step_id, due_at, entered_at, ended_at }: EnrollmentRow,
  { id: contact_id, ...person }: { id: string; email: string; name: string },
): Enrollment {
  const { email, name } = grantOn(ctx, "leads.see") === "full" ? person : maskPerson(person);
  return {
    id,
    contact: { id: contact_id, email, name },
    version,
    state,
    reason: reason ?? "",
    step_id,
    due_at: ended_at === null ? due_at : null,
    entered_at,
    ended_at,
  };
}

async function requireInside(ctx: Ctx, sequence_id: string, id: string): Promise<EnrollmentRow> {
  await requireSequence(ctx, sequence_id);
  const row = isId(id) ? await lockEnrollment(ctx.db, { user_id: ctx.account, sequence_id, id }) : undefined;
  if (!row || row.ended_at !== null) throw failure(SEQUENCE_ERRORS, "ENROLLMENT_NOT_FOUND");
  return row;
}

export function removeEnrollment(
  ctx: Ctx,
  { id, enrollment_id }: Inputs["removeEnrollment"],
): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const row = await requireInside(ctx, id, enrollment_id);
    await endThese(ctx, [row], "removed");
    return { id: row.id };
  });
}

/** Ends somebody's wait or, with a step, moves them there. While the sequence is paused, they go on afterwards. */
export function moveEnrollment(
  ctx: Ctx,
  { id, enrollment_id, step_id }: Inputs["moveEnrollment"],
): Promise<Enrollment> {
  return ctx.write(async (ctx) => {
    const row = await requireInside(ctx, id, enrollment_id);
    const [version] = await listVersions(ctx.db, { user_id: ctx.account, id }, [row.version]);
    const route = version && routeOf(version.definition);
    const to =
      step_id ?? (row.state === "waiting" ? (route?.get(row.step_id ?? "")?.next ?? null) : row.step_id);
    if (step_id !== undefined && !route?.has(step_id)) throw failure(SEQUENCE_ERRORS, "STEP_NOT_FOUND");
    const now = ctx.now().toISOString();
    const moved = { ...row, state: "active" as const, reason: null, step_id: to, due_at: now, step_at: now };
    await updateEnrollments(ctx.db, [moved]);
    await ctx.announce(sequencePersonMoved, { subject: id, payload: { contact_id: row.contact_id } });
    if ((await findSequence(ctx.db, { user_id: ctx.account, id }))?.state === "active")
      await enqueueAdvance(ctx, { account: ctx.account, id });
    return toEnrollment(ctx, moved, await requireContact(ctx, row.contact_id));
  });
}
