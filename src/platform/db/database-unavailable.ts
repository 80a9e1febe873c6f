import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { type Failure, failure } from "#src/lib/errors.ts";

const RETRY_AFTER_S = 5;

/** No connection to the database was to be had in time, so nothing of what was asked has been done. */
export class DatabaseUnavailable extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "NoConnection";
  }
}

/** What to answer if that's why something failed, also inside the error that names the query. */
export function toBusyFailure(error: unknown): Failure | undefined {
  const { cause } = Object(error) as { cause?: unknown };
  if (!(error instanceof DatabaseUnavailable || cause instanceof DatabaseUnavailable)) return undefined;
  return failure(GENERAL_ERRORS, "DATABASE_BUSY", { data: { retry_after_s: RETRY_AFTER_S } });
}
