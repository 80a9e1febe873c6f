/*
 * API keys: their owners, permissions, and expiry. A key may do at most what its creator's role allows
 * (`team`). `node/http-api.ts` counts its calls.
 */

import { hash, randomBytes } from "node:crypto";
import type * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { requireSameIdentity } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { requireRecentSignIn } from "#src/features/identity/accounts/reauthentication.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { SCOPE_NAMES } from "#src/lib/access.ts";
import { GENERAL_ERRORS, isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { addHours } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { KeyCaller } from "#src/platform/http/api.ts";
import type { Limit } from "#src/platform/limits.ts";
import { type createKeySchema, KEY_ERRORS, type Key, type NewKey } from "./contract.ts";
import { keyCreated, keyRenamed, keyRevoked, keyRotated } from "./events.ts";
import {
  ENDED_KEYS_KEPT,
  KEY_CALLS_MAX,
  KEY_CALLS_SECONDS,
  KEY_NAME_CHARS_MAX,
  KEY_PREFIX,
  KEYS_MAX,
  rightsOf,
  USE_RECORDED_EVERY_MS,
} from "./rules.ts";
import { keyEnded } from "./signals.ts";
import {
  countKeys,
  deleteKey,
  findEndedKey,
  findKeyByHash,
  findKeyWithMaker,
  insertEndedKey,
  insertKey,
  type KeyWithMaker,
  listKeyRows,
  updateKey,
  updateKeyHash,
  updateKeyUse,
} from "./store.ts";

/** Each key's calls are counted separately, so that one running wild doesn't stop the others. */
export const KEY_CALLS: Limit = {
  name: "key-calls",
  attempts: KEY_CALLS_MAX,
  seconds: KEY_CALLS_SECONDS,
  sentence: `This key has made ${KEY_CALLS_MAX} calls in a minute, which is its limit.`,
};

const BEARER = /^Bearer +/i;
const SECRET_BYTES = 32;
const KEY_CHARS_MAX = 200;
/**
 * The characters shown of the secret, in addition to the prefix: enough to tell keys apart, and no help for
 * guessing.
 */
const SHOWN_CHARS = 4;

/** True if a request carries an API key. Its session, if any, doesn't count then. */
export function hasApiKey(headers: Headers): boolean {
  return BEARER.test(headers.get("authorization") ?? "");
}

/** Returns a key's owner and current permissions. Throws with the reason if it doesn't work. */
export async function findKey(platform: Platform, headers: Headers): Promise<KeyCaller> {
  const key = headers.get("authorization")?.replace(BEARER, "") ?? "";
  const hash = hashOf(key);
  const row = key.length > KEY_CHARS_MAX ? undefined : await findKeyByHash(platform.db, hash);
  if (!row) {
    const ended = await findEndedKey(platform.db, hash);
    throw failure(GENERAL_ERRORS, ended ? ENDED[ended.ended_because] : "KEY_UNKNOWN");
  }
  const { id, account, role } = row;
  const time = platform.now().toISOString();
  if (row.is_old && (row.old_until ?? "") <= time) throw failure(GENERAL_ERRORS, "KEY_REPLACED");
  if (row.expires_at !== null && row.expires_at <= time) throw failure(GENERAL_ERRORS, "KEY_EXPIRED");
  if (role === null || row.is_closed) throw failure(GENERAL_ERRORS, "KEY_IDLE");
  await recordUse(platform, row);
  return {
    type: "api-key",
    id,
    account,
    maker: row.made_by,
    role,
    ...rightsOf(row, { role, profileIds: row.maker_profile_ids }),
  };
}

const ENDED = { revoked: "KEY_REVOKED", replaced: "KEY_REPLACED" } as const;

async function recordUse({ db, now }: Platform, { id, used_at }: KeyWithMaker): Promise<void> {
  const before = new Date(now().getTime() - USE_RECORDED_EVERY_MS).toISOString();
  if (used_at === null || used_at <= before) await updateKeyUse(db, { id, now: now().toISOString(), before });
}

export async function listKeys(ctx: Ctx): Promise<{ items: Key[] }> {
  requireWholeAccount(ctx);
  const rows = await listKeyRows(ctx.db, ctx.account);
  return { items: rows.map((row) => toKey(ctx, row)) };
}

export async function createKey(ctx: Ctx, input: z.output<typeof createKeySchema>): Promise<NewKey> {
  requireWholeAccount(ctx);
  await requireRecentSignIn(ctx);
  const made_by = requirePerson(ctx).id;
  const name = cleanName(input.name);
  const scopes = SCOPE_NAMES.filter((scope) => input.scopes.includes(scope));
  if (scopes.length === 0) throw failure(KEY_ERRORS, "KEY_SCOPES_MISSING");
  if (input.profile_ids?.length === 0) throw failure(KEY_ERRORS, "KEY_PROFILES_MISSING");
  const now = ctx.now();
  const expires_at = input.expires_at ? new Date(input.expires_at).toISOString() : null;
  if (expires_at !== null && expires_at <= now.toISOString()) throw failure(KEY_ERRORS, "KEY_EXPIRY_PAST");
  const { key, ...secret } = makeSecret();
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "keys", ctx.account);
    await requireSameIdentity(ctx);
    if ((await countKeys(ctx.db, ctx.account)) >= KEYS_MAX) throw failure(KEY_ERRORS, "KEY_LIMIT");
    const profile_ids = input.profile_ids ? [...new Set(input.profile_ids)] : null;
    for (const id of profile_ids ?? []) await requireProfile(ctx, id);
    const id = ctx.newId();
    const row = { id, account: ctx.account, made_by, name, scopes, profile_ids, expires_at, ...secret };
    await insertKey(ctx.db, { ...row, created_at: now.toISOString() });
    await ctx.announce(keyCreated, { subject: id, payload: { scopes } });
    return { ...(await requireKey(ctx, id)), key };
  });
}

export async function renameKey(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<Key> {
  requireWholeAccount(ctx);
  const cleaned = cleanName(name);
  return ctx.write(async (ctx) => {
    const key = await requireKey(ctx, id);
    if (key.name === cleaned) return key;
    await updateKey(ctx.db, { account: ctx.account, id, name: cleaned });
    await ctx.announce(keyRenamed, { subject: id, payload: {} });
    return { ...key, name: cleaned };
  });
}

/** Gives a key a new secret. Its permissions and its owner stay the same. */
export async function rotateKey(
  ctx: Ctx,
  { id, overlap_hours }: { id: string; overlap_hours: number },
): Promise<NewKey> {
  requireWholeAccount(ctx);
  await requireRecentSignIn(ctx);
  const { key, ...secret } = makeSecret();
  const old_until = addHours(ctx.now(), overlap_hours);
  return ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    await requireKey(ctx, id);
    await recordEnd(ctx, id, "replaced");
    await updateKeyHash(ctx.db, { account: ctx.account, id, old_until, ...secret });
    await ctx.announce(keyRotated, { subject: id, payload: { old_until } });
    await ctx.invalidate(keyEnded, { key_id: id });
    return { ...(await requireKey(ctx, id)), key };
  });
}

/** The key stops working at once, and its open connections end. */
export async function revokeKey(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    await requireKey(ctx, id);
    await recordEnd(ctx, id, "revoked");
    await deleteKey(ctx.db, { account: ctx.account, id });
    await ctx.announce(keyRevoked, { subject: id, payload: {} });
    await ctx.invalidate(keyEnded, { key_id: id });
    return { id };
  });
}

/** Lets programs that still use it learn why it ended. */
function recordEnd(ctx: Ctx, id: string, ended_because: "revoked" | "replaced"): Promise<void> {
  const ended_at = ctx.now().toISOString();
  return insertEndedKey(ctx.db, { id, account: ctx.account, ended_because, ended_at, kept: ENDED_KEYS_KEPT });
}

async function requireKey(ctx: Ctx, id: string): Promise<Key> {
  const row = isId(id) ? await findKeyWithMaker(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(KEY_ERRORS, "KEY_NOT_FOUND");
  return toKey(ctx, row);
}

function cleanName(name: string): string {
  const cleaned = cleanText(name, KEY_NAME_CHARS_MAX);
  if (isBlank(cleaned)) throw failure(KEY_ERRORS, "KEY_NAME_MISSING");
  return cleaned;
}

function makeSecret() {
  const key = KEY_PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
  return { key, hash: hashOf(key), start: key.slice(0, KEY_PREFIX.length + SHOWN_CHARS) };
}

function hashOf(key: string): string {
  return hash("sha256", key, "base64url");
}

function toKey({ now }: Platform, row: KeyWithMaker): Key {
  const { made_by, maker_name, role, maker_profile_ids: _, account: __, ...shown } = row;
  const time = now().toISOString();
  const isPast = row.expires_at !== null && row.expires_at <= time;
  return {
    ...shown,
    state: isPast ? "expired" : role === null ? "idle" : "active",
    made_by: { id: made_by, name: maker_name },
    old_until: row.old_until !== null && row.old_until > time ? row.old_until : null,
  };
}
