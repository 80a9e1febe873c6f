import { isDeepStrictEqual } from "node:util";
import {
  type FoundImpersonation,
  findActing,
  recordLook,
} from "#src/features/identity/accounts/impersonation/impersonation.ts";
import {
  type Endpoint,
  type MemberAccess,
  type Permission,
  SCOPE_NAMES,
  STAFF_ROLES,
  type StaffAccess,
  type StaffRole,
  staffScopeFor,
} from "#src/lib/access.ts";
import { GENERAL_ERRORS, isPersonId } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { hasFeature } from "#src/platform/account-features.ts";
import {
  actingCtx,
  apiKeyCtx,
  type Ctx,
  memberCtx,
  type Person,
  type Platform,
  type Staff,
  type StaffCtx,
  staffCtx,
  type VisitorCtx,
  visitorCtx,
} from "#src/platform/context.ts";
import type { Call, Caller, KeyCaller, SignedIn } from "#src/platform/http/api.ts";
import { canAct, isStaffFor } from "./rules.ts";
import { findMembership } from "./store.ts";
import { requirePermission, scopeMissing } from "./team.ts";

/** Returns the context of an authorized request. Throws a `Failure` for any other. */
export async function authorize(call: Call, endpoint: Endpoint): Promise<VisitorCtx | Ctx | StaffCtx> {
  // Tags a verb's log lines with the id in its response.
  const platform = { ...call.platform, log: call.platform.log.child({ request_id: call.requestId }) };
  const { access } = endpoint;
  if (access.to === "everyone") return visitorCtx(platform, call.request);
  const caller = await call.caller();
  if (!caller) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
  if (access.to === "staff") return authorizeStaff({ ...call, platform }, caller, { ...endpoint, access });
  if (caller.type === "staff-key") throw refusalOfStaffKey(access);
  const acting = caller.type === "person" ? await findActingOf(platform, call, caller) : undefined;
  if (caller.type === "person" && acting)
    return authorizeActing(platform, { call, caller, acting }, { ...endpoint, access });
  const ctx =
    caller.type === "person"
      ? await authorizeMember(platform, call, caller)
      : authorizeKey(platform, call, caller);
  if (caller.type !== "person" && access.isForPeople) throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  requirePermission(ctx, access.permission);
  if (caller.type === "person") requireOpenAccount(caller.person, access.permission);
  return ctx;
}

/**
 * The permissions left after a request to delete the account: seeing that, downloading its data, and keeping
 * it.
 */
const WHILE_CLOSED: readonly Permission[] = ["account.see", "account.delete"];

function requireOpenAccount({ deletion_due_at }: Person, permission: Permission): void {
  if (deletion_due_at !== null && !WHILE_CLOSED.includes(permission))
    throw failure(GENERAL_ERRORS, "ACCOUNT_CLOSED");
}

type StaffEndpoint = Endpoint & { access: StaffAccess };

function authorizeStaff(call: Call, caller: Caller, endpoint: StaffEndpoint): StaffCtx {
  const { platform, request } = call;
  const staff = staffFrom(caller, endpoint);
  return staffCtx(platform, staff, { request, isAdmitted: () => isStillStaff(call, staff, endpoint) });
}

/**
 * Strangers to the instance's own pages learn nothing about them: for anyone without access, and for accounts' API
 * keys, they don't exist. A staff key reaches what its maker's present role has, as far as its scopes go.
 */
function staffFrom(caller: Caller, { access, isChange }: StaffEndpoint): Omit<Staff, "type"> {
  const person = caller.type === "api-key" ? undefined : caller.person;
  const role = STAFF_ROLES.find((known) => known === person?.role);
  if (caller.type === "api-key" || !person || !role || person.deletion_due_at !== null)
    throw failure(GENERAL_ERRORS, "NOT_FOUND");
  if (!isStaffFor(role, access.area)) throw failure(GENERAL_ERRORS, "NOT_FOUND");
  if (caller.type === "person") return { person, role, sessionId: caller.session.id };
  const scope = staffScopeFor(access, isChange);
  if (!scope) throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  if (!caller.scopes.includes(scope)) throw scopeMissing(scope);
  return { person, role, sessionId: "", key: { id: caller.id, scopes: caller.scopes } };
}

async function isStillStaff(call: Call, was: Omit<Staff, "type">, endpoint: StaffEndpoint): Promise<boolean> {
  try {
    const caller = await call.caller();
    const is = caller && staffFrom(caller, endpoint);
    return is?.person.id === was.person.id && is.role === was.role && isDeepStrictEqual(is.key, was.key);
  } catch (error) {
    nobody(error);
    return false;
  }
}

/** Staff keys are for nothing in accounts, not even their maker's. */
function refusalOfStaffKey({ isForPeople, permission }: MemberAccess): Failure {
  const isForPerson = isForPeople || !SCOPE_NAMES.includes(permission);
  return isForPerson ? failure(GENERAL_ERRORS, "PERSON_REQUIRED") : scopeMissing(permission);
}

const wantedBy = ({ account }: Call, { person, session }: SignedIn) =>
  account ?? session.account ?? person.id;

/** Undefined for everyone but staff whose session is in somebody's account. */
async function findActingOf(
  platform: Platform,
  call: Call,
  caller: SignedIn,
): Promise<FoundImpersonation | undefined> {
  const { person, session } = caller;
  const account = wantedBy(call, caller);
  const role = STAFF_ROLES.find((known) => known === person.role);
  if (account === person.id || !role || !isPersonId(account)) return undefined;
  if (person.deletion_due_at !== null || !isStaffFor(role, "impersonation")) return undefined;
  return findActing(platform, { role, sessionId: session.id, account });
}

interface ActingCall {
  call: Call;
  caller: SignedIn;
  acting: FoundImpersonation;
}

/**
 * Staff in somebody's account: what they may call is decided here, and what they look at is recorded here. The
 * few endpoints about the caller in person that they need answer as themselves.
 */
async function authorizeActing(
  platform: Platform,
  { call, caller, acting }: ActingCall,
  endpoint: Endpoint & { access: MemberAccess },
): Promise<Ctx> {
  const { person, session } = caller;
  const { account, level } = acting;
  const { access } = endpoint;
  const isAdmitted = () => isStillActing(call, caller, acting);
  const place = { account, profileIds: null, request: call.request, isAdmitted };
  if (access.isForActing) return memberCtx(platform, { person, role: level, sessionId: session.id }, place);
  if (!canAct(level, endpoint)) throw failure(GENERAL_ERRORS, "ACTING_REFUSED");
  const role = person.role as StaffRole;
  const ctx = actingCtx(platform, { person, role, sessionId: session.id, acting: level }, place);
  if (access.permission !== "account.see") await recordLook(ctx, acting, access.permission);
  return ctx;
}

async function isStillActing(call: Call, { person }: SignedIn, { id, level }: FoundImpersonation) {
  const caller = await call.caller();
  if (caller?.type !== "person" || caller.person.id !== person.id) return false;
  const found = await findActingOf(call.platform, call, caller);
  return found?.id === id && found.level === level;
}

/**
 * A key is for one account, whatever else the request says. The request gets the rights that the key had when
 * it was authorized.
 */
function authorizeKey(platform: Platform, call: Call, key: KeyCaller): Ctx {
  const { account, profileIds } = key;
  if (call.account !== undefined && call.account !== account) throw failure(GENERAL_ERRORS, "NOT_FOUND");
  const isAdmitted = async () =>
    isDeepStrictEqual(await call.caller().catch(nobody), key) && (await hasFeature(platform, "api", account));
  return apiKeyCtx(platform, key, { account, profileIds, isAdmitted });
}

/** A key that has ended in the meantime grants nothing. */
function nobody(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

/**
 * The header picks the account for this request. Otherwise it's the session's remembered account, or else the
 * person's own.
 */
async function authorizeMember(platform: Platform, call: Call, caller: SignedIn): Promise<Ctx> {
  const { person, session } = caller;
  const wanted = wantedBy(call, caller);
  const found = await findAccess(platform, wanted, person);
  if (!found && call.account !== undefined) throw failure(GENERAL_ERRORS, "NOT_ON_TEAM");
  const { account, role, profileIds } = found ?? ownAccess(person);
  const isAdmitted = () => isStillAuthorized(call, person, { account, role, profileIds });
  const place = { account, profileIds, request: call.request, isAdmitted };
  return memberCtx(platform, { person, role, sessionId: session.id }, place);
}

type AccountAccess = Pick<Ctx, "account" | "profileIds"> & {
  role: Extract<Ctx["actor"], { type: "person" }>["role"];
};

function ownAccess(person: Person): AccountAccess {
  return { account: person.id, role: "owner", profileIds: null };
}

async function findAccess(
  { db }: Platform,
  account: string,
  person: Person,
): Promise<AccountAccess | undefined> {
  if (account === person.id) return ownAccess(person);
  if (!isPersonId(account)) return undefined;
  const found = await findMembership(db, { account, userId: person.id });
  return found && { account, role: found.role, profileIds: found.profile_ids };
}

/**
 * If the person's role or profiles have changed, they have to repeat the request and get a response for their
 * current ones.
 */
async function isStillAuthorized(call: Call, person: Person, place: AccountAccess): Promise<boolean> {
  const caller = await call.caller();
  if (caller?.type !== "person" || caller.person.id !== person.id) return false;
  return isDeepStrictEqual(await findAccess(call.platform, place.account, person), place);
}
