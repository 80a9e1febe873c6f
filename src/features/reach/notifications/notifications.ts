/*
 * Notifications: each person's list in the app, and what they've read of it. `rules.ts` lists the types and
 * their recipients, `fan-out.ts` reacts to events, `web-push.ts` sends them to devices, and `preferences` has
 * people's choices.
 */
import type * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { findLocale } from "#src/features/identity/accounts/person/person.ts";
import { openStream, type StreamKind, subscribeTo } from "#src/features/identity/live/live.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { listMemberships } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Swap } from "#src/platform/account-data-registry.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { type Notification, type readSchema, STREAM_ERRORS } from "./contract.ts";
import type { Facts, NotificationType } from "./notification-type.ts";
import { findNotificationType, NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from "./notification-types.ts";
import { DAYS_KEPT, PAGE_ROWS, STREAMS_PER_PERSON_MAX, UNREAD_MAX } from "./rules.ts";
import { notificationsChanged } from "./signals.ts";
import {
  countUnread,
  deleteNotificationsBefore,
  deleteNotificationsOfProfile,
  deleteNotificationsOfTypes,
  findNotification,
  listNotificationRows,
  type NamedNotification,
  type NamedNotificationRow,
  type ReadableAccount,
  type Reader,
  updateRead,
} from "./store.ts";

/**
 * Lists the person's notifications from every account they work in, as far as they still have permission
 * there.
 */
export async function listNotifications(ctx: Ctx, { cursor }: { cursor?: string | undefined }) {
  const reader = await readerOf(ctx);
  const [{ rows, next }, unread] = await Promise.all([
    listNotificationRows(ctx.db, reader, { request: { cursor }, rows: PAGE_ROWS }),
    countUnread(ctx.db, reader, UNREAD_MAX + 1),
  ]);
  const locale = await findLocale(ctx);
  const items = rows.flatMap((row) => toNotification(row, { person: reader.id, locale }));
  return { items, unread, ...(next !== undefined && { next }) };
}

export async function readNotifications(
  ctx: Ctx,
  input: z.output<typeof readSchema>,
): Promise<{ unread: number }> {
  const { id: person } = requirePerson(ctx);
  const which =
    "ids" in input ? { ids: input.ids.filter(isId), opened: input.opened } : { until: input.until };
  await ctx.write(async (ctx) => {
    const at = ctx.now().toISOString();
    // Other tabs and devices update, too.
    if (await updateRead(ctx.db, { person, at, ...which }))
      await ctx.invalidate(notificationsChanged, { user_ids: [person] });
  });
  return { unread: await countUnread(ctx.db, await readerOf(ctx), UNREAD_MAX + 1) };
}

const NOTIFICATION_STREAM: StreamKind = {
  name: "notifications",
  openMax: STREAMS_PER_PERSON_MAX,
  refusal: () => failure(STREAM_ERRORS, "TOO_MANY_STREAMS"),
};

const subscribeToNotifications = subscribeTo(notificationsChanged, ({ user_ids }) => user_ids);

/**
 * Sends an event to the person's browser whenever something changes, until it leaves or their session is
 * over.
 */
export async function streamNotifications(
  ctx: Ctx,
  _: unknown,
  gone: AbortSignal = new AbortController().signal,
): Promise<AsyncGenerator<{ type: "notifications" | "closed"; at: string }>> {
  const { id } = requirePerson(ctx);
  const stream = openStream(ctx, gone, NOTIFICATION_STREAM);
  return (async function* () {
    for await (const { at } of subscribeToNotifications(ctx, id, stream))
      yield { type: "notifications" as const, at };
    if (stream.isRefused()) yield { type: "closed" as const, at: ctx.now().toISOString() };
  })();
}

function readerOf(ctx: Ctx): Promise<Reader> {
  return readerFor(ctx, requirePerson(ctx).id);
}

/** Returns a person's permissions in every account they work in. */
async function readerFor({ db }: Platform, id: string): Promise<Reader> {
  const memberships = await listMemberships(db, id);
  const sights = memberships.map(({ account, role, profile_ids }): ReadableAccount => {
    const kindsFor = (may: (audience: NotificationType["audience"]) => boolean) =>
      NOTIFICATION_TYPE_NAMES.filter((name) => may(NOTIFICATION_TYPES[name].audience));
    const own = kindsFor(({ to }) => to === "member" || to === "assignee");
    const kinds = kindsFor(
      (audience) => audience.to === "viewers" && grantOf(role, audience.permission) === "full",
    );
    return { account, own, kinds, profileIds: profile_ids };
  });
  return { id, sights };
}

function toNotification(
  { notification, ...names }: NamedNotificationRow,
  { person, locale }: { person: string; locale: string },
): Notification[] {
  const { id, account, created_at, read_at, count } = notification;
  const kind = findNotificationType(notification.kind);
  // The type is from a later version.
  if (!kind) return [];
  const facts = factsOf({ notification, ...names }, person);
  return [
    {
      id,
      topic: kind.topic,
      kind: notification.kind,
      text: kind.sentence(facts, locale),
      count,
      account: { id: account, name: facts.owner },
      path: kind.path(facts),
      created_at,
      read_at,
    },
  ];
}

/** Returns a notification's text and target, if the person still has permission. */
export async function findNotificationText(
  platform: Platform,
  { person, locale, id }: { person: string; locale: string; id: string },
): Promise<NotificationText | undefined> {
  const row = await findNotification(platform.db, await readerFor(platform, person), id);
  const kind = row && findNotificationType(row.notification.kind);
  if (!kind) return undefined;
  const { account, read_at } = row.notification;
  const facts = factsOf(row, person);
  const { owner, isOwn } = facts;
  return {
    text: kind.sentence(facts, locale),
    path: kind.path(facts),
    account,
    owner,
    isOwn,
    isRead: read_at !== null,
  };
}

interface NotificationText {
  text: string;
  path: string | null;
  /** The account that it's about, and its owner's name. */
  account: string;
  owner: string;
  isOwn: boolean;
  isRead: boolean;
}

function factsOf(row: NamedNotification, person: string): Facts {
  const { count, kind, account, profile_id, data } = row.notification;
  const subject = row.subject_name ?? "";
  return {
    count,
    profile_id,
    data,
    actor: row.actor_name ?? "",
    subject_id: row.notification.subject,
    subject: kind === "webhook_disabled" ? (URL.parse(subject)?.host ?? "") : subject,
    profile: row.profile_name ?? "",
    owner: row.owner_name ?? "",
    isOwn: account === person,
  };
}

export async function deleteProfileNotifications(
  { db }: Platform,
  { subject }: { subject: string },
): Promise<void> {
  await deleteNotificationsOfProfile(db, subject);
}

/** Notifications about the owner's own sign-in aren't for the next owner. */
export async function deleteOwnerNotifications({ db }: Platform, { account }: Swap): Promise<void> {
  const kinds = NOTIFICATION_TYPE_NAMES.filter((name) => NOTIFICATION_TYPES[name].audience.to === "owner");
  await deleteNotificationsOfTypes(db, { account, kinds });
}

const PRUNED_ROWS = 1000;

export async function purgeNotifications({ db, now }: Platform): Promise<void> {
  const before = addDays(now(), -DAYS_KEPT);
  while ((await deleteNotificationsBefore(db, before, PRUNED_ROWS)) === PRUNED_ROWS);
}
