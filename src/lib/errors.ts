export interface ErrorEntry {
  readonly status: number;
  readonly message: string;
}

/** A slice's error codes, defined once in its contract and shared by server and browser. */
export type ErrorTable = Readonly<Record<string, ErrorEntry>>;

export function pickErrors<T extends ErrorTable, Code extends keyof T & string>(
  table: T,
  ...codes: Code[]
): Pick<T, Code> {
  return Object.fromEntries(codes.map((code) => [code, table[code]])) as Pick<T, Code>;
}

export function omitErrors<T extends ErrorTable, Code extends keyof T & string>(
  table: T,
  ...codes: Code[]
): Omit<T, Code> {
  const kept = Object.entries(table).filter(([code]) => !codes.some((one) => one === code));
  return Object.fromEntries(kept) as unknown as Omit<T, Code>;
}

/** Verbs throw this to reject a request. Only `platform/http/api.ts` turns it into an HTTP response. */
export class Failure extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: unknown;

  constructor(code: string, entry: ErrorEntry, data?: unknown) {
    super(entry.message);
    this.name = "Failure";
    this.code = code;
    this.status = entry.status;
    this.data = data;
  }
}

/** Seconds to wait before trying again, for the `Retry-After` header. Undefined if waiting won't help. */
export function retryAfter({ data }: { data?: unknown }): number | undefined {
  const seconds = (data as { retry_after_s?: unknown } | undefined)?.retry_after_s;
  return typeof seconds === "number" ? seconds : undefined;
}

const REALM = 'Bearer realm="API"';
/** The problem with an API key, in ASCII and for developers, as RFC 6750 requires. */
const TOKEN_PROBLEMS: Readonly<Record<string, string>> = {
  KEY_UNKNOWN: "The API key is unknown",
  KEY_EXPIRED: "The API key has expired",
  KEY_REVOKED: "The API key has been revoked",
  KEY_REPLACED: "The API key has been replaced",
  KEY_IDLE: "The maker of the API key has no access anymore",
};

/** Returns the `WWW-Authenticate` header of a failure, if other credentials would help. */
export function challengeOf({ code, data }: Failure): string | undefined {
  if (code === "UNAUTHORIZED") return REALM;
  const problem = Object.hasOwn(TOKEN_PROBLEMS, code) ? TOKEN_PROBLEMS[code] : undefined;
  if (problem !== undefined) return `${REALM}, error="invalid_token", error_description="${problem}"`;
  if (code !== "SCOPE_MISSING") return undefined;
  return `${REALM}, error="insufficient_scope", scope="${(data as { scope: string }).scope}"`;
}

interface FailureDetail {
  /** Replaces the table's sentence when it has to include a number or a name. */
  message?: string;
  data?: unknown;
}

export function failure<T extends ErrorTable>(
  table: T,
  code: keyof T & string,
  detail: FailureDetail = {},
): Failure {
  const entry = table[code] as ErrorEntry;
  return new Failure(code, { status: entry.status, message: detail.message ?? entry.message }, detail.data);
}

/** Stops the program with one sentence about what's wrong and what to do (exit code 1). */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefusal";
  }
}
