import { type ClientContext, type ClientLink, createORPCClient } from "@orpc/client";
import type { AnyContractRouter, ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import { soon } from "./soon.ts";

/** The first screens come with their answers: what fetches more comes after them. */
const fetchLink = soon(() => import("./api-link.ts"));

/**
 * The typed client of a slice's contract under `/api/v1`, as options and keys for the query cache: `.list.queryOptions({input})`,
 * `.create.mutationOptions()`, `.list.key()`, and `.create.call(input)` for a plain call. `slice` begins every cache key.
 */
export function clientFor<Contract extends AnyContractRouter>(slice: string, contract: Contract) {
  let link: ClientLink<ClientContext> | undefined;
  const later: ClientLink<ClientContext> = {
    async call(...request) {
      link ??= (await fetchLink()).linkFor(contract);
      return link.call(...request);
    },
  };
  const client: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(later);
  return createTanstackQueryUtils(client, { path: [slice] });
}
