import "#src/kit/deferred.css";
import { Group, NativeSelect, Stack } from "@mantine/core";
import { IconLifebuoy } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { SearchField } from "#src/kit/SearchField.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { RequestDetails } from "./RequestDetails.tsx";
import { RequestRow } from "./RequestRow.tsx";
import { type RequestSearch, requestListOptions } from "./request-queries.ts";

/** `/admin/requests`: the queue of requests for help, or one of them. */
export function RequestsPage() {
  const search: RequestSearch = useSearch({ strict: false });
  return search.request ? (
    <RequestDetails key={search.request} id={search.request} search={search} />
  ) : (
    <RequestQueue search={search} />
  );
}

const EMPTY: ReadonlyMap<string, { title: string; description: string }> = new Map([
  ["", { title: "Nothing to answer", description: "When somebody asks for help, it’s listed here." }],
  ["waiting", { title: "Nothing answered", description: "What you’ve answered is here until it’s closed." }],
  ["closed", { title: "Nothing closed yet", description: "Closed requests are kept for a year." }],
  ["all", { title: "No requests yet", description: "When somebody asks for help, it’s listed here." }],
]);

function RequestQueue({ search }: { search: RequestSearch }) {
  const navigate = useNavigate();
  const list = useInfiniteQuery(requestListOptions(search));
  const change = (changes: RequestSearch) =>
    void navigate({ to: STAFF_PATHS.helpRequests, search: { ...search, ...changes }, replace: true });
  const isFiltered = Boolean(search.q || search.assignee);
  return (
    <>
      <PageTitle title="Requests for help">
        Premium accounts’ first, then whoever has waited longest
      </PageTitle>
      <Stack>
        <RequestFilters search={search} onChange={change} />
        <PagedList
          list={list}
          failure="We couldn’t load the requests."
          empty={
            <EmptyPanel
              icon={<IconLifebuoy />}
              {...((!isFiltered && EMPTY.get(search.state ?? "")) || {
                title: "No such requests",
                description:
                  "Change what’s chosen above, or try a number, an e-mail address, or other words.",
              })}
            />
          }
          row={(item) => <RequestRow key={item.id} item={item} search={search} />}
        />
      </Stack>
    </>
  );
}

interface RequestFiltersProps {
  search: RequestSearch;
  onChange: (changes: RequestSearch) => void;
}

function RequestFilters({ search, onChange }: RequestFiltersProps) {
  return (
    <Group gap="sm">
      <SearchField
        label="Search requests"
        placeholder="Number, address or words"
        flex="2 1 14rem"
        words={search.q}
        onSearch={(q) => onChange({ q: q || undefined })}
      />
      <NativeSelect
        flex="1 1 9rem"
        miw={0}
        aria-label="State"
        value={search.state ?? ""}
        data={[
          { value: "", label: search.q ? "Any state" : "To answer" },
          ...(search.q ? [{ value: "open", label: "To answer" }] : []),
          { value: "waiting", label: "Answered" },
          { value: "closed", label: "Closed" },
          ...(search.q ? [] : [{ value: "all", label: "All" }]),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ state: value || undefined })}
      />
      <NativeSelect
        flex="1 1 9rem"
        miw={0}
        aria-label="Who has it"
        value={search.assignee ?? ""}
        data={[
          { value: "", label: "Anyone’s" },
          { value: "me", label: "Mine" },
          { value: "nobody", label: "Nobody’s" },
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ assignee: value || undefined })}
      />
    </Group>
  );
}
