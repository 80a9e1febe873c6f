/*
 * Passkeys: people add, name, and remove their own, and sign in with them. One counts as both steps, because
 * the device itself verifies its user. better-auth's plugin doesn't insist on that.
 */
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, cutChars } from "#src/lib/text.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Limit } from "#src/platform/limits.ts";
import { requirePerson } from "../accounts.ts";
import { SIGN_IN_METHOD_ERRORS } from "../contract.ts";
import { about, passkeyAdded, passkeyRemoved, passkeyRenamed } from "../events.ts";
import { requireSameIdentity } from "../id-swap/id-swap.ts";
import { PASSKEY_NAME_CHARS_MAX, PASSKEYS_MAX } from "../rules.ts";
import {
  enqueueSignInMethodMail,
  requireRecentlyVerifiedPerson,
  requireSignInMethod,
  requireVerifiedPerson,
  toPasskey,
} from "../sign-in-methods/sign-in-methods.ts";
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  updatePasskeyName,
  updatePasskeyUse,
} from "./passkey-store.ts";

const CHALLENGE_SECONDS = 300;
/** A challenge can be used once. */
const ANSWERS: Limit = { name: "passkey-answers", attempts: 1, seconds: CHALLENGE_SECONDS };

/** No device uses other characters in its ids, and the database can't store some of them. */
const BASE64URL = /^[\w-]+$/;
const TRANSPORT = /^[a-z-]{1,20}$/;

const TO_SIGN_IN = "accounts.passkey sign-in";
const toAdd = (userId: string) => `accounts.passkey add ${userId}`;

export async function startPasskey(ctx: Ctx): Promise<Record<string, unknown>> {
  const person = await requireVerifiedPerson(ctx);
  const known = await requireRoom(ctx, person.id);
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.get(INSTANCE_NAME),
    rpID: siteOf(ctx).rpId,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    challenge: challengeFor(ctx, toAdd(person.id)),
    attestationType: "none",
    excludeCredentials: known.map(({ credentialID, transports }) => ({
      id: credentialID,
      transports: transportsOf(transports),
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

interface NewPasskey {
  name: string;
  /** As the browser sent it. */
  response: object;
}

export async function addPasskey(ctx: Ctx, { name, response }: NewPasskey) {
  const person = await requireVerifiedPerson(ctx);
  await requireRoom(ctx, person.id);
  const { origin, rpId } = siteOf(ctx);
  const { registrationInfo: made } = await believed(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => isOurs(ctx, toAdd(person.id), challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
    }),
  );
  if (!made) throw failure(SIGN_IN_METHOD_ERRORS, "PASSKEY_REFUSED");
  const row: PasskeyRow = {
    id: ctx.newId(),
    userId: person.id,
    name: cleanName(name),
    credentialID: made.credential.id,
    publicKey: Buffer.from(made.credential.publicKey).toString("base64"),
    counter: made.credential.counter,
    deviceType: made.credentialDeviceType,
    backedUp: made.credentialBackedUp,
    transports: storedTransports(made.credential.transports),
    aaguid: made.aaguid,
    createdAt: ctx.now(),
    lastUsedAt: null,
  };
  await ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "ways-in", person.id);
    await requireRoom(ctx, person.id);
    await requireSameIdentity(ctx);
    if (!(await insertPasskey(ctx.db, row))) throw failure(SIGN_IN_METHOD_ERRORS, "PASSKEY_KNOWN");
    await ctx.announce(passkeyAdded, { ...about(person), payload: { passkey_id: row.id } });
    await enqueueSignInMethodMail(ctx, person, "passkey_added");
  });
  return toPasskey(row);
}

export async function updatePasskey(ctx: Ctx, { id, name }: { id: string; name: string }) {
  const person = requirePerson(ctx);
  return ctx.write(async (ctx) => {
    const row =
      isId(id) && (await updatePasskeyName(ctx.db, { id, userId: person.id, name: cleanName(name) }));
    if (!row) throw failure(SIGN_IN_METHOD_ERRORS, "PASSKEY_NOT_FOUND");
    await ctx.announce(passkeyRenamed, { ...about(person), payload: { passkey_id: id } });
    return toPasskey(row);
  });
}

export async function removePasskey(ctx: Ctx, { id }: { id: string }) {
  const person = await requireRecentlyVerifiedPerson(ctx);
  await ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "ways-in", person.id);
    await requireSameIdentity(ctx);
    const isGone = isId(id) && (await deletePasskey(ctx.db, { id, userId: person.id }));
    if (!isGone) throw failure(SIGN_IN_METHOD_ERRORS, "PASSKEY_NOT_FOUND");
    await requireSignInMethod(ctx, person.id);
    await ctx.announce(passkeyRemoved, { ...about(person), payload: { passkey_id: id } });
    await enqueueSignInMethodMail(ctx, person, "passkey_removed");
  });
  return {};
}

/** Returns the browser's options for offering its passkeys for this site, for any account. */
export function passkeyRequestOptions(platform: Platform) {
  return generateAuthenticationOptions({
    rpID: siteOf(platform).rpId,
    challenge: challengeFor(platform, TO_SIGN_IN),
    userVerification: "required",
  });
}

export async function verifyPasskey(platform: Platform, response: object): Promise<string> {
  const given = response as AuthenticationResponseJSON;
  const isAnId = typeof given.id === "string" && BASE64URL.test(given.id);
  const row = isAnId ? await findPasskey(platform.db, given.id) : undefined;
  if (!row) throw failure(SIGN_IN_METHOD_ERRORS, "PASSKEY_REFUSED");
  const { origin, rpId } = siteOf(platform);
  const { verified, authenticationInfo: used } = await believed(() =>
    verifyAuthenticationResponse({
      response: given,
      expectedChallenge: (challenge) => isOurs(platform, TO_SIGN_IN, challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: row.credentialID,
        publicKey: new Uint8Array(Buffer.from(row.publicKey, "base64")),
        counter: row.counter,
      },
    }),
  );
  if (!verified) throw failure(SIGN_IN_METHOD_ERRORS, "PASSKEY_REFUSED");
  const { newCounter: counter, credentialBackedUp: backedUp } = used;
  await updatePasskeyUse(platform.db, { id: row.id, counter, backedUp, at: platform.now() });
  return row.userId;
}

function siteOf({ instance }: Platform) {
  const { origin, hostname } = new URL(instance.publicUrl);
  return { origin, rpId: hostname };
}

async function requireRoom({ db }: Ctx, userId: string): Promise<PasskeyRow[]> {
  const known = await listPasskeys(db, userId);
  if (known.length >= PASSKEYS_MAX) throw failure(SIGN_IN_METHOD_ERRORS, "PASSKEYS_TOO_MANY");
  return known;
}

/** Nothing is stored until it's used, because everyone who opens the sign-in screen gets one. */
function challengeFor({ vault, now }: Platform, purpose: string): string {
  return vault.seal(purpose, String(now().getTime() + CHALLENGE_SECONDS * 1000));
}

async function isOurs({ vault, now, limits }: Platform, purpose: string, encoded: string): Promise<boolean> {
  const challenge = Buffer.from(encoded, "base64url").toString();
  const expires = Number(vault.open(purpose, challenge) ?? 0);
  if (expires <= now().getTime()) return false;
  await limits.count(ANSWERS, challenge);
  return true;
}

/** The library throws on any problem, including bytes that aren't a response at all. */
async function believed<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw failure(SIGN_IN_METHOD_ERRORS, "PASSKEY_REFUSED");
  }
}

function cleanName(name: string): string {
  return cutChars(cleanText(name), PASSKEY_NAME_CHARS_MAX);
}

/** The browser chooses these names, so they may be anything. */
function storedTransports(told: unknown): string {
  const list: unknown[] = Array.isArray(told) ? told : [];
  return list.filter((one) => typeof one === "string" && TRANSPORT.test(one)).join(",");
}

function transportsOf(stored: string | null): AuthenticatorTransportFuture[] {
  return (stored ?? "").split(",").filter((one) => one !== "") as AuthenticatorTransportFuture[];
}
