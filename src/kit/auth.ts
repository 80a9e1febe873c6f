import { send } from "./auth-call.ts";
import { withReauthentication } from "./reauthenticate.ts";

export { requestSignInLink } from "./auth-call.ts";

interface Credentials {
  email: string;
  password: string;
}

/** Asks the person to prove who they are first, if the server requires it. */
function post<Answer = unknown>(path: string, body: object): Promise<Answer> {
  return withReauthentication(() => send<Answer>(path, body));
}

/** Creates an account and signs in right away; a verification e-mail is on its way. `invitation` is the token of its link. */
export function signUp(person: Credentials & { name: string; invitation?: string }): Promise<void> {
  return post("sign-up/email", person);
}

export function signIn(credentials: Credentials): Promise<void> {
  return post("sign-in/email", credentials);
}

export function signOut(): Promise<void> {
  return post("sign-out", {});
}

export function changePassword(input: { newPassword: string; currentPassword?: string }): Promise<void> {
  return post("change-password", input);
}

/** Confirms a change of e-mail address from one of the two inboxes. */
export function confirmEmailChange(token: string): Promise<{ is_changed: boolean }> {
  return post("confirm-email-change", { token });
}

/** Reports, with the link from an e-mail, that a sign-in wasn't the person's own. */
export function secureAccount(token: string): Promise<void> {
  return post("secure-account", { token });
}

/** Sends the code for the second step. With `trust_device`, this browser skips that step for a while. */
export function answerMfaChallenge(step: { code: string; trust_device: boolean }): Promise<void> {
  return post("sign-in/second-step", step);
}

export function signInByPasskey(response: object): Promise<void> {
  return post("sign-in/passkey", { response });
}

/** Leaves for Google; `next` is where to go after coming back signed in. */
export function goToGoogle(next: string): Promise<void> {
  return leaveFor("sign-in/google", { next });
}

/** Leaves for Google, to connect an account there. */
export function connectGoogle(): Promise<void> {
  return leaveFor("connect-google", {});
}

async function leaveFor(path: string, body: object): Promise<void> {
  const { url } = await post<{ url: string }>(path, body);
  location.assign(url);
}

/** Requests an e-mail with a link; the response is the same whether or not the address has an account. */
export function requestPasswordReset(email: string): Promise<void> {
  return post("request-password-reset", { email });
}

export function signInByLink(token: string): Promise<void> {
  return post("sign-in/link", { token });
}

export function resetPassword(input: { token: string; newPassword: string }): Promise<void> {
  return post("reset-password", input);
}

/** Confirms an e-mail address with the token from the link sent to it. */
export function verifyEmail(token: string): Promise<void> {
  return post("verify-email", { token });
}

export function sendVerificationMail(email: string): Promise<void> {
  return post("send-verification-email", { email });
}
