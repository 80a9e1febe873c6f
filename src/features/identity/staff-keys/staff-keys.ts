/*
 * Staff keys: what programs may do of staff's work. A key is a person's, never an account's: it reaches no account's
 * own API, and what it may do is what its maker's role has at each call, as far as its scopes go (`team`).
 */
import { hash, randomBytes } from "node:crypto";
import { requireSameIdentity } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { GENERAL_ERRORS, isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { addHours } from "#src/lib/time.ts";
import type { Platform, Staff, StaffCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { type NewKeyInput, type NewStaffKey, STAFF_KEY_ERRORS, type StaffKey } from "./contract.ts";
import { staffKeyCreated, staffKeyRevoked, staffKeyRotated } from "./events.ts";
import {
  ENDED_STAFF_KEYS_KEPT,
  NAME_CHARS_MAX,
  problemWithEnd,
  REPLACED_KEPT,
  STAFF_KEY_PREFIX,
  STAFF_KEYS_LISTED,
  STAFF_KEYS_MAX,
  STAFF_SCOPE_NAMES,
  scopesWithin,
  stateOf,
} from "./rules.ts";
import {
  countKeys,
  deleteEndedKeys,
  findKeyRow,
  insertKey,
  listKeyRows,
  lockKey,
  type StaffKeyRow,
  updateKeyHash,
  updateRevoked,
} from "./store.ts";

const SECRET_BYTES = 32;
/** The characters shown of the secret, in addition to the prefix. */
const SHOWN_CHARS = 4;

/** Lists one's own keys, or everyone's for those in charge of staff. */
export async function listStaffKeys(ctx: StaffCtx): Promise<{ items: StaffKey[] }> {
  const staff = requireStaff(ctx);
  const maker = seesAll(staff) ? undefined : staff.person.id;
  const now = ctx.now().toISOString();
  const rows = await listKeyRows(ctx.db, { maker, now, most: STAFF_KEYS_LISTED });
  return { items: rows.map((row) => toAnswer(ctx, row, staff)) };
}

/** Takes a fresh proof of who asks. */
export async function createStaffKey(ctx: StaffCtx, input: NewKeyInput): Promise<NewStaffKey> {
  const staff = requireStaff(ctx);
  const name = cleanText(input.name, NAME_CHARS_MAX);
  if (isBlank(name)) throw failure(STAFF_KEY_ERRORS, "STAFF_KEY_NAME_MISSING");
  const scopes = STAFF_SCOPE_NAMES.filter((scope) => input.scopes.includes(scope));
  if (scopes.length === 0) throw failure(STAFF_KEY_ERRORS, "STAFF_KEY_SCOPES_MISSING");
  if (scopesWithin(scopes, staff.role).length < scopes.length)
    throw failure(STAFF_KEY_ERRORS, "STAFF_KEY_SCOPES_REFUSED");
  const problem = problemWithEnd(new Date(input.expires_at), ctx.now());
  if (problem) throw failure(STAFF_KEY_ERRORS, problem);
  await requireRecentProof(ctx, staff);
  const { key, ...secret } = makeSecret();
  return ctx.write(async (ctx) => {
    const made_by = staff.person.id;
    await requireSamePerson(ctx, staff);
    await takeAdvisoryLock(ctx.db, "staff-keys", made_by);
    const created_at = ctx.now().toISOString();
    if ((await countKeys(ctx.db, made_by, created_at)) >= STAFF_KEYS_MAX)
      throw failure(STAFF_KEY_ERRORS, "STAFF_KEY_LIMIT");
    const id = ctx.newId();
    const expires_at = new Date(input.expires_at).toISOString();
    await insertKey(ctx.db, { id, made_by, name, scopes, expires_at, created_at, ...secret });
    await deleteEndedKeys(ctx.db, { maker: made_by, now: created_at, kept: ENDED_STAFF_KEYS_KEPT });
    await ctx.announce(staffKeyCreated, { account: made_by, subject: id, payload: { scopes, expires_at } });
    return { ...toAnswer(ctx, await requireKey(ctx, id, staff), staff), key };
  });
}

/** Gives a key a new secret, which only its maker may know. Its scopes and its end stay. Takes a fresh proof. */
export async function rotateStaffKey(
  ctx: StaffCtx,
  { id, overlap_hours }: { id: string; overlap_hours: number },
): Promise<NewStaffKey> {
  const staff = requireStaff(ctx);
  await requireOwn(ctx, id, staff);
  await requireRecentProof(ctx, staff);
  const { key, ...secret } = makeSecret();
  const old_until = addHours(ctx.now(), overlap_hours);
  return ctx.write(async (ctx) => {
    await requireSamePerson(ctx, staff);
    const { made_by } = await requireOwn(ctx, id, staff);
    await updateKeyHash(ctx.db, { id, old_until, kept: REPLACED_KEPT, ...secret });
    await ctx.announce(staffKeyRotated, { account: made_by, subject: id, payload: { old_until } });
    return { ...toAnswer(ctx, await requireKey(ctx, id, staff), staff), key };
  });
}

/** The key stops working at once, on every node. */
export async function revokeStaffKey(
  ctx: StaffCtx,
  { id, reason }: { id: string; reason: string },
): Promise<StaffKey> {
  const staff = requireStaff(ctx);
  return ctx.write(async (ctx) => {
    const { made_by } = await requireLive(ctx, id, staff);
    const is_own = made_by === staff.person.id;
    if (!is_own && reason === "") throw failure(STAFF_KEY_ERRORS, "STAFF_KEY_REASON_MISSING");
    const revoked_at = ctx.now().toISOString();
    await updateRevoked(ctx.db, { id, revoked_at, revoked_by: staff.person.id, revoked_why: reason });
    await ctx.announce(staffKeyRevoked, { account: made_by, subject: id, payload: { reason, is_own } });
    return toAnswer(ctx, await requireKey(ctx, id, staff), staff);
  });
}

async function requireOwn(ctx: StaffCtx, id: string, staff: Staff): Promise<StaffKeyRow> {
  const row = await requireLive(ctx, id, staff);
  if (row.made_by !== staff.person.id) throw failure(STAFF_KEY_ERRORS, "STAFF_KEY_NOT_YOURS");
  return row;
}

/** In a transaction, holds the lock until its end. */
async function requireLive(ctx: StaffCtx, id: string, staff: Staff): Promise<StaffKeyRow> {
  if (isId(id)) await lockKey(ctx.db, id);
  const row = await requireKey(ctx, id, staff);
  const state = stateOf(row, row.role, ctx.now());
  if (state === "revoked" || state === "expired") throw failure(STAFF_KEY_ERRORS, "STAFF_KEY_OVER");
  return row;
}

/** For those who aren't in charge of staff, others' keys don't exist. */
async function requireKey({ db }: Platform, id: string, staff: Staff): Promise<StaffKeyRow> {
  const row = isId(id) ? await findKeyRow(db, id) : undefined;
  if (!row || (row.made_by !== staff.person.id && !seesAll(staff)))
    throw failure(STAFF_KEY_ERRORS, "STAFF_KEY_NOT_FOUND");
  return row;
}

const seesAll = ({ role }: Staff): boolean => isStaffFor(role, "staff");

/** A person in this browser, never a key or a job. */
function requireStaff({ actor }: StaffCtx): Staff {
  if (actor.type !== "staff" || actor.key) throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  return actor;
}

/** Since the request was authorized, the id may have become another person's, or the session may have ended. */
async function requireSamePerson({ db }: Platform, { person, sessionId }: Staff): Promise<void> {
  await requireSameIdentity({ db, actor: { type: "person", person, role: "owner", sessionId } });
}

function makeSecret() {
  const key = STAFF_KEY_PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
  return {
    key,
    hash: hash("sha256", key, "base64url"),
    start: key.slice(0, STAFF_KEY_PREFIX.length + SHOWN_CHARS),
  };
}

function toAnswer({ now }: Platform, row: StaffKeyRow, reader: Staff): StaffKey {
  const { id, name, start, scopes, made_by, maker_name, role, expires_at, used_at, created_at } = row;
  const { old_until, revoked_at, revoker_name, revoked_why } = row;
  const time = now();
  return {
    id,
    name,
    start,
    scopes,
    working_scopes: scopesWithin(scopes, role),
    state: stateOf(row, role, time),
    made_by: { id: made_by, name: maker_name },
    is_own: made_by === reader.person.id,
    expires_at,
    used_at,
    old_until: old_until !== null && old_until > time.toISOString() ? old_until : null,
    created_at,
    revoked: revoked_at === null ? null : { at: revoked_at, by: revoker_name, reason: revoked_why },
  };
}
