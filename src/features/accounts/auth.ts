import { AsyncLocalStorage } from "node:async_hooks";
import { apiKey } from "@better-auth/api-key";
import type { DBTransactionAdapter } from "@better-auth/core/db/adapter";
import { passkey } from "@better-auth/passkey";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { hashPassword } from "better-auth/crypto";
import { admin, organization, twoFactor } from "better-auth/plugins";
import { adminAc, userAc } from "better-auth/plugins/admin/access";
import { cleanText, cutChars } from "#src/lib/text.ts";
import type { Person, Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { EmailLinks } from "./email-links.ts";
import { sendVerification } from "./jobs.ts";
import {
  AUTH_ERRORS,
  type Ban,
  isBanned,
  LINK_SECONDS,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  PERSON_NAME_CHARS_MAX,
} from "./rules.ts";
import { signInByLink } from "./sign-in-by-link.ts";
import { deleteSessions, makeFounderIfFirst } from "./store.ts";
import * as tables from "./tables.ts";

const SESSION_SECONDS = 30 * 24 * 3600;
const SESSION_RENEWED_SECONDS = 24 * 3600;
const STAFF = { founder: adminAc, admin: adminAc, user: userAc };

/** Sign-in of this instance. better-auth does the work; `gate.ts` decides what of it is reachable. */
export interface Auth {
  links: EmailLinks;
  handle(request: Request): Promise<Response>;
  /** As `handle`, for a sign-up: the account, its session and the job that sends its e-mail are there together, or none. */
  signUp(request: Request, password: string): Promise<Response>;
  /** Who is signed in. A banned account is not: what sessions it has left end here. */
  findPerson(headers: Headers): Promise<Person | null>;
}

interface AuthParts {
  secret: string;
}

/** A password is hashed before its sign-up's transaction begins: that takes a while, and PGlite has one connection. */
const hashes = new AsyncLocalStorage<string>();

export function createAuth(platform: Platform, { secret }: AuthParts): Auth {
  const links: EmailLinks = new EmailLinks({ platform, context: () => auth.$context });
  const auth = betterAuth({
    ...options({ platform, secret, links }),
    plugins: [
      organization(),
      admin({
        adminRoles: ["founder", "admin"],
        roles: STAFF,
        bannedUserMessage: AUTH_ERRORS.BANNED_USER.message,
      }),
      twoFactor(),
      passkey(),
      apiKey(),
      signInByLink(links),
    ],
  } as BetterAuthOptions);
  return {
    links,
    handle: (request) => auth.handler(request),
    async signUp(request, password) {
      const hash = await hashPassword(password);
      return hashes.run(hash, () => auth.handler(request));
    },
    async findPerson(headers) {
      const found = await auth.api.getSession({ headers });
      if (!found) return null;
      const { id, name, email, emailVerified } = found.user;
      const { role, ...ban } = found.user as Ban & { role?: string | null };
      if (isBanned(ban, platform.now())) {
        await deleteSessions(platform.db, id);
        return null;
      }
      return { id, name, email, email_verified: emailVerified, role: role ?? "user" };
    },
  };
}

/** The open transaction of a sign-up, for what has to be committed with it. */
const signUps = new AsyncLocalStorage<Platform>();

/** better-auth on our tables, with transactions that also hold our own jobs. */
function databaseOf(platform: Platform): BetterAuthOptions["database"] {
  const on = (db: Db) => drizzleAdapter(db as never, { provider: "pg", schema: tables });
  return (chosen: BetterAuthOptions) => ({
    ...on(platform.db)(chosen),
    transaction: <T>(work: (adapter: DBTransactionAdapter) => Promise<T>) =>
      platform.write((ctx) => signUps.run(ctx, () => work(on(ctx.db)(chosen)))),
  });
}

/** Enqueues the e-mail that proves a new account's address, with the account itself where that is possible. */
async function welcome(platform: Platform, email: string): Promise<void> {
  await (signUps.getStore() ?? platform).enqueue(sendVerification, { email });
}

interface OptionParts {
  platform: Platform;
  secret: string;
  links: EmailLinks;
}

function options({ platform, secret, links }: OptionParts): BetterAuthOptions {
  const { publicUrl } = platform.instance;
  const secure = publicUrl.startsWith("https:");
  return {
    baseURL: publicUrl,
    basePath: "/api/auth",
    secret,
    // The gate has already compared the origin with the address that was called, which may be this machine's own.
    trustedOrigins: (request) => [originOf(request)],
    database: databaseOf(platform),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { disableIpTracking: true },
      useSecureCookies: secure,
      cookiePrefix: "fanfare",
      // Our own check refuses what a browser sends from another site, and lets in programs, which name no origin.
      disableCSRFCheck: true,
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: SESSION_RENEWED_SECONDS },
    verification: { storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_CHARS_MIN,
      maxPasswordLength: PASSWORD_CHARS_MAX,
      resetPasswordTokenExpiresIn: LINK_SECONDS.reset,
      revokeSessionsOnPasswordReset: true,
      password: { hash: async (password) => hashes.getStore() ?? (await hashPassword(password)) },
      // Whoever has chosen a new password reads the inbox, and needs none of the links that are still in it.
      onPasswordReset: async ({ user }) => {
        await Promise.all([
          links.revoke("reset", user.id),
          links.revoke("signIn", user.id),
          links.confirm(user.id),
        ]);
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => {
            await welcome(platform, user.email);
            return { data: { ...user, name: cleanName(user.name), role: "user" } };
          },
          after: async (user) => tryFounding(platform, user.id),
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

async function tryFounding(platform: Platform, id: string): Promise<void> {
  try {
    await makeFounderIfFirst(platform.db, id);
  } catch (error) {
    platform.log.info({ err: error }, "another account became the founder first");
  }
}
