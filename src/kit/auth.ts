import { AuthError } from "./refusal.ts";

interface Credentials {
  email: string;
  password: string;
}

/** Where links in e-mails lead once the server has checked them. */
const CALLBACK_PATH = "/auth/callback";

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
  return post("sign-up/email", { ...person, callbackURL: CALLBACK_PATH });
}

export function signIn(credentials: Credentials): Promise<void> {
  return post("sign-in/email", credentials);
}

export function signOut(): Promise<void> {
  return post("sign-out", {});
}

/** Asks for a mail with a link; the answer is the same whether or not the address has an account. */
export function requestPasswordReset(email: string): Promise<void> {
  return post("request-password-reset", { email, redirectTo: "/reset-password" });
}

export function resetPassword(input: { token: string; newPassword: string }): Promise<void> {
  return post("reset-password", input);
}

export function sendVerificationMail(email: string): Promise<void> {
  return post("send-verification-email", { email, callbackURL: CALLBACK_PATH });
}
