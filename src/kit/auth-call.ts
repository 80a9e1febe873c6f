import { AUTH_API_PATH } from "#src/lib/paths.ts";
import { AuthError } from "./api-error.ts";
import { languageHeaders } from "./locale.ts";

/** Makes a call below `/api/auth` that itself proves who someone is. All others go through `auth.ts`. */
export async function send<Answer>(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${AUTH_API_PATH}/${path}`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", ...languageHeaders() },
    body: JSON.stringify(body),
  });
  if (response.ok) return response.json();
  throw await refusalIn(response);
}

/** Returns the error in a response below `/api/auth`. */
async function refusalIn(response: Response): Promise<AuthError> {
  const answer: { code?: string; message?: string; data?: unknown } = await response.json().catch(() => ({}));
  return new AuthError({
    status: response.status,
    code: answer.code ?? "UNKNOWN",
    message: answer.message ?? "That didn’t work. Try again.",
    data: answer.data,
  });
}

export type Proof = { password: string } | { code: string } | { passkey: object };

export function reauthenticate(proof: Proof): Promise<void> {
  return send("reauthenticate", proof);
}

/** Like `requestPasswordReset`, for a link that signs in. */
export function requestSignInLink(email: string): Promise<void> {
  return send("request-sign-in-link", { email });
}

/** Returns the challenge for `kit/passkeys.ts`. */
export async function passkeyOptions(): Promise<object> {
  const response = await fetch(`${AUTH_API_PATH}/passkey-options`, {
    credentials: "same-origin",
    headers: languageHeaders(),
  });
  if (!response.ok) throw await refusalIn(response);
  return response.json();
}
