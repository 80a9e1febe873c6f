import { isSignedOut } from "./api-error.ts";

interface Typing {
  /** True if the screen holds input that would be lost with the session. */
  hasTyped: () => boolean;
  /** Resolves to true once the same person is signed in again. */
  signInAgain: () => Promise<boolean>;
}

let typing: Typing | undefined;
let asking: Promise<boolean> | undefined;

/** Registers how to detect unsaved input and how to sign in without leaving the screen. */
export function onSessionEnd(parts: Typing): void {
  typing = parts;
}

/** True while someone is typing and mustn't be sent elsewhere. */
export function isTyping(): boolean {
  return typing?.hasTyped() ?? false;
}

/**
 * Runs a call. If the session has ended while someone was typing, asks them to sign in right there and
 * repeats the call, so that their input isn't lost.
 */
export async function retryAfterSignIn<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!typing || !isSignedOut(error) || !isTyping()) throw error;
    asking ??= typing.signInAgain().finally(() => {
      asking = undefined;
    });
    if (!(await asking)) throw error;
    return call();
  }
}
