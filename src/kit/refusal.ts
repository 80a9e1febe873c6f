import { ORPCError } from "@orpc/client";

/** What the server said when it refused a call: a sentence for people and a code for the program. */
export interface Refusal {
  code: string;
  status: number;
  message: string;
  data: unknown;
}

const SERVER_FAULT_STATUS = 500;

/** The server's refusal behind an error; undefined when the call never arrived or the server broke down. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ORPCError || error instanceof AuthError)) return undefined;
  if (error.status >= SERVER_FAULT_STATUS) return undefined;
  const data: unknown = error instanceof ORPCError ? error.data : undefined;
  return { code: error.code, status: error.status, message: error.message, data };
}

/** The sentence to show for an error: the server's own, or `fallback`, with the reason when nothing got through. */
export function sentenceOf(error: unknown, fallback: string): string {
  const refusal = refusalOf(error);
  if (refusal) return refusal.message;
  // What `fetch` throws when the network or the server is gone.
  return error instanceof TypeError ? `${fallback.split(".")[0]}: the server cannot be reached.` : fallback;
}

/** True when the server does not know who is asking. */
export function isSignedOut(error: unknown): boolean {
  return refusalOf(error)?.status === 401;
}

/** A refusal of the sign-in endpoints. */
export class AuthError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(refusal: { code: string; status: number; message: string }) {
    super(refusal.message);
    this.name = "AuthError";
    this.code = refusal.code;
    this.status = refusal.status;
  }
}
