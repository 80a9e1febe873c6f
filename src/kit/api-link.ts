import type { ClientLink } from "@orpc/client";
import { type AnyContractRouter, getContractRouter, isContractProcedure } from "@orpc/contract";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import type * as z from "zod";
import { knownFields } from "#src/lib/known-fields.ts";
import { API_PATH } from "#src/lib/paths.ts";
import { accountHeaders } from "./account.ts";
import { keepAsking } from "./elsewhere.ts";
import { errorIn } from "./error-body.ts";
import { languageHeaders } from "./locale.ts";
import { acrossSessions } from "./session-end.ts";

interface Place {
  /** Another account than this tab's. */
  account?: string;
}

/** How calls are sent to `/api/v1`. */
export function linkFor(contract: AnyContractRouter): ClientLink<Place> {
  const link = new OpenAPILink<Place>(contract, {
    url: location.origin + API_PATH,
    headers: ({ context }) => ({ ...accountHeaders(context.account), ...languageHeaders() }),
    fetch: (request, init) => fetch(request, { ...init, credentials: "same-origin" }),
    customErrorResponseBodyDecoder: errorIn,
  });
  return {
    async call(path, given, options) {
      // Forms may hold more than an endpoint takes, which refuses what it doesn't know.
      const input = knownFields(inputSchemaAt(contract, path), given);
      try {
        return await acrossSessions(() => link.call(path, input, options));
      } catch (error) {
        if (isReading(contract, path))
          keepAsking(error, (account) => link.call(path, input, { context: { account } }));
        throw error;
      }
    },
  };
}

function inputSchemaAt(contract: AnyContractRouter, path: readonly string[]) {
  const endpoint = getContractRouter(contract, path);
  if (!isContractProcedure(endpoint)) return undefined;
  return endpoint["~orpc"].inputSchema as z.core.$ZodType | undefined;
}

function isReading(contract: AnyContractRouter, path: readonly string[]): boolean {
  const endpoint = getContractRouter(contract, path);
  return isContractProcedure(endpoint) && endpoint["~orpc"].route.method === "GET";
}
