import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { passkeyOptions } from "./auth-call.ts";

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

/** Signs the server's challenge with a passkey. Undefined if the person declined. */
export function answerByPasskey(): Promise<object | undefined> {
  return unlessCanceled(async () => {
    const { startAuthentication } = await load();
    return startAuthentication({ optionsJSON: await options() });
  });
}

/**
 * Like `answerByPasskey`, but among the suggestions of a field with `autocomplete="username webauthn"`. Waits
 * as long as the screen is open, or until a passkey is requested in another way. Undefined if the browser
 * doesn't support that.
 */
export function suggestPasskeys(): Promise<object | undefined> {
  return unlessCanceled(async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await load();
    if (!(await browserSupportsWebAuthnAutofill())) return undefined;
    return startAuthentication({ optionsJSON: await options(), useBrowserAutofill: true });
  });
}

export async function stopSuggesting(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

/** Creates a passkey. Undefined if the person declined. */
export function makePasskey(asked: object): Promise<object | undefined> {
  return unlessCanceled(async () => {
    const { startRegistration } = await load();
    return startRegistration({ optionsJSON: asked as PublicKeyCredentialCreationOptionsJSON });
  });
}

export function nameOfDevice(): string {
  const { userAgent } = navigator;
  const known = DEVICES.find(([sign]) => sign.test(userAgent));
  return known ? known[1] : "This device";
}

const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android device"],
  [/Macintosh/, "Mac"],
  [/Windows/, "Windows computer"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux computer"],
];

const load = () => import("@simplewebauthn/browser");
const options = async () => (await passkeyOptions()) as PublicKeyCredentialRequestOptionsJSON;

async function unlessCanceled(work: () => Promise<object | undefined>): Promise<object | undefined> {
  try {
    return await work();
  } catch (error) {
    // Browsers don't distinguish a refusal, a timeout, and a missing passkey.
    if (error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError")) return;
    throw error;
  }
}
