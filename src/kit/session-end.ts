import { isSignedOut } from "./api-error.ts";

interface Typing {
  /** Whether something on the screen would be lost with it. */
  hasTyped: () => boolean;
  /** True once the same person is signed in again. */
  signInAgain: () => Promise<boolean>;
}

let typing: Typing | undefined;
let asking: Promise<boolean> | undefined;

/** Says what's being typed and how people sign in again without leaving the screen. */
export function onSessionEnd(parts: Typing): void {
  typing = parts;
}

/** True while somebody types, who isn't to be sent elsewhere. */
export function isTyping(): boolean {
  return typing?.hasTyped() ?? false;
}

/**
 * Runs a call. If the session has ended while somebody was typing, asks them to sign in right there and repeats it, so
 * that nothing they typed is lost.
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
