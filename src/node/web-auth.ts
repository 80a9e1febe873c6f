import type { Hono } from "hono";
import type { Auth } from "#src/features/accounts/auth.ts";
import { Devices } from "#src/features/accounts/devices.ts";
import { AuthGate } from "#src/features/accounts/gate.ts";
import type { BodyRule } from "#src/lib/endpoint.ts";
import type { Platform } from "#src/platform/context.ts";
import { type Reception, receive, refuseOtherSites } from "./web-guards.ts";

interface SignInParts extends Reception {
  platform: Platform;
  /** What the instance signs with. */
  secret: string;
  auth: Auth;
}

const BODY: BodyRule = { kind: "json", bytesMax: 16 * 1024 };

/** Sign-up, sign-in and what belongs to them. */
export function addSignIn(app: Hono<{ Variables: { requestId: string } }>, parts: SignInParts): void {
  const { platform, secret, auth, addressOf } = parts;
  const secure = platform.instance.publicUrl.startsWith("https:");
  const gate = new AuthGate(platform, auth, new Devices({ secret, secure }));
  app.all("/api/auth/*", async (context) => {
    const { raw } = context.req;
    refuseOtherSites(raw, platform.instance.publicUrl);
    const request = raw.method === "POST" ? await receive(parts, context, BODY) : raw;
    const answer = await gate.handle(request, addressOf(context));
    if (!answer) return context.notFound();
    if (answer.status < 400) return answer;
    const requestId = context.get("requestId");
    if (answer.status >= 500) platform.log.error({ request_id: requestId }, "sign-in failed");
    return ownAnswer(answer, requestId);
  });
}

/** What better-auth refuses, in our words; its own are written for programmers. */
const MESSAGES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: "That e-mail address or password is wrong. Try again or reset your password.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    "There’s already an account with this e-mail address. Sign in instead.",
  INVALID_TOKEN: "This link has expired or was used before. Request a new one.",
};

const CODES: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  429: "TOO_MANY_REQUESTS",
};

/** better-auth's refusals have a shape of their own; they leave in ours, with their headers. */
async function ownAnswer(answer: Response, requestId: string): Promise<Response> {
  const { status } = answer;
  const said = (await answer.json().catch(() => undefined)) as
    | { code?: unknown; message?: unknown }
    | undefined;
  const isOurs = status < 500 && typeof said?.code === "string";
  const code = isOurs ? String(said?.code) : (CODES[status] ?? "INTERNAL_SERVER_ERROR");
  const message = MESSAGES[code] ?? (status < 500 ? sentenceOf(said?.message) : undefined);
  const headers = new Headers(answer.headers);
  for (const name of ["content-type", "content-length"]) headers.delete(name);
  return Response.json(
    { code, message: message ?? "An error occurred. Please try again later.", request_id: requestId },
    { status, headers },
  );
}

function sentenceOf(message: unknown): string {
  if (typeof message !== "string" || message === "")
    return "That didn’t work. Check what you entered and try again.";
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
