import { ORPCError } from "@orpc/client";

/** The server's answer to a refused call. */
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

/** The refusal in a body, or null if it's nothing that the API says: a proxy's, for example. */
export function errorIn(body: unknown, { status }: { status: number }): ORPCError<string, unknown> | null {
  if (!isErrorBody(body)) return null;
  const { code, message, data } = body;
  return new ORPCError(code, { status, message, data });
}
