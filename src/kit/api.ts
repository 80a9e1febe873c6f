import { type ClientContext, type ClientLink, createORPCClient } from "@orpc/client";
import type { AnyContractRouter, ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import { prefetchLater } from "./prefetch.ts";
import { withReauthentication } from "./reauthenticate.ts";

/** The first screens arrive with their data, and the code that fetches more loads afterwards. */
const fetchLink = prefetchLater(() => import("./api-link.ts"));

/**
 * Returns the typed client of a slice's contract under `/api/v1`, with options and keys for the query cache:
 * `.list.queryOptions({input})`, `.create.mutationOptions()`, `.list.key()`, and `.create.call(input)` for a
 * plain call. `slice` is the start of every cache key.
 */
export function clientFor<Contract extends AnyContractRouter>(slice: string, contract: Contract) {
  let link: ClientLink<ClientContext> | undefined;
  const later: ClientLink<ClientContext> = {
    async call(...request) {
      link ??= (await fetchLink()).linkFor(contract);
      const known = link;
      return withReauthentication(() => known.call(...request));
    },
  };
  const client: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(later);
  return createTanstackQueryUtils(client, { path: [slice] });
}
