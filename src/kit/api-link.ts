import { ORPCError } from "@orpc/client";
import type { AnyContractRouter } from "@orpc/contract";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { API_PATH } from "#src/lib/paths.ts";
import { accountHeaders } from "./account.ts";
import { languageHeaders } from "./locale.ts";

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

/** How calls are sent to `/api/v1`. */
export function linkFor(contract: AnyContractRouter) {
  return new OpenAPILink(contract, {
    url: location.origin + API_PATH,
    headers: () => ({ ...accountHeaders(), ...languageHeaders() }),
    fetch: (request, init) => fetch(request, { ...init, credentials: "same-origin" }),
    customErrorResponseBodyDecoder: (body, response) =>
      isErrorBody(body)
        ? new ORPCError(body.code, { status: response.status, message: body.message, data: body.data })
        : null,
  });
}
