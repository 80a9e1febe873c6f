import { Button, Group, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { countryChoices } from "#src/kit/country-choices.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { SearchField } from "#src/kit/SearchField.tsx";
import { KIND_LABELS, TIMELINE_KINDS } from "../rules.ts";
import { filterOf, type SecuritySearch, securityApi } from "./security-client.ts";
import { TimelineRow } from "./TimelineRow.tsx";

interface TimelineProps {
  search: SecuritySearch;
  onSearch: (search: SecuritySearch) => void;
  onBlock: (network: string) => void;
}

const LOOK_AGAIN_MS = 15_000;

/** What happened at the doors, and what else is about security, newest first. */
export function Timeline({ search, onSearch, onBlock }: TimelineProps) {
  const list = useInfiniteQuery(
    securityApi.timeline.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filterOf(search), cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
      refetchInterval: LOOK_AGAIN_MS,
    }),
  );
  const isFiltered = Object.values(filterOf(search)).some(Boolean);
  return (
    <>
      <Filters search={search} onSearch={onSearch} />
      <PagedList
        list={list}
        failure="We couldn’t load what happened."
        empty={
          <EmptyPanel
            icon={<IconShieldCheck />}
            title={isFiltered ? "Nothing found" : "All quiet"}
            description={
              isFiltered
                ? "Nothing matches all of that. Try fewer filters."
                : "Failed sign-ins, lock-outs, limits, new keys and the like are listed here for 30 days."
            }
          />
        }
        row={(entry) => (
          <TimelineRow
            key={entry.id}
            entry={entry}
            onAccount={(whose) => onSearch({ ...search, whose })}
            onBlock={onBlock}
          />
        )}
      />
    </>
  );
}

const KINDS = [
  { value: "", label: "Everything" },
  ...TIMELINE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
];

function Filters({ search, onSearch }: Pick<TimelineProps, "search" | "onSearch">) {
  const change = (changes: SecuritySearch) => onSearch({ ...search, ...changes });
  return (
    <Group gap="sm" align="end" component="search">
      <NativeSelect
        flex="1 1 14rem"
        miw={0}
        size="md"
        aria-label="What it’s about"
        value={search.kind ?? ""}
        data={KINDS}
        onChange={({ currentTarget: { value } }) => change({ kind: value || undefined })}
      />
      <NativeSelect
        flex="1 1 10rem"
        miw={0}
        size="md"
        aria-label="Country"
        value={search.country ?? ""}
        data={[{ value: "", label: "Any country" }, ...countryChoices([])]}
        onChange={({ currentTarget: { value } }) => change({ country: value || undefined })}
      />
      <SearchField
        flex="1 1 12rem"
        label="Network"
        placeholder="203.0.113.0/24"
        words={search.network}
        onSearch={(network) => change({ network: network || undefined })}
      />
      <SimpleGrid cols={2} spacing="sm" flex="2 1 18rem" miw={0}>
        {(["from", "until"] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            miw={0}
            size="md"
            label={name === "from" ? "First day" : "Last day"}
            value={search[name] ?? ""}
            onChange={({ currentTarget: { value } }) => change({ [name]: value || undefined })}
          />
        ))}
      </SimpleGrid>
      {Object.values(filterOf(search)).some(Boolean) && (
        <Button variant="subtle" size="md" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
