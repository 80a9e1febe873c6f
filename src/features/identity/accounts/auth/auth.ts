import { AsyncLocalStorage } from "node:async_hooks";
import type { DBTransactionAdapter, Where } from "@better-auth/core/db/adapter";
import { type BetterAuthOptions, betterAuth, type User } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { isAPIError } from "better-auth/api";
import { admin } from "better-auth/plugins";
import { adminAc, userAc } from "better-auth/plugins/admin/access";
import { cookieName } from "#src/lib/cookies.ts";
import { LANGUAGES } from "#src/lib/language.ts";
import { AUTH_API_PATH } from "#src/lib/paths.ts";
import { cleanText, cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import type { Db } from "#src/platform/db/database.ts";
import { DatabaseUnavailable, toBusyFailure } from "#src/platform/db/database-unavailable.ts";
import type { SignedIn } from "#src/platform/http/api.ts";
import { requestedLanguage } from "#src/platform/languages.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { currentContext, inTransaction, transactionalDb } from "../auth-transaction.ts";
import { EmailLinks } from "../email-links/email-links.ts";
import { about, accountCreated } from "../events.ts";
import { type GoogleClient, signInWithGoogle } from "../google/google.ts";
import { verificationMail } from "../mails.ts";
import { hashInTurn, recordPasswordChange } from "../passwords/passwords.ts";
import { updatePerson } from "../person/person-store.ts";
import {
  AUTH_ERRORS,
  type Ban,
  isBanned,
  LINK_SECONDS,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  PERSON_NAME_CHARS_MAX,
} from "../rules.ts";
import { deleteSessions, updateFounderIfFirst } from "../store.ts";
import * as tables from "../tables.ts";
import { hash, verify } from "./auth-password.ts";
import { decodeEmail, encodeEmail } from "./email-encoding.ts";
import { recordSeen, recordUse } from "./last-use.ts";
import { MfaChallenge } from "./mfa-challenge.ts";
import {
  asVerifiedUser,
  RENEW_PATH,
  renewSession,
  signInByLink,
  signInVerified,
  VERIFIED_SESSION_PATH,
} from "./session-endpoints.ts";
import { recordSession, sessionFields, signInAddress } from "./session-start.ts";
import { requireOpenSignUps, requireWelcome, requireWelcomeEmail } from "./welcome.ts";

const SESSION_SECONDS = 30 * 24 * 3600;
const SESSION_RENEWED_SECONDS = 24 * 3600;
const STAFF = { founder: adminAc, admin: adminAc, user: userAc };

/**
 * Sign-in for this instance. better-auth does the work; `auth-routes.ts` decides which parts of it are
 * reachable.
 */
export interface Auth {
  links: EmailLinks;
  secondSteps: MfaChallenge;
  handle(request: Request): Promise<Response>;
  /** Like `handle`, but everything it writes, announces, and queues happens together or not at all. */
  change(request: Request, newPassword?: string): Promise<Response>;
  /** Starts a session for someone we've identified ourselves (`session-endpoints.ts`). */
  begin(request: Request, userId: string): Promise<Response>;
  /** Returns the person whose code this browser is waiting for. */
  findAwaited(headers: Headers): Promise<{ id: string; email: string } | undefined>;
  /** Returns the signed-in person. A banned account's remaining sessions end here. */
  findSession(headers: Headers): Promise<SignedIn | null>;
  /** Returns the id of the account with this e-mail address, creating one if there is none. */
  ensureAccount(person: { name: string; email: string; password: string }): Promise<string>;
}

type UserRow = User & Ban & { role?: string | null; deletionDueAt?: Date | string | null };
type SessionRow = { id: string; activeAccount?: string | null; lastUsedAt?: Date | null };

interface AuthParts {
  secrets: Secrets;
  google?: GoogleClient | undefined;
}

/**
 * Passwords are hashed before their transaction begins, because hashing takes a while and PGlite has one
 * connection.
 */
const hashes = new AsyncLocalStorage<string>();

/** better-auth reports a failed query only as a missing session. The log has the cause. */
function sayUnanswered(error: Error): never {
  throw isAPIError(error) && error.statusCode >= 500 ? new DatabaseUnavailable(error) : error;
}

export function createAuth(platform: Platform, { secrets, google }: AuthParts): Auth {
  const secondSteps = new MfaChallenge(platform, secrets);
  const links: EmailLinks = new EmailLinks({ platform, context: () => auth.$context });
  const auth = betterAuth({
    ...options({ platform, secret: secrets[0], links, secondSteps }),
    plugins: [
      admin({
        adminRoles: ["founder", "admin"],
        roles: STAFF,
        bannedUserMessage: AUTH_ERRORS.BANNED_USER.message,
      }),
      signInByLink(links),
      renewSession(),
      signInVerified(),
      ...(google ? [signInWithGoogle({ platform, client: google })] : []),
    ],
  } as BetterAuthOptions);
  return {
    links,
    secondSteps,
    begin: (request, userId) => asVerifiedUser(userId, () => auth.handler(request)),
    async findAwaited(headers) {
      const id = await secondSteps.findAwaited(headers);
      const { internalAdapter } = await auth.$context;
      return (id !== undefined && (await internalAdapter.findUserById(id))) || undefined;
    },
    handle: (request) => auth.handler(request),
    async change(request, newPassword) {
      const work = () => inTransaction(platform, () => auth.handler(request));
      return newPassword === undefined
        ? work()
        : hashes.run(await hashInTurn(signInAddress(), newPassword), work);
    },
    async findSession(headers) {
      const found = await auth.api.getSession({ headers }).catch(sayUnanswered);
      if (!found) return null;
      const user = found.user as UserRow;
      if (isBanned(user, platform.now())) {
        await deleteSessions(platform.db, user.id);
        return null;
      }
      const person = toPerson(user);
      const { id: sessionId, activeAccount = null, lastUsedAt } = found.session as SessionRow;
      await recordUse(platform, { id: sessionId, userId: user.id, lastUsedAt });
      return { type: "person", person, session: { id: sessionId, account: activeAccount } };
    },
    async ensureAccount(person) {
      const found = await (await auth.$context).internalAdapter.findUserByEmail(person.email);
      if (found) return found.user.id;
      const hash = await hashInTurn("", person.password);
      const signUp = () => auth.api.signUpEmail({ body: { ...person, email: encodeEmail(person.email) } });
      return (await hashes.run(hash, () => inTransaction(platform, signUp))).user.id;
    },
  };
}

function toPerson({ id, name, email, emailVerified, role, deletionDueAt }: UserRow) {
  const deletion_due_at = deletionDueAt ? new Date(deletionDueAt).toISOString() : null;
  return { id, name, email, email_verified: emailVerified, role: role ?? "user", deletion_due_at };
}

/** Runs better-auth on our tables, in transactions that also include our own events and jobs. */
function databaseOf(platform: Platform): BetterAuthOptions["database"] {
  const on = (db: Db, chosen: BetterAuthOptions) => {
    const adapter = drizzleAdapter(db as never, { provider: "pg", schema: tables })(chosen);
    const findOne: typeof adapter.findOne = ({ where, ...asked }) =>
      adapter.findOne({ ...asked, where: where.map(byPlainEmail) });
    return { ...adapter, findOne };
  };
  return (chosen: BetterAuthOptions) => ({
    ...on(transactionalDb(platform), chosen),
    transaction: <T>(work: (adapter: DBTransactionAdapter) => Promise<T>) =>
      inTransaction(platform, ({ db }) => work(on(db, chosen))),
  });
}

const byPlainEmail = (one: Where): Where =>
  one.field === "email" && typeof one.value === "string" ? { ...one, value: decodeEmail(one.value) } : one;

interface OptionParts {
  platform: Platform;
  secret: string;
  links: EmailLinks;
  secondSteps: MfaChallenge;
}

function options({ platform, secret, links, secondSteps }: OptionParts): BetterAuthOptions {
  const { publicUrl } = platform.instance;
  const secure = publicUrl.startsWith("https:");
  return {
    baseURL: publicUrl,
    basePath: AUTH_API_PATH,
    secret,
    // `auth-routes.ts` has already compared the origin with the requested host, maybe this machine's own.
    trustedOrigins: (request) => [originOf(request)],
    database: databaseOf(platform),
    logger: { disabled: true },
    onAPIError: {
      // Without this, it would respond with a bare 500.
      onError(error) {
        if (toBusyFailure(error)) throw error;
      },
    },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      cookiePrefix: cookieName("fanfare", secure),
      defaultCookieAttributes: { secure },
      // Our own check rejects browsers' requests from other sites and accepts programs, which send no origin.
      disableCSRFCheck: true,
    },
    session: {
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWED_SECONDS,
      additionalFields: {
        activeAccount: { type: "string", required: false, input: false },
        provenAt: { type: "date", required: false, input: false },
        lastUsedAt: { type: "date", required: false, input: false },
        country: { type: "string", required: false, input: false },
        city: { type: "string", required: false, input: false },
      },
    },
    user: { additionalFields: { deletionDueAt: { type: "date", required: false, input: false } } },
    verification: { storeIdentifier: "hashed" },
    account: { accountLinking: { disableImplicitLinking: true }, updateAccountOnSignIn: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_CHARS_MIN,
      maxPasswordLength: PASSWORD_CHARS_MAX,
      resetPasswordTokenExpiresIn: LINK_SECONDS.reset,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: async (password) => hashes.getStore() ?? (await hash(password)),
        verify,
      },
      // Someone who has set a new password can read the inbox, and needs none of the other links in it.
      onPasswordReset: async ({ user }) => {
        await links.confirm(user);
        await recordPasswordChange(currentContext(platform), user, links);
      },
    },
    databaseHooks: hooks(platform, secondSteps),
  };
}

function hooks(platform: Platform, secondSteps: MfaChallenge): BetterAuthOptions["databaseHooks"] {
  return {
    session: {
      create: {
        // Every new session takes the second step first, unless it comes from there.
        before: async ({ userId }, ctx) => {
          await requireWelcome(platform, { userId, headers: ctx?.headers });
          const isDone = !ctx || ctx.path === VERIFIED_SESSION_PATH || ctx.path === RENEW_PATH;
          if (!isDone) await secondSteps.requireDone(ctx.headers, userId);
          return { data: sessionFields(platform) };
        },
        after: async (session) => {
          recordSession(session);
          await recordSeen(currentContext(platform), session.userId);
        },
      },
    },
    user: {
      create: {
        before: async (user, from) => {
          const email = decodeEmail(user.email);
          requireWelcomeEmail(platform, { email, headers: from?.headers });
          await requireOpenSignUps(platform, email);
          const ctx = currentContext(platform);
          if (!user.emailVerified)
            await enqueueMail(ctx, { mail: verificationMail, to: email, data: { email } });
          return { data: { ...user, email, name: cleanName(user.name), role: "user" } };
        },
        after: async (user, ctx) => {
          await storeLanguage(platform, user.id, ctx?.headers);
          await tryFounding(platform, user.id);
          await currentContext(platform).announce(accountCreated, about(user));
        },
      },
    },
  };
}

function originOf(request: Request | undefined): string {
  return request?.headers.get("origin") ?? "";
}

function cleanName(name: string): string {
  return cutChars(cleanText(name), PERSON_NAME_CHARS_MAX);
}

/** A person who signs up on a page in another language than English gets our e-mails in it, too. */
async function storeLanguage(platform: Platform, id: string, headers: Headers | undefined): Promise<void> {
  const language = requestedLanguage({ headers: headers ?? new Headers() });
  const { db, now } = currentContext(platform);
  if (language !== LANGUAGES[0]) await updatePerson(db, id, { language, updated_at: now() });
}

async function tryFounding(platform: Platform, id: string): Promise<void> {
  try {
    await inTransaction(platform, ({ db }) => updateFounderIfFirst(db, id));
  } catch (error) {
    platform.log.info({ err: error }, "another account became the founder first");
  }
}
