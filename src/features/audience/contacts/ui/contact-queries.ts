import { keepPreviousData } from "@tanstack/react-query";
import { suppressionsContract } from "#src/features/audience/consent-records/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import type { ExportFile } from "#src/kit/ExportMenu.tsx";
import { type Selection, selectionInput } from "#src/kit/table/selection.ts";
import { pathOf } from "#src/lib/endpoint-path.ts";
import { type ContactFilterInput, type ContactSort, contactsContract } from "../contract.ts";
import { pipelineContract } from "../pipeline/pipeline-contract.ts";
import { tasksContract } from "../tasks/tasks-contract.ts";
import { timelineContract } from "../timeline/timeline-contract.ts";

export const contactsApi = clientFor("contacts", {
  ...contactsContract,
  ...timelineContract,
  ...pipelineContract,
  ...tasksContract,
  ...suppressionsContract,
});

export type ContactFilter = ContactFilterInput;

/** The matching contacts, page by page. While new ones load, the old ones stay. */
export function contactsQuery(
  filter: ContactFilter,
  sort: { sort?: ContactSort; order?: "asc" | "desc" } = {},
) {
  return contactsApi.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, ...sort, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

/** Suppressed addresses, page by page. While new ones load, the old ones stay. */
export function suppressionsQuery(q: string | undefined) {
  return contactsApi.suppressions.infiniteOptions({
    input: (cursor: string | undefined) => ({ q, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

export function exportFiles(filter: ContactFilter): ExportFile[] {
  return [
    { title: "CSV file", href: exportHref(filter) },
    { title: "JSON file", href: exportHref(filter, "json") },
  ];
}

/** All fully suppressed addresses. */
export const SUPPRESSIONS_FILE: ExportFile = {
  title: "CSV file",
  href: pathOf(suppressionsContract.exportSuppressions),
};

function exportHref(filter: ContactFilter, format?: "json"): string {
  const pairs = Object.entries({ ...filter, format }).filter((pair): pair is [string, string] =>
    Boolean(pair[1]),
  );
  const query = new URLSearchParams(pairs);
  return `${pathOf(contactsContract.exportFile)}${query.size === 0 ? "" : `?${query}`}`;
}

/** Downloads the selected contacts, whose ids may not fit in a URL. */
export function exportOf(filter: ContactFilter, selection: Selection): ExportFile {
  const title = "Export selection";
  if (selection.kind === "all" && selection.except.size === 0) return { title, href: exportHref(filter) };
  const input = { selection: selectionInput(selection, filter) };
  return { title, load: () => contactsApi.exportPicked.call(input) };
}
