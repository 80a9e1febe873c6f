import { queryOptions } from "@tanstack/react-query";
import { themesContract } from "#src/features/pages/profiles/themes/themes-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const themesApi = clientFor("themes", themesContract);

export function themesQuery() {
  return queryOptions(themesApi.list.queryOptions());
}

export function galleryQuery() {
  return queryOptions(themesApi.listOffered.queryOptions());
}
