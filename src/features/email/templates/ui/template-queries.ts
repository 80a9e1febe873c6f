import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { templatesContract } from "#src/features/email/templates/contract.ts";
import { draftContract } from "#src/features/email/templates/preview/draft-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const templatesApi = clientFor("templates", { ...templatesContract, ...draftContract });

export function templateQuery(id: string) {
  return queryOptions(templatesApi.get.queryOptions({ input: { id } }));
}

export function useTemplatesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: templatesApi.list.key() });
}

/** Says why a template can’t be deleted. */
export function usesWords(uses: readonly { name: string }[]): string {
  const names = uses.map(({ name }) => `“${name}”`).join(", ");
  return `Choose another e-mail first in ${names}.`;
}
