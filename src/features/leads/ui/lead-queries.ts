import { keepPreviousData } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import type { ExportFile } from "#src/kit/ExportMenu.tsx";
import { type Selection, selectionInput } from "#src/kit/table/selection.ts";
import { type LeadSort, leadsContract } from "../contract.ts";

export const leadsApi = clientFor("leads", leadsContract);

export interface LeadFilter {
  profile_id?: string | undefined;
  q?: string | undefined;
}

/** The matching leads, page by page. While new ones load, the old ones stay. */
export function leadsQuery(filter: LeadFilter, sort: { sort?: LeadSort; order?: "asc" | "desc" } = {}) {
  return leadsApi.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, ...sort, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** Downloads everything that matches. */
export function exportHref({ profile_id, q }: LeadFilter): string {
  const query = new URLSearchParams({ ...(profile_id && { profile_id }), ...(q && { q }) });
  return `/api/v1/leads/export${query.size === 0 ? "" : `?${query}`}`;
}

/** Downloads the selected leads: more ids than fit in a URL. */
export function exportOf(filter: LeadFilter, selection: Selection): ExportFile {
  const title = "Export selection";
  if (selection.kind === "all" && selection.except.size === 0) return { title, href: exportHref(filter) };
  const input = { selection: selectionInput(selection, filter) };
  return { title, load: () => leadsApi.exportPicked.call(input) };
}
