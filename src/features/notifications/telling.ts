import { reachableDevices, whoIsTold } from "#src/features/preferences/preferences.ts";
import { grantOf, rolesInCharge } from "#src/features/team/rules.ts";
import type { Announced } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { takeLock } from "#src/platform/db/locks.ts";
import type { Kind } from "./kind.ts";
import { dataOf } from "./payload.ts";
import { pushLater } from "./pushing.ts";
import { GROUP_MS, KINDS, type KindName } from "./rules.ts";
import { inboxChanged } from "./signals.ts";
import {
  findFanTime,
  insertRows,
  joinGroup,
  listIdleStaff,
  listKnown,
  listPlaces,
  listReadOfFan,
  type Place,
  type Told,
} from "./store.ts";

/** Signals to other nodes have a limited length. */
const SIGNAL_PEOPLE = 100;

type Payload = Readonly<Record<string, unknown>>;
type Happened = Announced<Payload>;

/** Tells everyone concerned that something happened. Telling twice changes nothing. */
export async function tell(platform: Platform, name: KindName, event: Happened): Promise<void> {
  const kind: Kind = KINDS[name];
  if (kind.isNews && !kind.isNews(event.payload)) return;
  await platform.write(async (ctx) => {
    await takeLock(ctx.db, "notifications", event.account);
    const concerned = await listConcerned(ctx, name, event);
    const people = await whoIsTold(ctx, concerned, { topic: kind.topic, channel: "in_app" });
    const told = await addRows(ctx, { name, event, people, inApp: true });
    const readers = told.map(({ user_id }) => user_id);
    for (let at = 0; at < readers.length; at += SIGNAL_PEOPLE)
      await ctx.invalidate(inboxChanged, { user_ids: readers.slice(at, at + SIGNAL_PEOPLE) });
    const pushed = await whoIsTold(ctx, concerned, { topic: kind.topic, channel: "push" });
    const devices = await reachableDevices(ctx, pushed);
    const onlyPushed = new Set(devices.map(({ user_id }) => user_id).filter((id) => !people.includes(id)));
    const hidden = await addRows(ctx, { name, event, people: [...onlyPushed], inApp: false });
    await pushLater(ctx, [...told, ...hidden], devices);
  });
}

const profileOf = ({ payload: { profile_id } }: Happened) =>
  typeof profile_id === "string" ? profile_id : null;

/** Everyone who may know, except the person who did it. */
async function listConcerned({ db }: Platform, name: KindName, event: Happened): Promise<string[]> {
  const { audience }: Kind = KINDS[name];
  if (audience.to === "owner") return listKnown(db, [event.account]);
  const isOther = (id: string) => id !== event.actor.id;
  if (audience.to === "member") return (await listKnown(db, [event.subject])).filter(isOther);
  if (audience.to === "staff") return listIdleStaff(db, { roles: rolesInCharge(audience.area), kind: name });
  if (audience.to === "assignee") return listKnown(db, [String(event.payload.assignee_id)]);
  const places = await listPlaces(db, event.account);
  const may = (place: Place) =>
    audience.to === "team" ? place.role !== "owner" : mayKnow(place, audience.permission, profileOf(event));
  return places.flatMap((place) => (may(place) && isOther(place.user_id) ? [place.user_id] : []));
}

/**
 * People limited to some profiles aren't told about others, or about anything that affects the whole account.
 */
function mayKnow(
  { role, profile_ids }: Place,
  permission: Parameters<typeof grantOf>[1],
  profileId: string | null,
): boolean {
  if (grantOf(role, permission) !== "full") return false;
  return profile_ids === null || (profileId !== null && profile_ids.includes(profileId));
}

interface Telling {
  name: KindName;
  event: Happened;
  people: readonly string[];
  inApp: boolean;
}

/** `isMore`: it was there before, and is about more of the same now. */
async function addRows(ctx: Platform, telling: Telling): Promise<(Told & { isMore?: boolean })[]> {
  if (telling.name === "fan") return addFan(ctx, telling);
  return insertRows(
    ctx.db,
    telling.people.map((person) => rowFor(person, telling)),
  );
}

/** Fans come in crowds, so they share a row until it's been read. */
async function addFan({ db }: Platform, telling: Telling): Promise<(Told & { isMore?: boolean })[]> {
  const { name, event, people, inApp } = telling;
  const profileId = profileOf(event) ?? "";
  const at = await findFanTime(db, { profileId, id: event.subject });
  if (at === undefined) return [];
  const group = { kind: name, profileId, at, groupMs: GROUP_MS, inApp };
  const before = await listReadOfFan(db, { ...group, people });
  const left = people.filter((person) => !before.includes(person));
  const joined = await joinGroup(db, { ...group, people: left });
  const alone = left.filter((person) => !joined.some(({ user_id }) => user_id === person));
  const rows = alone.map((person) => rowFor(person, { ...telling, event: { ...event, time: at } }));
  return [...joined.map((one) => ({ ...one, isMore: true })), ...(await insertRows(db, rows))];
}

/** What people read in their own account. */
const AWAY: readonly KindName[] = ["removed", "account_closing", "first_campaign", "page_report"];

function rowFor(person: string, { name, event, inApp: in_app }: Telling) {
  const { id, account, actor, subject, time, payload } = event;
  // People who aren't on a team, or can't open its account.
  const isAway = AWAY.some((one) => one === name);
  const isOwnDoing = actor.type === "person" && actor.id === person;
  return {
    id: derivedId(id, name, person),
    user_id: person,
    account: isAway ? person : account,
    kind: name,
    subject: isAway ? account : subject,
    actor: actor.type === "person" || actor.type === "staff" ? (actor.id ?? null) : null,
    profile_id: profileOf(event),
    data: dataOf(payload),
    in_app,
    since: time,
    created_at: time,
    read_at: isOwnDoing ? time : null,
  };
}
