import { filterSubscribed, listReachableDevices } from "#src/features/identity/preferences/preferences.ts";
import { grantOf, rolesInCharge } from "#src/features/identity/team/rules.ts";
import type { Announced } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { NotificationType } from "./notification-type.ts";
import { NOTIFICATION_TYPES, type NotificationTypeName } from "./notification-types.ts";
import { GROUP_MS } from "./rules.ts";
import { notificationsChanged } from "./signals.ts";
import {
  type AccountMember,
  findFanTime,
  insertNotifications,
  listAccountMembers,
  listExistingPeople,
  listReadersOfFan,
  listStaffWithoutUnread,
  type NotificationRecipient,
  updateGroup,
} from "./store.ts";
import { enqueuePush } from "./web-push.ts";

/** Signals to other nodes have a limited length. */
const SIGNAL_PEOPLE = 100;

type Payload = Readonly<Record<string, unknown>>;
type Happened = Announced<Payload>;

/** Notifies everyone concerned of an event. A second call changes nothing. */
export async function fanOut(platform: Platform, name: NotificationTypeName, event: Happened): Promise<void> {
  const kind: NotificationType = NOTIFICATION_TYPES[name];
  if (kind.isNews && !kind.isNews(event.payload)) return;
  await platform.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "notifications", event.account);
    const concerned = await listConcerned(ctx, name, event);
    const people = await filterSubscribed(ctx, concerned, { topic: kind.topic, channel: "in_app" });
    const told = await addRows(ctx, { name, event, people, inApp: true });
    const readers = told.map(({ user_id }) => user_id);
    await signalReaders(ctx, readers);
    const pushed = await filterSubscribed(ctx, concerned, { topic: kind.topic, channel: "push" });
    const devices = await listReachableDevices(ctx, pushed);
    const onlyPushed = new Set(devices.map(({ user_id }) => user_id).filter((id) => !people.includes(id)));
    const hidden = await addRows(ctx, { name, event, people: [...onlyPushed], inApp: false });
    await enqueuePush(ctx, [...told, ...hidden], devices);
  });
}

/** Their browsers load the list again. */
export async function signalReaders(ctx: Platform, readers: readonly string[]): Promise<void> {
  for (let at = 0; at < readers.length; at += SIGNAL_PEOPLE)
    await ctx.invalidate(notificationsChanged, { user_ids: readers.slice(at, at + SIGNAL_PEOPLE) });
}

const profileOf = ({ payload: { profile_id } }: Happened) =>
  typeof profile_id === "string" ? profile_id : null;

/** Returns everyone with permission, except the person who caused it. */
async function listConcerned(
  { db }: Platform,
  name: NotificationTypeName,
  event: Happened,
): Promise<string[]> {
  const { audience }: NotificationType = NOTIFICATION_TYPES[name];
  if (audience.to === "owner") return listExistingPeople(db, [event.account]);
  const isOther = (id: string) => id !== event.actor.id;
  if (audience.to === "member") return (await listExistingPeople(db, [event.subject])).filter(isOther);
  if (audience.to === "staff")
    return listStaffWithoutUnread(db, { roles: rolesInCharge(audience.area), kind: name });
  if (audience.to === "colleagues") {
    const roles = event.payload.roles as string[];
    return (await listStaffWithoutUnread(db, { roles, kind: name })).filter(isOther);
  }
  if (audience.to === "assignee") return listExistingPeople(db, [String(event.payload.assignee_id)]);
  const places = await listAccountMembers(db, event.account);
  const only = audience.to === "viewers" && audience.only !== undefined ? event.payload[audience.only] : null;
  const isMeant = (id: string) => typeof only !== "string" || only === id;
  const may = (place: AccountMember) =>
    audience.to === "team" ? place.role !== "owner" : mayKnow(place, audience.permission, profileOf(event));
  return places.flatMap((place) =>
    may(place) && isOther(place.user_id) && isMeant(place.user_id) ? [place.user_id] : [],
  );
}

/**
 * People limited to some profiles don't get notifications about others, or about anything that affects the
 * whole account.
 */
function mayKnow(
  { role, profile_ids }: AccountMember,
  permission: Parameters<typeof grantOf>[1],
  profileId: string | null,
): boolean {
  if (grantOf(role, permission) !== "full") return false;
  return profile_ids === null || (profileId !== null && profile_ids.includes(profileId));
}

interface Telling {
  name: NotificationTypeName;
  event: Happened;
  people: readonly string[];
  inApp: boolean;
}

/** `isMore`: it already existed, and now counts more events. */
async function addRows(
  ctx: Platform,
  telling: Telling,
): Promise<(NotificationRecipient & { isMore?: boolean })[]> {
  if (telling.name === "fan") return addFan(ctx, telling);
  return insertNotifications(
    ctx.db,
    telling.people.map((person) => rowFor(person, telling)),
  );
}

/** Fans come in crowds, so they share a row until it's been read. */
async function addFan(
  { db }: Platform,
  telling: Telling,
): Promise<(NotificationRecipient & { isMore?: boolean })[]> {
  const { name, event, people, inApp } = telling;
  const profileId = profileOf(event) ?? "";
  const at = await findFanTime(db, { profileId, id: event.subject });
  if (at === undefined) return [];
  const group = { kind: name, profileId, at, groupMs: GROUP_MS, inApp };
  const before = await listReadersOfFan(db, { ...group, people });
  const left = people.filter((person) => !before.includes(person));
  const joined = await updateGroup(db, { ...group, people: left });
  const alone = left.filter((person) => !joined.some(({ user_id }) => user_id === person));
  const rows = alone.map((person) => rowFor(person, { ...telling, event: { ...event, time: at } }));
  return [...joined.map((one) => ({ ...one, isMore: true })), ...(await insertNotifications(db, rows))];
}

/** Types that people read in their own account. */
const AWAY: readonly NotificationTypeName[] = [
  "removed",
  "account_closing",
  "first_campaign",
  "page_report",
  "urgent_report",
  "case_signaled",
  "case_appealed",
  "help_request",
  "help_reply",
  "approval_waiting",
  "approval_confirmed",
  "approval_declined",
  "broadcast_waiting",
  "broadcast_held",
];

function rowFor(person: string, { name, event, inApp: in_app }: Telling) {
  const { id, account, actor, subject, time, payload } = event;
  // The recipients aren't on a team, or can't open its account.
  const isAway = AWAY.some((one) => one === name);
  const isOwnDoing = actor.type === "person" && actor.id === person;
  return {
    id: derivedId(id, name, person),
    user_id: person,
    account: isAway ? person : account,
    kind: name,
    subject: isAway ? account : subject,
    // Which member of staff it was isn't for an account's team to know.
    actor: actor.type === "person" ? (actor.id ?? null) : null,
    profile_id: profileOf(event),
    data: dataOf(payload),
    in_app,
    since: time,
    created_at: time,
    read_at: isOwnDoing ? time : null,
  };
}

/** Picks the parts of an event's payload that sentences need: words and numbers, and no ids. */
export function dataOf(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { role, from, to, left, broken, why, cause, mark, is_on, text, chain } = payload;
  const kept = Object.entries({ role, from, to, left, broken, why, cause, mark });
  const short = kept.filter(
    ([, value]) => typeof value === "number" || (typeof value === "string" && value.length < 40),
  );
  return {
    ...Object.fromEntries(short),
    ...(is_on === false && { is_on }),
    // What somebody on the team wrote.
    ...(typeof text === "string" && { text }),
    ...(Array.isArray(chain) && chain.length > 0 && { chain: chainOf(chain) }),
  };
}

/** The names of things that led to each other, such as rules. */
const chainOf = (chain: readonly unknown[]) =>
  chain
    .map((one) => (one as { name?: unknown }).name)
    .map((name) => (name ? String(name) : "…"))
    .join(" → ");
