import { type ClientLink, ORPCError } from "@orpc/client";
import { type AnyContractRouter, getContractRouter, isContractProcedure } from "@orpc/contract";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { API_PATH } from "#src/lib/paths.ts";
import { accountHeaders } from "./active-account.ts";
import { languageHeaders } from "./locale.ts";
import { attachOtherAccountQuery } from "./other-account.ts";
import { retryAfterSignIn } from "./session-end.ts";

interface Place {
  /** An account other than this tab's. */
  account?: string;
}

/** Forms may hold more fields than an endpoint accepts, so the server ignores the rest (RFC 7240). */
const LENIENT = { prefer: "handling=lenient" };

/** Creates the transport for calls to `/api/v1`. */
export function linkFor(contract: AnyContractRouter): ClientLink<Place> {
  const link = new OpenAPILink<Place>(contract, {
    url: location.origin + API_PATH,
    headers: ({ context }) => ({ ...LENIENT, ...accountHeaders(context.account), ...languageHeaders() }),
    fetch: (request, init) => fetch(request, { ...init, credentials: "same-origin" }),
    customErrorResponseBodyDecoder: errorIn,
  });
  return {
    async call(path, input, options) {
      try {
        return await retryAfterSignIn(() => link.call(path, input, options));
      } catch (error) {
        if (isReading(contract, path))
          attachOtherAccountQuery(error, (account) => link.call(path, input, { context: { account } }));
        throw error;
      }
    },
  };
}

function isReading(contract: AnyContractRouter, path: readonly string[]): boolean {
  const endpoint = getContractRouter(contract, path);
  return isContractProcedure(endpoint) && endpoint["~orpc"].route.method === "GET";
}

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
