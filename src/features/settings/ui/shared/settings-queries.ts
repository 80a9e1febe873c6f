import { queryOptions } from "@tanstack/react-query";
import { settingsContract } from "#src/features/settings/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const settingsApi = clientFor("settings", settingsContract);

/** What the account may have, and whether its person may change that. */
export function allowancesQuery() {
  return queryOptions(settingsApi.allowances.queryOptions());
}
