import { ORPCError } from "@orpc/client";

/** An error response of the API: a sentence for people and a code for the program. */
export interface ApiError {
  code: string;
  status: number;
  message: string;
  data: unknown;
}

const SERVER_FAULT_STATUS = 500;

/** The error response behind an error; undefined if the call never arrived or the server broke down. */
export function apiErrorOf(error: unknown): ApiError | undefined {
  if (!(error instanceof ORPCError || error instanceof AuthError)) return undefined;
  if (error.status >= SERVER_FAULT_STATUS) return undefined;
  const { code, status, message } = error;
  return { code, status, message, data: error.data as unknown };
}

/**
 * Returns the sentence to show for an error: the server's own, or `fallback`, with the reason if the server
 * didn't respond.
 */
export function errorMessage(error: unknown, fallback: string): string {
  const refusal = apiErrorOf(error);
  if (refusal) return refusal.message;
  return isUnreachable(error) ? `${fallback.split(".")[0]}: the server can’t be reached.` : fallback;
}

const WAITING_MESSAGE =
  "The server can’t be reached. Keep this page open: your changes will be saved as soon as it’s back.";

/** Returns a form's message for a failed save. `useRetry` tries again if the server didn't respond. */
export function saveErrorMessage(error: unknown, fallback: string): string | undefined {
  if (!error) return undefined;
  return isUnreachable(error) ? WAITING_MESSAGE : errorMessage(error, fallback);
}

/** True if a call never arrived: `fetch` throws this when the network or the server is gone. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError;
}

export function isSignedOut(error: unknown): boolean {
  return apiErrorOf(error)?.status === 401;
}

export class AuthError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: unknown;

  constructor(refusal: { code: string; status: number; message: string; data?: unknown }) {
    super(refusal.message);
    this.name = "AuthError";
    this.code = refusal.code;
    this.status = refusal.status;
    this.data = refusal.data;
  }
}
