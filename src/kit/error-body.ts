import { ORPCError } from "@orpc/client";

interface ErrorBody {
  code: string;
  message: string;
  data?: unknown;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === "object" &&
    body !== null &&
    typeof (body as Partial<ErrorBody>).code === "string" &&
    typeof (body as Partial<ErrorBody>).message === "string"
  );
}

/** Returns the API's error in a body, or null for any other body, such as a proxy's. */
export function errorIn(body: unknown, { status }: { status: number }): ORPCError<string, unknown> | null {
  if (!isErrorBody(body)) return null;
  const { code, message, data } = body;
  return new ORPCError(code, { status, message, data });
}
