import { AsyncLocalStorage } from "node:async_hooks";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Place } from "#src/platform/geo/geo.ts";
import { sendLater } from "#src/platform/mail/outbox.ts";
import type { AuthCall } from "./auth-calls.ts";
import { change, within } from "./changes.ts";
import { deviceWords } from "./device-words.ts";
import type { Devices } from "./devices.ts";
import { signedIn } from "./events.ts";
import { newDeviceMail } from "./own-mails.ts";
import { findPerson } from "./person-store.ts";
import { deleteSession, findProvenAt } from "./session-store.ts";
import { isHandedOver } from "./swapping-store.ts";

interface Session {
  id: string;
  userId: string;
}

/** What's known about a request that may start a session, and the session once it has. */
interface Arrival {
  address: string;
  place: Place;
  /** When it came. */
  at: Date;
  session?: Session;
}

const arrivals = new AsyncLocalStorage<Arrival>();

/** Runs work that may start a session, and records where that happened. */
export async function arriving<T>(
  platform: Platform,
  address: string,
  work: () => Promise<T>,
): Promise<Arrival & { done: T }> {
  const arrival: Arrival = { address, place: platform.geo.lookup(address), at: platform.now() };
  const done = await arrivals.run(arrival, work);
  await requireOwnSession(platform, arrival);
  return { ...arrival, done };
}

/** Whoever proved who they are just before the id became another person's doesn't get in as that person. */
async function requireOwnSession({ db }: Platform, { session, at }: Arrival): Promise<void> {
  if (!session || !(await isHandedOver(db, { id: session.userId, since: at }))) return;
  await deleteSession(db, session);
  throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
}

/** What to store with a session that's starting. */
export function factsOfArrival({ now }: Platform) {
  const { country = null, city = null } = arrivals.getStore()?.place ?? {};
  return { provenAt: now(), lastUsedAt: now(), country, city };
}

/** Where the request comes from. Empty for what the process does by itself. */
export function addressOfArrival(): string {
  return arrivals.getStore()?.address ?? "";
}

export function noteSession(session: Session): void {
  const arrival = arrivals.getStore();
  if (arrival) arrival.session = session;
}

interface ArrivalParts {
  platform: Platform;
  devices: Devices;
}

/** Signs someone in by `work`. Afterwards, the device is known to the account. */
export async function enter(
  { platform, devices }: ArrivalParts,
  { request: { headers }, address }: AuthCall,
  work: () => Promise<Response>,
): Promise<Response> {
  const { done, session, place } = await arriving(platform, address, work);
  const owner = session && (await findPerson(platform.db, session.userId));
  if (!done.ok || !owner) return done;
  const { email } = owner;
  const isKnown = devices.find(headers, email) !== undefined;
  const device = deviceWords(headers.get("user-agent") ?? "");
  await announceSignIn(platform, session, isKnown ? undefined : { email, device, place });
  done.headers.append("set-cookie", devices.remember(headers, email));
  return done;
}

interface NewDevice {
  /** The account's address. */
  email: string;
  device: string;
  place: Place;
}

/** Announces a sign-in, and tells the account's owner if it came from a device that's new to the account. */
export async function announceSignIn(
  platform: Platform,
  { id, userId }: Session,
  newDevice?: NewDevice,
): Promise<void> {
  await change(platform, async (ctx) => {
    // A second factor may have been requested instead.
    if (!(await findProvenAt(ctx.db, id))) return;
    const payload = { session_id: id, is_new_device: newDevice !== undefined };
    await within(platform).announce(signedIn, { account: userId, subject: userId, payload });
    if (!newDevice) return;
    const { email, device, place } = newDevice;
    const { country, city } = place;
    const data = { email, device, country, city, at: platform.now().toISOString() };
    await sendLater(ctx, { mail: newDeviceMail, to: email, account: userId, data });
  });
}
