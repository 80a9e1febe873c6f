import { apiKey } from "@better-auth/api-key";
import { passkey } from "@better-auth/passkey";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { admin, organization, twoFactor } from "better-auth/plugins";
import { adminAc, userAc } from "better-auth/plugins/admin/access";
import { sql } from "drizzle-orm";
import { cleanText, cutChars } from "#src/lib/text.ts";
import type { Person, Platform } from "#src/platform/context.ts";
import type { Message } from "#src/platform/mail/mail.ts";
import { sendLetter } from "./jobs.ts";
import { resetLetter, verificationLetter } from "./letters.ts";
import {
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  PERSON_NAME_CHARS_MAX,
  RESET_TOKEN_SECONDS,
} from "./rules.ts";
import * as tables from "./tables.ts";

const SESSION_SECONDS = 30 * 24 * 3600;
const SESSION_RENEWED_SECONDS = 24 * 3600;
const VERIFICATION_SECONDS = 24 * 3600;
const STAFF = { founder: adminAc, admin: adminAc, user: userAc };

/** Sign-in of this instance. better-auth does the work; `gate.ts` decides what of it is reachable. */
export interface Auth {
  handle(request: Request): Promise<Response>;
  findPerson(headers: Headers): Promise<Person | null>;
  /** Makes a reset token and enqueues its mail when the address has an account; silent otherwise. */
  requestPasswordReset(email: string): Promise<void>;
}

export function createAuth(platform: Platform, secret: string): Auth {
  const auth = betterAuth({
    ...options(platform, secret),
    plugins: [
      organization(),
      admin({ adminRoles: ["founder", "admin"], roles: STAFF }),
      twoFactor(),
      passkey(),
      apiKey(),
    ],
  } as BetterAuthOptions);
  return {
    handle: (request) => auth.handler(request),
    async findPerson(headers) {
      const found = await auth.api.getSession({ headers });
      if (!found) return null;
      const { id, name, email, emailVerified } = found.user;
      const { role } = found.user as { role?: string | null };
      return { id, name, email, email_verified: emailVerified, role: role ?? "user" };
    },
    async requestPasswordReset(email) {
      await auth.api.requestPasswordReset({ body: { email } });
    },
  };
}

function options(platform: Platform, secret: string): BetterAuthOptions {
  const { publicUrl } = platform.instance;
  const secure = publicUrl.startsWith("https:");
  return {
    baseURL: publicUrl,
    basePath: "/api/auth",
    secret,
    // The gate has already compared the origin with the address that was called, which may be this machine's own.
    trustedOrigins: (request) => [originOf(request)],
    database: drizzleAdapter(platform.db as never, { provider: "pg", schema: tables }),
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
      resetPasswordTokenExpiresIn: RESET_TOKEN_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        post(
          platform,
          resetLetter(user.email, `${publicUrl}/reset-password?token=${token}`, platform.instance.name),
        ),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: VERIFICATION_SECONDS,
      sendVerificationEmail: ({ user, token }) => {
        const url = `${publicUrl}/api/auth/verify-email?token=${token}&callbackURL=%2Fauth%2Fcallback`;
        return post(platform, verificationLetter(user.email, url, platform.instance.name));
      },
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, name: cleanName(user.name), role: "user" } }),
          after: async (user) => makeFounderIfFirst(platform, user.id),
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

async function post(platform: Platform, letter: Message): Promise<void> {
  await platform.write((tx) => tx.enqueue(sendLetter, letter));
}

/** The first account becomes the founder. Of two that come at once the unique index lets one through. */
async function makeFounderIfFirst(platform: Platform, id: string): Promise<void> {
  try {
    await platform.db.execute(
      sql`update users set role = 'founder' where id = ${id} and not exists (select 1 from users where role = 'founder')`,
    );
  } catch (error) {
    platform.log.info({ err: error }, "another account became the founder first");
  }
}
