import { AuthError } from "./refusal.ts";

interface Credentials {
  email: string;
  password: string;
}

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const answer: { code?: string; message?: string } = await response.json().catch(() => ({}));
  throw new AuthError({
    status: response.status,
    code: answer.code ?? "UNKNOWN",
    message: answer.message ?? "That didn’t work. Try again.",
  });
}

/** Whether this browser is signed in; unlike a refused call, asking causes no error. */
export async function hasSession(): Promise<boolean> {
  const response = await fetch("/api/auth/get-session", { credentials: "same-origin" });
  return response.ok && (await response.json()) !== null;
}

/** Creates an account and signs in right away; a verification e-mail is on its way. */
export function signUp(person: Credentials & { name: string }): Promise<void> {
  return post("sign-up/email", person);
}

export function signIn(credentials: Credentials): Promise<void> {
  return post("sign-in/email", credentials);
}

export function signOut(): Promise<void> {
  return post("sign-out", {});
}

/** Asks for an e-mail with a link; the answer is the same whether or not the address has an account. */
export function requestPasswordReset(email: string): Promise<void> {
  return post("request-password-reset", { email });
}

/** As `requestPasswordReset`, for a link that signs in. */
export function requestSignInLink(email: string): Promise<void> {
  return post("request-sign-in-link", { email });
}

export function signInByLink(token: string): Promise<void> {
  return post("sign-in/link", { token });
}

export function resetPassword(input: { token: string; newPassword: string }): Promise<void> {
  return post("reset-password", input);
}

/** Confirms an e-mail address by the token of the link that was sent to it. */
export function verifyEmail(token: string): Promise<void> {
  return post("verify-email", { token });
}

export function sendVerificationMail(email: string): Promise<void> {
  return post("send-verification-email", { email });
}
