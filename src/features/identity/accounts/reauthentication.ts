import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Member, Platform } from "#src/platform/context.ts";
import { requireMember } from "./accounts.ts";
import { REAUTHENTICATION_ERRORS } from "./contract.ts";
import { listPasskeys } from "./passkeys/passkey-store.ts";
import { findPasswordHash } from "./person/person-store.ts";
import { isRecent, type ProofMethod } from "./rules.ts";
import { findProvenAt } from "./sessions/session-store.ts";
import { findTwoFactor } from "./two-factor/two-factor-store.ts";

/**
 * Guards actions that are irreversible, or that would let an intruder in someone's browser stay. Passes if
 * the person has proven who they are in the last ten minutes, by signing in or again later. API keys, and
 * staff acting for someone, never pass. Jobs pass, because they were authorized when they were requested.
 */
export async function requireRecentSignIn(ctx: Ctx): Promise<void> {
  if (ctx.actor.type === "system") return;
  const { person, sessionId } = requireMember(ctx);
  await requireRecentProof(ctx, { person, sessionId });
}

/**
 * Does the same for actions that API keys may take, too: the key's creator proved who they are, and so did
 * the person who queued a job.
 */
export async function requireRecentSignInOfPeople(ctx: Ctx): Promise<void> {
  if (ctx.actor.type === "person") await requireRecentSignIn(ctx);
}

/** Like `requireRecentSignIn`, for callers that only know the session. What has none isn't a person. */
export async function requireRecentProof(
  ctx: Platform,
  { person, sessionId }: Pick<Member, "person" | "sessionId">,
): Promise<void> {
  if (sessionId === "") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  const provenAt = await findProvenAt(ctx.db, sessionId);
  if (provenAt && isRecent(provenAt, ctx.now())) return;
  const methods = await listProofMethods(ctx, person.id);
  throw failure(REAUTHENTICATION_ERRORS, "REAUTHENTICATION_REQUIRED", {
    data: { methods, email: person.email },
  });
}

/**
 * Lists a person's proof methods, simplest first. With two-step sign-in, a password is only half the proof,
 * so the code replaces it. A passkey may be on another device, so there's always another method, too.
 */
export async function listProofMethods({ db }: Pick<Platform, "db">, userId: string): Promise<ProofMethod[]> {
  const passkeys = await listPasskeys(db, userId);
  const twoFactor = await findTwoFactor(db, userId);
  const hasPassword = (await findPasswordHash(db, userId)) !== undefined;
  const typed = hasPassword ? "password" : "link";
  return [...(passkeys.length > 0 ? (["passkey"] as const) : []), twoFactor?.confirmedAt ? "code" : typed];
}
