/** One sentence a person may read, and the HTTP status it travels with. */
export interface ErrorEntry {
  readonly status: number;
  readonly message: string;
}

/** A slice's error codes, spelled once in its contract and shared by server and browser. */
export type ErrorTable = Readonly<Record<string, ErrorEntry>>;

/** What a verb throws when it refuses. It becomes an HTTP answer in exactly one place (`platform/http/api.ts`). */
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

/** How many seconds to wait before trying again, for the header `Retry-After`; undefined where waiting is of no use. */
export function retryAfter({ data }: { data?: unknown }): number | undefined {
  const seconds = (data as { retry_after_s?: unknown } | undefined)?.retry_after_s;
  return typeof seconds === "number" ? seconds : undefined;
}

interface FailureDetail {
  /** Replaces the table's sentence where it carries a number or a name. */
  message?: string;
  data?: unknown;
}

/** Makes the failure that `table` describes under `code`. */
export function failure<T extends ErrorTable>(
  table: T,
  code: keyof T & string,
  detail: FailureDetail = {},
): Failure {
  const entry = table[code] as ErrorEntry;
  return new Failure(code, { status: entry.status, message: detail.message ?? entry.message }, detail.data);
}

/** Stops the program with one sentence: what is wrong and what to do (exit code 1). */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefusal";
  }
}
