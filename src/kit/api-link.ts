import type { AnyContractRouter } from "@orpc/contract";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { API_PATH } from "#src/lib/paths.ts";
import { accountHeaders } from "./account.ts";
import { errorIn } from "./error-body.ts";
import { languageHeaders } from "./locale.ts";

/** How calls are sent to `/api/v1`. */
export function linkFor(contract: AnyContractRouter) {
  return new OpenAPILink(contract, {
    url: location.origin + API_PATH,
    headers: () => ({ ...accountHeaders(), ...languageHeaders() }),
    fetch: (request, init) => fetch(request, { ...init, credentials: "same-origin" }),
    customErrorResponseBodyDecoder: errorIn,
  });
}
