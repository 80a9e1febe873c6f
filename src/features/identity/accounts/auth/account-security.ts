import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { AUTH_API_PATH } from "#src/lib/paths.ts";
import type { Person, Platform } from "#src/platform/context.ts";
import type { SignedIn } from "#src/platform/http/api.ts";
import { inTransaction } from "../auth-transaction.ts";
import { deleteEmailChange } from "../email-changes/email-change-store.ts";
import { confirmEmailByLink } from "../email-changes/email-changes.ts";
import { emailLinks, type LinkOwner } from "../email-links/email-links.ts";
import { about, accountSecured } from "../events.ts";
import { requireSameIdentity } from "../id-swap/id-swap.ts";
import { verifyPasskey } from "../passkeys/passkeys.ts";
import {
  enqueuePasswordLink,
  hashInTurn,
  isPasswordOf,
  recordPasswordChange,
  requireGoodPassword,
} from "../passwords/passwords.ts";
import { deletePasswordHash, findPasswordHash, upsertPasswordHash } from "../person/person-store.ts";
import { listProofMethods, requireRecentProof } from "../reauthentication.ts";
import { AUTH_ERRORS } from "../rules.ts";
import { updateProvenAt } from "../sessions/session-store.ts";
import { sessionEnded } from "../signals.ts";
import { deleteSessions } from "../store.ts";
import { consumeCode, stopRemoval } from "../two-factor/two-factor.ts";
import type { Auth } from "./auth.ts";
import { type AuthRequest, forwardTo, text } from "./auth-request.ts";
import type { Devices } from "./devices.ts";
import { LINK_ATTEMPTS, REAUTHENTICATION_ATTEMPTS } from "./limits.ts";
import { withSignInContext } from "./session-start.ts";

interface AccountSecurityParts {
  platform: Platform;
  auth: Auth;
  devices: Devices;
}

/** Account changes that need a cookie or a link from an inbox. The API handles all others. */
export class AccountSecurity {
  readonly #platform: Platform;
  readonly #auth: Auth;
  readonly #devices: Devices;

  constructor({ platform, auth, devices }: AccountSecurityParts) {
    this.#platform = platform;
    this.#auth = auth;
    this.#devices = devices;
  }

  /** Verifies again who the signed-in person is. */
  async reauthenticate({ request, body }: AuthRequest): Promise<Response> {
    const signedIn = await this.requireSignedIn(request);
    const { person, session } = signedIn;
    const { limits } = this.#platform;
    await limits.count(REAUTHENTICATION_ATTEMPTS, session.id);
    await requireProof(this.#platform, person, body);
    await limits.reset(REAUTHENTICATION_ATTEMPTS, session.id);
    const { db, now } = this.#platform;
    await updateProvenAt(db, session.id, now());
    return Response.json({ status: true });
  }

  /** All sessions end, and a new one replaces this one, because someone may have its cookie. */
  async changePassword({ request, body, address }: AuthRequest): Promise<Response> {
    const platform = this.#platform;
    const signedIn = await this.requireSignedIn(request);
    const { person, session } = signedIn;
    const hasPassword = (await findPasswordHash(platform.db, person.id)) !== undefined;
    if (hasPassword) await this.#requirePassword(signedIn, text(body.currentPassword));
    else await requireRecentProof(platform, { person, sessionId: session.id });
    const password = text(body.newPassword);
    await requireGoodPassword(password, [person.name, person.email, platform.settings.get(INSTANCE_NAME)]);
    const hash = await hashInTurn(address, password);
    const { done } = await withSignInContext(platform, address, () =>
      inTransaction(platform, async (ctx) => {
        const actor = { type: "person" as const, person, role: "owner" as const, sessionId: session.id };
        await requireSameIdentity({ db: ctx.db, actor });
        await upsertPasswordHash(ctx.db, { id: ctx.newId(), userId: person.id, hash, now: ctx.now() });
        await recordPasswordChange(ctx, person, this.#auth.links);
        const response = await this.#auth.handle(forwardTo(request, `${AUTH_API_PATH}/renew-session`));
        await ctx.invalidate(sessionEnded, { user_id: person.id });
        return response;
      }),
    );
    return done;
  }

  async confirmEmail({ request, body, address }: AuthRequest): Promise<Response> {
    const { limits } = this.#platform;
    await limits.count(LINK_ATTEMPTS, address);
    const confirmed = await confirmEmailByLink(this.#platform, text(body.token));
    if (!confirmed) throw failure(AUTH_ERRORS, "LINK_EXPIRED");
    await limits.reset(LINK_ATTEMPTS, address);
    const { owner, email, outcome } = confirmed;
    if (outcome === "taken") throw failure(AUTH_ERRORS, "EMAIL_TAKEN");
    const answer = Response.json({ status: true, is_changed: outcome === "changed" });
    // Devices are recognized by the e-mail address that they signed in with.
    if (outcome === "changed" && this.#devices.find(request.headers, owner.email) !== undefined)
      answer.headers.append("set-cookie", this.#devices.remember(request.headers, email));
    return answer;
  }

  async secure({ body, address }: AuthRequest): Promise<Response> {
    await this.#platform.limits.count(LINK_ATTEMPTS, address);
    if (!(await secureAccountByLink(this.#platform, text(body.token))))
      throw failure(AUTH_ERRORS, "LINK_EXPIRED");
    return Response.json({ status: true });
  }

  async requireSignedIn({ headers }: Request): Promise<SignedIn> {
    const signedIn = await this.#auth.findSession(headers);
    if (!signedIn) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    return signedIn;
  }

  async #requirePassword({ person, session }: SignedIn, password: string): Promise<void> {
    const { limits, db } = this.#platform;
    await limits.count(REAUTHENTICATION_ATTEMPTS, session.id);
    if (!(await isPasswordOf(db, person.id, password))) throw failure(AUTH_ERRORS, "PASSWORD_WRONG");
    await limits.reset(REAUTHENTICATION_ATTEMPTS, session.id);
  }
}

/**
 * Handles a report that a sign-in wasn't the owner's, so a stranger knows the password or had a session. All
 * sessions end, the password stops working until its owner sets another, and pending requests are dropped.
 * Undefined for a link that doesn't work.
 */
function secureAccountByLink(platform: Platform, token: string): Promise<LinkOwner | undefined> {
  return inTransaction(platform, async (ctx) => {
    const links = emailLinks(platform);
    const owner = await links.use("notMe", token);
    if (!owner) return undefined;
    const { id, email } = owner;
    await deleteSessions(ctx.db, id);
    await deletePasswordHash(ctx.db, id);
    await deleteEmailChange(ctx.db, id);
    await stopRemoval(ctx, id);
    for (const purpose of ["oldEmail", "newEmail", "signIn"] as const) await links.revoke(purpose, id);
    await enqueuePasswordLink(ctx, { id, email });
    await ctx.announce(accountSecured, about(owner));
    await ctx.invalidate(sessionEnded, { user_id: id });
    return owner;
  });
}

interface Proof {
  passkey?: unknown;
  code?: unknown;
  password?: unknown;
}

/** Throws unless the proof belongs to this person. The caller counts guesses. */
async function requireProof(
  platform: Platform,
  person: Person,
  { passkey, code, password }: Proof,
): Promise<void> {
  if (typeof passkey === "object" && passkey !== null) {
    const owner = await verifyPasskey(platform, passkey);
    if (owner !== person.id) throw failure(AUTH_ERRORS, "PASSKEY_REFUSED");
  } else if (typeof code === "string") {
    if (!(await consumeCode(platform, person, code))) throw failure(AUTH_ERRORS, "CODE_WRONG");
  } else {
    const methods = await listProofMethods(platform, person.id);
    const isRight =
      methods.includes("password") &&
      typeof password === "string" &&
      (await isPasswordOf(platform.db, person.id, password));
    if (!isRight) throw failure(AUTH_ERRORS, "PASSWORD_WRONG");
  }
}
