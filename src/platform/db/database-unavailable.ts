import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { type Failure, failure } from "#src/lib/errors.ts";

const RETRY_AFTER_S = 5;

/** Thrown when no database connection became available in time, so none of the work has been done. */
export class DatabaseUnavailable extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "NoConnection";
  }
}

/**
 * Returns the failure to respond with if an error comes from this one, also when wrapped in the error that
 * names the query.
 */
export function toBusyFailure(error: unknown): Failure | undefined {
  const { cause } = Object(error) as { cause?: unknown };
  if (!(error instanceof DatabaseUnavailable || cause instanceof DatabaseUnavailable)) return undefined;
  return failure(GENERAL_ERRORS, "DATABASE_BUSY", { data: { retry_after_s: RETRY_AFTER_S } });
}
