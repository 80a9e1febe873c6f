import type { BodyRule } from "#src/lib/endpoint.ts";
import { AUTH_API_PATH, PATHS } from "#src/lib/paths.ts";
import type { Secrets } from "#src/platform/crypto/vault.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { readRequestBody, requireSameSite } from "#src/platform/http/read-body.ts";
import type { Auth } from "./auth/auth.ts";
import { AUTH_PATHS, AuthRoutes } from "./auth/auth-routes.ts";
import { Devices } from "./auth/devices.ts";
import { AUTH_ERRORS } from "./rules.ts";

interface AccountParts extends HttpParts {
  secrets: Secrets;
  auth: Auth;
}

const BODY: BodyRule = { kind: "json", bytesMax: 16 * 1024 };

export function accountsHttp(app: HttpApp, parts: AccountParts): void {
  const { platform, secrets, auth, addressOf } = parts;
  const secure = platform.instance.publicUrl.startsWith("https:");
  const gate = new AuthRoutes(platform, auth, new Devices({ secrets, secure }));
  // Google returns with a state. The verification e-mail's link has a token and opens the screen.
  app.get(PATHS.authCallback, (context, next) =>
    platform.instance.offersGoogle && context.req.query("state") !== undefined
      ? gate.factors.returnFromGoogle(context.req.raw, addressOf(context))
      : next(),
  );
  app.all(`${AUTH_API_PATH}/*`, async (context) => {
    const { raw } = context.req;
    requireSameSite(raw, platform.instance.publicUrl);
    const request = raw.method === "POST" ? await readRequestBody(parts, context, BODY) : raw;
    const answer = await gate.handle(request, addressOf(context));
    if (!answer) return context.notFound();
    if (answer.status < 400) return answer;
    const requestId = context.get("requestId");
    if (answer.status >= 500 && !isBusy(answer))
      platform.log.error({ request_id: requestId }, "sign-in failed");
    return ownAnswer(answer, requestId);
  });
}

/** Returns the methods that sign-in supports at a path. */
export function authMethodsAt(path: string): string[] {
  const place = ` ${path.slice(AUTH_API_PATH.length + 1)}`;
  return [...AUTH_PATHS.keys()].flatMap((one) => (one.endsWith(place) ? [one.slice(0, -place.length)] : []));
}

/** Set when too many passwords are being checked. */
const isBusy = ({ headers }: Response) => headers.has("retry-after");

/** Our own wording of better-auth's errors, because its own is for programmers. */
const MESSAGES: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: "That e-mail address or password is wrong. Try again or reset your password.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    "There’s already an account with this e-mail address. Sign in instead.",
  INVALID_EMAIL: "That’s not an e-mail address. Check it for typos.",
  PASSWORD_TOO_SHORT: AUTH_ERRORS.PASSWORD_TOO_SHORT.message,
  PASSWORD_TOO_LONG: AUTH_ERRORS.PASSWORD_TOO_LONG.message,
  FAILED_TO_CREATE_USER: "That didn’t work. Check what you entered and try again.",
  INVALID_TOKEN: "This link has expired or was used before. Request a new one.",
};

const CODES: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  429: "TOO_MANY_REQUESTS",
};

/** Converts better-auth's errors to our format, keeping their headers. */
async function ownAnswer(answer: Response, requestId: string): Promise<Response> {
  const { status } = answer;
  const said = (await answer.json().catch(() => undefined)) as
    | { code?: unknown; message?: unknown }
    | undefined;
  const isOurs = (status < 500 || isBusy(answer)) && typeof said?.code === "string";
  const code = isOurs ? String(said?.code) : (CODES[status] ?? "INTERNAL_SERVER_ERROR");
  const message = MESSAGES[code] ?? (isOurs || status < 500 ? sentenceOf(said?.message) : undefined);
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
