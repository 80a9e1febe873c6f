import { createORPCClient, ORPCError } from "@orpc/client";
import type { AnyContractRouter, ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";

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

/**
 * The typed client of a slice's contract under `/api/v1`, as options and keys for the query cache: `.list.queryOptions({input})`,
 * `.create.mutationOptions()`, `.list.key()`, and `.create.call(input)` for a plain call. `slice` begins every cache key.
 */
export function clientFor<Contract extends AnyContractRouter>(slice: string, contract: Contract) {
  const link = new OpenAPILink(contract, {
    url: `${location.origin}/api/v1`,
    fetch: (request, init) => fetch(request, { ...init, credentials: "same-origin" }),
    customErrorResponseBodyDecoder: (body, response) =>
      isErrorBody(body)
        ? new ORPCError(body.code, { status: response.status, message: body.message, data: body.data })
        : null,
  });
  const client: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(link);
  return createTanstackQueryUtils(client, { path: [slice] });
}
