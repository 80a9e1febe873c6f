/* What staff tell many people at once: they write it, look at it, and send it off. `delivery.ts` sends it. */
import { requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { tellNews } from "#src/features/reach/notifications/news.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { LANGUAGES, type Language } from "#src/lib/language.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { isInCharge, needsSecond, proposeBroadcast } from "./approval.ts";
import { countMeant, listSample } from "./audience-store.ts";
import { firstMoment, hasDeadButton, isEmpty, isOverEverywhere, isWhole } from "./broadcast-rules.ts";
import { BROADCAST_ERRORS, type Broadcast, type Version } from "./contract.ts";
import { endBroadcast, enqueueAudience, enqueueBroadcast } from "./delivery.ts";
import {
  broadcastApproved,
  broadcastRemoved,
  broadcastResumed,
  broadcastSaved,
  broadcastSent,
  broadcastStopped,
} from "./events.ts";
import { newsMail } from "./mails.ts";
import { composeNews, newsFooter } from "./news-mail.ts";
import { type Repetition, repetitionFrom } from "./repetition-rules.ts";
import { OPEN_STATES, TARGETS, type TargetName } from "./rules.ts";
import {
  type BroadcastRow,
  deleteBroadcast,
  findBroadcast,
  findFigures,
  insertBroadcast,
  listBroadcastRows,
  lockBroadcast,
  updateBroadcast,
} from "./store.ts";
import { requireOrigin } from "./templates/templates.ts";

interface OfBroadcast {
  id: string;
}

export async function listBroadcasts(ctx: StaffCtx): Promise<{ items: Broadcast[] }> {
  const rows = await listBroadcastRows(ctx.db);
  return { items: rows.map((row) => toBroadcast(ctx, row)) };
}

/** The same id twice is one draft. */
export async function saveBroadcast(
  ctx: StaffCtx,
  { id, template, ...input }: SaveInput,
): Promise<Broadcast> {
  if (!isId(id)) throw failure(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND");
  const parts = { ...input, channels: [...new Set(input.channels)] };
  return ctx.write(async (ctx) => {
    const made_by = requireStaff(ctx).person.id;
    const created_at = ctx.now().toISOString();
    const origin = template ? await requireOrigin(ctx, template) : null;
    const row = { id, ...parts, template: origin, made_by, created_at };
    const isNew = await insertBroadcast(ctx.db, { ...row, state: "draft" });
    if (!isNew) {
      await requireDraft(ctx, id);
      await updateBroadcast(ctx.db, id, parts);
    }
    await ctx.announce(broadcastSaved, about(id, parts.versions.en.title));
    return requireAnswer(ctx, id);
  });
}
type SaveInput = Pick<BroadcastRow, "id" | "versions" | "channels" | "target" | "audience" | "is_urgent"> & {
  template?: { id: string; version: number } | undefined;
};

export async function removeBroadcast(ctx: StaffCtx, { id }: OfBroadcast): Promise<OfBroadcast> {
  return ctx.write(async (ctx) => {
    const { versions } = await requireDraft(ctx, id);
    await deleteBroadcast(ctx.db, id);
    await ctx.announce(broadcastRemoved, about(id, versions.en.title));
    return { id };
  });
}

export async function previewAudience(ctx: StaffCtx, { audience }: Pick<SaveInput, "audience">) {
  const { person } = requireStaff(ctx);
  const count = await countMeant(ctx.db, audience, ctx.now());
  return {
    count,
    sample: await listSample(ctx.db, audience, ctx.now()),
    needs_second: await needsSecond(ctx, { total: count, sender: person.id }),
  };
}

export async function previewBroadcast(
  ctx: StaffCtx,
  { target, ...written }: { version: Version; target: TargetName; language: Language },
) {
  const { renderEmail, senderOf } = await import("#src/platform/mail/render-email.tsx");
  const { person } = requireStaff(ctx);
  const parts = { ...written, account: person.id, target: TARGETS[target], footer: newsFooter(ctx) };
  const email = { ...(await composeNews(ctx, parts)), to: person.email };
  const wording = { language: written.language, say: await translatorFor(written.language) };
  const { subject, html, text } = renderEmail(email, senderOf(ctx), wording);
  return { subject, html, text };
}

/** Each time is a message of its own, and none counts for how much they may get. */
export async function testBroadcast(ctx: StaffCtx, { id }: OfBroadcast): Promise<{ to: string }> {
  const { person } = requireStaff(ctx);
  return ctx.write(async (ctx) => {
    const { versions, channels, target } = await requireBroadcast(ctx, id);
    if (!isWhole(versions.en)) throw failure(BROADCAST_ERRORS, "BROADCAST_EMPTY");
    if (channels.length === 0) throw failure(BROADCAST_ERRORS, "CHANNEL_MISSING");
    const account = person.id;
    for (const language of LANGUAGES.filter((one) => isWhole(versions[one]))) {
      await tellNews(ctx, {
        key: `${id} test ${ctx.newId()}`,
        channels: channels.filter((channel) => channel !== "email"),
        items: [{ person: account, text: versions[language].title, path: TARGETS[target].path }],
      });
      if (channels.includes("email"))
        await enqueueMail(ctx, {
          mail: newsMail,
          to: person.email,
          data: { id, account, test: language },
          account,
        });
    }
    return { to: person.email };
  });
}

interface SendInput extends OfBroadcast {
  send_at: string | null;
  repeat: Omit<Repetition, "day"> | null;
}

/** Takes a fresh proof of who asks. Sent off twice, it's out once. Nobody comes to its audience later, unless it repeats. */
export async function sendBroadcast(
  ctx: StaffCtx,
  { id, send_at, repeat: asked }: SendInput,
): Promise<Broadcast> {
  const staff = requireStaff(ctx);
  await requireRecentProof(ctx, staff);
  return ctx.write(async (ctx) => {
    const row = await requireDraft(ctx, id);
    requireComplete(row);
    if (send_at !== null && isOverEverywhere(send_at, ctx.now()))
      throw failure(BROADCAST_ERRORS, "BROADCAST_LATE");
    const repeat = asked && send_at !== null ? repetitionFrom(send_at, asked) : null;
    const total = await countMeant(ctx.db, row.audience, ctx.now());
    if (total === 0) throw failure(BROADCAST_ERRORS, "AUDIENCE_EMPTY");
    const sent_by = staff.person.id;
    await updateBroadcast(ctx.db, id, { send_at, repeat, series: repeat && id, total, sent_by });
    if (!repeat) await enqueueAudience(ctx, id);
    if (await needsSecond(ctx, { total, sender: sent_by })) {
      await updateBroadcast(ctx.db, id, { state: "waiting" });
      await proposeBroadcast(ctx, { ...row, total });
    } else {
      await start(ctx, id, send_at);
      const { account, subject, payload } = about(id, row.versions.en.title);
      await ctx.announce(broadcastSent, { account, subject, payload: { ...payload, total } });
    }
    return requireAnswer(ctx, id);
  });
}

function requireComplete({ versions, channels }: BroadcastRow): void {
  if (!isWhole(versions.en)) throw failure(BROADCAST_ERRORS, "BROADCAST_EMPTY");
  if (Object.values(versions).some((version) => !isWhole(version) && !isEmpty(version)))
    throw failure(BROADCAST_ERRORS, "BROADCAST_HALF");
  if (Object.values(versions).some(hasDeadButton)) throw failure(BROADCAST_ERRORS, "BROADCAST_BUTTON");
  if (channels.length === 0) throw failure(BROADCAST_ERRORS, "CHANNEL_MISSING");
}

async function start(ctx: Platform, id: string, sendAt: string | null): Promise<void> {
  const now = ctx.now();
  const due = sendAt === null || firstMoment(sendAt) < now ? now : firstMoment(sendAt);
  await updateBroadcast(ctx.db, id, {
    state: sendAt === null ? "sending" : "scheduled",
    due_at: due.toISOString(),
  });
  await enqueueBroadcast(ctx, id, due);
}

export async function approveBroadcast(ctx: StaffCtx, { id }: OfBroadcast): Promise<Broadcast> {
  const staff = requireStaff(ctx);
  await requireRecentProof(ctx, staff);
  return ctx.write(async (ctx) => {
    const row = await lockExisting(ctx, id);
    if (row.state !== "waiting") throw failure(BROADCAST_ERRORS, "BROADCAST_CONFIRMED");
    if (row.sent_by === staff.person.id) throw failure(BROADCAST_ERRORS, "BROADCAST_OWN");
    if (!(await isInCharge(ctx, row.sent_by))) throw failure(BROADCAST_ERRORS, "BROADCAST_SENDER_GONE");
    await updateBroadcast(ctx.db, id, { approved_by: staff.person.id });
    await start(ctx, id, row.send_at);
    await ctx.announce(broadcastApproved, about(id, row.versions.en.title));
    return requireAnswer(ctx, id);
  });
}

/** Sends what was held back for being late. It goes out at once to everyone whose clock is past its time. */
export async function resumeBroadcast(ctx: StaffCtx, { id }: OfBroadcast): Promise<Broadcast> {
  await requireRecentProof(ctx, requireStaff(ctx));
  return ctx.write(async (ctx) => {
    const row = await lockExisting(ctx, id);
    if (row.state !== "held") throw failure(BROADCAST_ERRORS, "BROADCAST_NOT_HELD");
    await start(ctx, id, row.send_at);
    await ctx.announce(broadcastResumed, about(id, row.versions.en.title));
    return requireAnswer(ctx, id);
  });
}

/** E-mail that's still in the queue isn't sent anymore, either. */
export async function stopBroadcast(ctx: StaffCtx, { id }: OfBroadcast): Promise<Broadcast> {
  return ctx.write(async (ctx) => {
    const row = await lockExisting(ctx, id);
    if (!OPEN_STATES.includes(row.state)) throw failure(BROADCAST_ERRORS, "BROADCAST_ENDED");
    await endBroadcast(ctx, row, { state: "stopped" });
    await ctx.announce(broadcastStopped, about(id, row.versions.en.title));
    return requireAnswer(ctx, id);
  });
}

export async function getFigures(ctx: StaffCtx, { id }: OfBroadcast) {
  await requireBroadcast(ctx, id);
  return findFigures(ctx.db, { id, template: newsMail.template, notificationKind: "news" });
}

const about = (id: string, title: string) => ({ account: INSTANCE, subject: id, payload: { title } });

async function requireBroadcast(ctx: StaffCtx, id: string): Promise<BroadcastRow> {
  const row = isId(id) ? await findBroadcast(ctx.db, id) : undefined;
  if (!row) throw failure(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND");
  return row;
}

async function lockExisting(ctx: StaffCtx, id: string): Promise<BroadcastRow> {
  const row = isId(id) ? await lockBroadcast(ctx.db, id) : undefined;
  if (!row) throw failure(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND");
  return row;
}

async function requireDraft(ctx: StaffCtx, id: string): Promise<BroadcastRow> {
  const row = await lockExisting(ctx, id);
  if (row.state !== "draft") throw failure(BROADCAST_ERRORS, "BROADCAST_SENT");
  return row;
}

async function requireAnswer(ctx: StaffCtx, id: string): Promise<Broadcast> {
  const [row] = await listBroadcastRows(ctx.db, id);
  if (!row) throw failure(BROADCAST_ERRORS, "BROADCAST_NOT_FOUND");
  return toBroadcast(ctx, row);
}

type Listed = Awaited<ReturnType<typeof listBroadcastRows>>[number];

function toBroadcast(ctx: StaffCtx, { row, by, reached }: Listed): Broadcast {
  const { due_at, after_id, made_by, sent_by, approved_by, ...rest } = row;
  const { series, frozen_at, last_batch_at, ...shown } = rest;
  return { ...shown, by, reached, is_own: (sent_by ?? made_by) === requireStaff(ctx).person.id };
}
