import { queryOptions } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { pageImportsContract } from "../contract.ts";

export const pageImportsApi = clientFor("pageImports", pageImportsContract);

export function pageImportQuery(id: string) {
  return queryOptions(
    pageImportsApi.get.queryOptions({ input: { id }, staleTime: Number.POSITIVE_INFINITY }),
  );
}
