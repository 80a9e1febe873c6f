/*
 * Authorization: whether a request comes from someone with access, for which account, and in which role
 * (`authorize.ts`, following the matrix in `rules.ts`). People and their sessions belong to `accounts`.
 */
import { requirePerson, saveActiveAccount } from "#src/features/identity/accounts/accounts.ts";
import { type Permission, SCOPE_NAMES, type StaffScope } from "#src/lib/access.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { type Failure, failure } from "#src/lib/errors.ts";
import type { Ctx, Staff, System } from "#src/platform/context.ts";
import { type AccountAnswer, TEAM_ERRORS } from "./contract.ts";
import { type AccountRole, type Grant, grantOf } from "./rules.ts";
import { listMemberships, type Membership } from "./store.ts";

export { listMemberships } from "./store.ts";

/** Returns the extent of the actor's permission. Throws if they don't have it. */
export function requirePermission(ctx: Ctx, permission: Permission): Grant {
  const grant = grantOn(ctx, permission);
  if (!grant) throw refusalFor(ctx, permission);
  return grant;
}

/** Guards what tells something about people, though it names nobody. */
export function requireFullGrant(ctx: Ctx, permission: Permission): void {
  if (grantOn(ctx, permission) !== "full") throw refusalFor(ctx, permission);
}

function refusalFor({ actor }: Ctx, permission: Permission): Failure {
  if (actor.type !== "api-key") return failure(GENERAL_ERRORS, "FORBIDDEN");
  if (!SCOPE_NAMES.includes(permission)) return failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  if (grantOf(actor.role, permission)) return scopeMissing(permission);
  const message = "The person who made this API key may not do that, so the key may not either.";
  return failure(GENERAL_ERRORS, "FORBIDDEN", { message });
}

export function scopeMissing(scope: Permission | StaffScope): Failure {
  return failure(GENERAL_ERRORS, "SCOPE_MISSING", { data: { scope } });
}

/** Guards everything that affects all profiles. People limited to some may neither see nor change it. */
export function requireWholeAccount({ profileIds }: Ctx): void {
  if (profileIds !== null) throw failure(GENERAL_ERRORS, "PROFILES_LIMITED");
}

/** True if the actor's role has the permission, whatever a key's scopes are. */
export function hasRolePermission({ actor }: Ctx, permission: Permission): boolean {
  const role = actor.type === "person" || actor.type === "api-key" ? actor.role : actingRole(actor);
  return grantOf(role, permission) !== undefined;
}

/** Returns the extent of the actor's permission, or undefined if they don't have it. */
export function grantOn({ actor }: Ctx, permission: Permission): Grant | undefined {
  return actor.type === "person" ? grantOf(actor.role, permission) : grantOfOthers(actor, permission);
}

/** Only the process itself has an owner's permissions. */
function actingRole(actor: Staff | System): AccountRole {
  return actor.type === "staff" ? (actor.acting ?? "look") : "owner";
}

/** A key has its own scopes, as far as its creator has them. */
function grantOfOthers(
  actor: Exclude<Ctx["actor"], { type: "person" }>,
  permission: Permission,
): Grant | undefined {
  if (actor.type !== "api-key") return grantOf(actingRole(actor), permission);
  return actor.permissions.includes(permission) ? grantOf(actor.role, permission) : undefined;
}

/** Lists the accounts that the person may work in, their own first. */
export async function listAccounts(ctx: Ctx): Promise<{ items: AccountAnswer[]; current: string }> {
  const person = requirePerson(ctx);
  const own: AccountAnswer = { id: person.id, name: person.name, role: "owner", profile_ids: null };
  const others = await listMemberships(ctx.db, person.id);
  return { items: [own, ...others.map(toAnswer)], current: ctx.account };
}

/** From now on, this session's requests are for that account, unless they name another one. */
export async function switchAccount(ctx: Ctx, { account }: { account: string }): Promise<AccountAnswer> {
  const person = requirePerson(ctx);
  const { items } = await listAccounts(ctx);
  const chosen = items.find(({ id }) => id === account);
  if (!chosen) throw failure(TEAM_ERRORS, "ACCOUNT_NOT_FOUND");
  await saveActiveAccount(ctx, account === person.id ? null : account);
  return chosen;
}

function toAnswer({ account, name, role, profile_ids }: Membership): AccountAnswer {
  return { id: account, name, role, profile_ids };
}
