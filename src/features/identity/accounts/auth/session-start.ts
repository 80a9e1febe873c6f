import { AsyncLocalStorage } from "node:async_hooks";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { type GeoLocation, UNKNOWN_COUNTRY } from "#src/platform/geo/geo.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { currentContext, inTransaction } from "../auth-transaction.ts";
import { signedIn } from "../events.ts";
import { isHandedOver } from "../id-swap/id-swap-store.ts";
import { newDeviceMail } from "../mails.ts";
import { findPerson } from "../person/person-store.ts";
import { deleteSession, findProvenAt, listCountries } from "../sessions/session-store.ts";
import { deviceLabel } from "../sessions/sessions.ts";
import type { AuthRequest } from "./auth-request.ts";
import type { Devices } from "./devices.ts";

interface Session {
  id: string;
  userId: string;
}

/** The known facts about a request that may start a session, and the session once it has. */
interface SignInContext {
  address: string;
  place: GeoLocation;
  at: Date;
  session?: Session;
}

const signInContexts = new AsyncLocalStorage<SignInContext>();

/** Runs work that may start a session, and records where that happened. */
export async function withSignInContext<T>(
  platform: Platform,
  address: string,
  work: () => Promise<T>,
): Promise<SignInContext & { done: T }> {
  const arrival: SignInContext = { address, place: platform.geo.lookup(address), at: platform.now() };
  const done = await signInContexts.run(arrival, work);
  await requireOwnSession(platform, arrival);
  return { ...arrival, done };
}

/** A person who proved who they are just before the id became another person's mustn't get in as them. */
async function requireOwnSession({ db }: Platform, { session, at }: SignInContext): Promise<void> {
  if (!session || !(await isHandedOver(db, { id: session.userId, since: at }))) return;
  await deleteSession(db, session);
  throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
}

/** Returns the columns to store with a new session. */
export function sessionFields({ now }: Platform) {
  const { country = null, city = null } = signInContexts.getStore()?.place ?? {};
  return { provenAt: now(), lastUsedAt: now(), country, city };
}

/** Returns the address of the current request. Empty for the process's own actions. */
export function signInAddress(): string {
  return signInContexts.getStore()?.address ?? "";
}

export function recordSession(session: Session): void {
  const arrival = signInContexts.getStore();
  if (arrival) arrival.session = session;
}

interface SessionStartParts {
  platform: Platform;
  devices: Devices;
}

/** Signs someone in through `work`. Afterwards, the device is known to the account. */
export async function startSession(
  { platform, devices }: SessionStartParts,
  { request: { headers }, address }: AuthRequest,
  work: () => Promise<Response>,
): Promise<Response> {
  const { done, session, place } = await withSignInContext(platform, address, work);
  const owner = session && (await findPerson(platform.db, session.userId));
  if (!done.ok || !owner) return done;
  const { email } = owner;
  const isKnown = devices.find(headers, email) !== undefined;
  const device = deviceLabel(headers.get("user-agent") ?? "");
  await announceSignIn(platform, session, isKnown ? undefined : { email, device, place });
  if (!isKnown) await noteUnusualPlace(platform, session, { address, country: place.country });
  done.headers.append("set-cookie", devices.remember(headers, email));
  return done;
}

/** Another country than of any other session, on a device that's new to the account. */
async function noteUnusualPlace(
  { db, incidents }: Platform,
  { id, userId }: Session,
  { address, country }: { address: string; country: string },
): Promise<void> {
  if (country === UNKNOWN_COUNTRY) return;
  const usual = await listCountries(db, { userId, otherThan: id });
  if (usual.length === 0 || usual.includes(country)) return;
  incidents.note({ kind: "unusual_place", subject: country, address, account: userId });
}

interface NewDevice {
  email: string;
  device: string;
  place: GeoLocation;
}

/** Announces a sign-in, and informs the owner if it came from a device that's new to the account. */
export async function announceSignIn(
  platform: Platform,
  { id, userId }: Session,
  newDevice?: NewDevice,
): Promise<void> {
  await inTransaction(platform, async (ctx) => {
    // A second factor may have been requested instead.
    if (!(await findProvenAt(ctx.db, id))) return;
    const payload = { session_id: id, is_new_device: newDevice !== undefined };
    await currentContext(platform).announce(signedIn, { account: userId, subject: userId, payload });
    if (!newDevice) return;
    const { email, device, place } = newDevice;
    const { country, city } = place;
    const data = { email, device, country, city, at: platform.now().toISOString() };
    await enqueueMail(ctx, { mail: newDeviceMail, to: email, account: userId, data });
  });
}
