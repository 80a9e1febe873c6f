import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { AUTH_API_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import type { SignedIn } from "#src/platform/http/api.ts";
import { arriving } from "./arrivals.ts";
import type { Auth } from "./auth.ts";
import { type AuthCall, forwardTo, text } from "./auth-calls.ts";
import { change } from "./changes.ts";
import type { Devices } from "./devices.ts";
import { confirmEmailByLink } from "./email-changes.ts";
import { LINK_TRIES, OWN_GUESSES } from "./limits.ts";
import { secureByLink } from "./not-me.ts";
import { hashInTurn } from "./password-hash.ts";
import { isPasswordOf, requireGoodPassword, tellPasswordChanged } from "./passwords.ts";
import { findPasswordHash, setPasswordHash } from "./person-store.ts";
import { requireProof } from "./proofs.ts";
import { requireRecentProof } from "./reauthentication.ts";
import { AUTH_ERRORS } from "./rules.ts";
import { setProvenAt } from "./session-store.ts";
import { sessionEnded } from "./signals.ts";
import { requireSamePerson } from "./swapping.ts";

interface OwnAccountParts {
  platform: Platform;
  auth: Auth;
  devices: Devices;
}

/** What people do to their own account with a cookie or a link from their inbox. The API does the rest. */
export class OwnAccount {
  readonly #platform: Platform;
  readonly #auth: Auth;
  readonly #devices: Devices;

  constructor({ platform, auth, devices }: OwnAccountParts) {
    this.#platform = platform;
    this.#auth = auth;
    this.#devices = devices;
  }

  /** Asks the signed-in person to prove again who they are. */
  async reauthenticate({ request, body }: AuthCall): Promise<Response> {
    const signedIn = await this.requireSignedIn(request);
    const { person, session } = signedIn;
    const { limits } = this.#platform;
    await limits.count(OWN_GUESSES, session.id);
    await requireProof(this.#platform, person, body);
    await limits.forgive(OWN_GUESSES, session.id);
    const { db, now } = this.#platform;
    await setProvenAt(db, session.id, now());
    return Response.json({ status: true });
  }

  /** All sessions end, and a new one replaces this one, because someone may have its cookie. */
  async changePassword({ request, body, address }: AuthCall): Promise<Response> {
    const platform = this.#platform;
    const signedIn = await this.requireSignedIn(request);
    const { person, session } = signedIn;
    const hasPassword = (await findPasswordHash(platform.db, person.id)) !== undefined;
    if (hasPassword) await this.#requirePassword(signedIn, text(body.currentPassword));
    else await requireRecentProof(platform, { person, sessionId: session.id });
    const password = text(body.newPassword);
    await requireGoodPassword(password, [person.name, person.email, platform.settings.get(INSTANCE_NAME)]);
    const hash = await hashInTurn(address, password);
    const { done } = await arriving(platform, address, () =>
      change(platform, async (ctx) => {
        const actor = { type: "person" as const, person, role: "owner" as const, sessionId: session.id };
        await requireSamePerson({ db: ctx.db, actor });
        await setPasswordHash(ctx.db, { id: ctx.newId(), userId: person.id, hash, now: ctx.now() });
        await tellPasswordChanged(ctx, person, this.#auth.links);
        const response = await this.#auth.handle(forwardTo(request, `${AUTH_API_PATH}/renew-session`));
        await ctx.invalidate(sessionEnded, { user_id: person.id });
        return response;
      }),
    );
    return done;
  }

  async confirmEmail({ request, body, address }: AuthCall): Promise<Response> {
    const { limits } = this.#platform;
    await limits.count(LINK_TRIES, address);
    const confirmed = await confirmEmailByLink(this.#platform, text(body.token));
    if (!confirmed) throw failure(AUTH_ERRORS, "LINK_EXPIRED");
    await limits.forgive(LINK_TRIES, address);
    const { owner, email, outcome } = confirmed;
    if (outcome === "taken") throw failure(AUTH_ERRORS, "EMAIL_TAKEN");
    const answer = Response.json({ status: true, is_changed: outcome === "changed" });
    // Devices are known by the e-mail address that they signed in with.
    if (outcome === "changed" && this.#devices.find(request.headers, owner.email) !== undefined)
      answer.headers.append("set-cookie", this.#devices.remember(request.headers, email));
    return answer;
  }

  async secure({ body, address }: AuthCall): Promise<Response> {
    await this.#platform.limits.count(LINK_TRIES, address);
    if (!(await secureByLink(this.#platform, text(body.token)))) throw failure(AUTH_ERRORS, "LINK_EXPIRED");
    return Response.json({ status: true });
  }

  async requireSignedIn({ headers }: Request): Promise<SignedIn> {
    const signedIn = await this.#auth.findSession(headers);
    if (!signedIn) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    return signedIn;
  }

  async #requirePassword({ person, session }: SignedIn, password: string): Promise<void> {
    const { limits, db } = this.#platform;
    await limits.count(OWN_GUESSES, session.id);
    if (!(await isPasswordOf(db, person.id, password))) throw failure(AUTH_ERRORS, "PASSWORD_WRONG");
    await limits.forgive(OWN_GUESSES, session.id);
  }
}
