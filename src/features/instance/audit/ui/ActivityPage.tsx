import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import { pathOf } from "#src/lib/endpoint-path.ts";
import "#src/kit/deferred.css";
import { Group, NativeSelect, Paper, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { auditContract, type Entry, type Filter } from "#src/features/instance/audit/contract.ts";
import { AREA_LABELS, AREAS } from "#src/features/instance/audit/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SearchField } from "#src/kit/SearchField.tsx";

const api = clientFor("audit", auditContract);

/** `/dashboard/settings/activity`: the account's activity log. */
export function ActivityPage() {
  const [filter, setFilter] = useState<Filter>({});
  const list = useInfiniteQuery(
    api.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
    }),
  );
  const entries = list.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <PageTitle
        title="Activity log"
        actions={
          entries &&
          entries.length > 0 && <ExportMenu files={[{ title: "Export CSV", href: exportHref(filter) }]} />
        }
      >
        The last 90 days
      </PageTitle>
      <Stack gap="md">
        <Filters filter={filter} onFilter={setFilter} />
        {!entries && <QueryState query={list} failure="The activity log didn’t load." height={320} />}
        {entries?.length === 0 && <Nothing isFiltered={Object.values(filter).some(Boolean)} />}
        {entries && entries.length > 0 && <Entries entries={entries} />}
        <ShowMoreButton list={list} style={{ alignSelf: "center" }} />
      </Stack>
    </>
  );
}

function Filters({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const people = useQuery(api.people.queryOptions()).data?.items ?? [];
  const names = people.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Group gap="sm" align="end">
      <SearchField
        flex="3 1 14rem"
        label="Search the activity log"
        placeholder="What happened, or who did it"
        onSearch={(q) => onFilter({ ...filter, q: q || undefined })}
      />
      {names.length > 1 && (
        <NativeSelect
          flex="1 1 9rem"
          miw={0}
          size="md"
          aria-label="Who"
          value={filter.person ?? ""}
          data={[{ value: "", label: "Everyone" }, ...names]}
          onChange={({ currentTarget: { value } }) => onFilter({ ...filter, person: value || undefined })}
        />
      )}
      <NativeSelect
        flex="1 1 9rem"
        miw={0}
        size="md"
        aria-label="What it’s about"
        value={filter.kind ?? ""}
        data={[
          { value: "", label: "Everything" },
          ...AREAS.map((area) => ({ value: area, label: AREA_LABELS[area] })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, kind: AREAS.find((area) => area === value) })
        }
      />
    </Group>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <Paper withBorder radius="lg" px={{ base: "md", xs: "lg" }} py="xs">
      <ul style={{ listStyle: "none", margin: 0, padding: 0, overflowWrap: "anywhere" }}>
        {entries.map(({ id, what, who, through, time }) => (
          <li key={id}>
            <Stack gap={2} py="xs">
              <Text size="sm" fw={500}>
                {what}
              </Text>
              <Text size="xs" c="dimmed">
                {who === through ? who : `${who} · ${through}`} ·{" "}
                <time dateTime={time}>{formatDateTime(time)}</time>
              </Text>
            </Stack>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyPanel
      icon={<IconHistory />}
      title={isFiltered ? "Nothing found" : "Nothing yet"}
      description={
        isFiltered
          ? "Nothing like that happened in the last 90 days."
          : "Whatever you and your team change shows up here, with who did it and when."
      }
    />
  );
}

function exportHref(filter: Filter): string {
  const chosen = Object.entries(filter).filter(([, value]) => value);
  const query = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]));
  return `${pathOf(auditContract.exportCsv)}${query.size === 0 ? "" : `?${query}`}`;
}
