import "#src/kit/deferred.css";
import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { LinkContentFilter } from "#src/features/admin/content/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { estimateLabel, plural } from "#src/kit/plural.ts";
import { SearchField } from "#src/kit/SearchField.tsx";
import { searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { ChangeDialog } from "./ChangeDialog.tsx";
import { ContentFilters, type ContentSearch, isSearched } from "./ContentFilters.tsx";
import { contentApi, type PickedThings } from "./content-queries.ts";
import { FoundLinkRow } from "./FoundLinkRow.tsx";
import { LastChanges } from "./LastChanges.tsx";
import { type MarkChoice, PickedBar } from "./PickedBar.tsx";
import { TopHosts } from "./TopHosts.tsx";
import { usePicked } from "./use-picked.ts";

interface LinksSearch extends ContentSearch {
  host?: string;
  url?: string;
  view?: string;
}

type LinksChanges = { [Name in keyof LinksSearch]?: string | undefined };

const LINKS_SEARCH = ["q", "host", "url", "state", "owner", "view"] as const;

/** `/admin/links`: the links of all accounts, and where most lead. */
export function AdminLinksPage() {
  const { view, ...search }: LinksSearch = searchTexts(useSearch({ strict: false }), LINKS_SEARCH);
  const navigate = useNavigate();
  const open = (next: LinksChanges) =>
    void navigate({ to: STAFF_PATHS.adminLinks, search: next, replace: true });
  return (
    <>
      <PageTitle title="All links">The links of everyone on this instance</PageTitle>
      <Stack>
        <SegmentedControl
          aria-label="What to list"
          value={view === "hosts" ? "hosts" : "links"}
          onChange={(value) => open(value === "hosts" ? { view: value } : {})}
          data={[
            { value: "links", label: "Links" },
            { value: "hosts", label: "Top hosts" },
          ]}
          style={{ alignSelf: "flex-start" }}
        />
        <LastChanges of="links" />
        {view === "hosts" ? (
          <TopHosts onOpen={(host) => open({ host })} />
        ) : (
          <Links
            key={`${search.host ?? ""} ${search.url ?? ""}`}
            search={search}
            onChange={(changes) => open({ ...search, ...changes })}
          />
        )}
      </Stack>
    </>
  );
}

interface Wanted {
  choice: MarkChoice;
  target: PickedThings;
}

function Links({ search, onChange }: { search: LinksSearch; onChange: (changes: LinksChanges) => void }) {
  const picked = usePicked();
  const [wanted, setWanted] = useState<Wanted>();
  const change = (changes: LinksChanges) => {
    picked.clear();
    onChange(changes);
  };
  const list = useInfiniteQuery(
    contentApi.links.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(search as LinkContentFilter), cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    }),
  );
  const [first] = list.data?.pages ?? [];
  const all = list.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  return (
    <>
      <ContentFilters
        search={search}
        label="Find a link"
        placeholder="Title, URL, description"
        onChange={change}
      >
        <SearchField
          flex="2 1 12rem"
          label="Where it leads"
          placeholder="Host: example.com"
          words={search.host}
          onSearch={(host) => change({ host: host || undefined, url: undefined })}
        />
      </ContentFilters>
      {search.url && (
        <Group gap="xs">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            Leads to the same URL as {search.url}
          </Text>
          <Button size="xs" variant="default" onClick={() => change({ url: undefined })}>
            Every link
          </Button>
        </Group>
      )}
      <TargetActions search={search} hasAny={all.length > 0} onChoose={setWanted} />
      {first && first.total > 0 && (
        <Text size="sm" c="dimmed" role="status">
          {estimateLabel(plural(first.total, "link"), first.total, first.is_estimate)}
        </Text>
      )}
      {all.length > 0 && (
        <PickedBar
          of="links"
          picked={picked}
          all={all}
          onChoose={(choice) => setWanted({ choice, target: { ids: [...picked.ids] } })}
        />
      )}
      <PagedList
        list={list}
        failure="We couldn’t load the links."
        empty={
          <EmptyPanel
            icon={<IconLinkOff />}
            {...(isSearched(search)
              ? {
                  title: "No links found",
                  description: "Nothing matches that. Try part of a title or an address, or a domain.",
                }
              : { title: "No links yet", description: "Everyone’s links are listed here." })}
          />
        }
        row={(link) => (
          <FoundLinkRow
            key={link.id}
            link={link}
            isPicked={picked.has(link.id)}
            onPick={() => picked.toggle(link.id)}
            onSame={() => change({ q: undefined, host: undefined, url: link.url })}
          />
        )}
      />
      {wanted && (
        <ChangeDialog
          of="links"
          {...wanted}
          onClose={() => setWanted(undefined)}
          onStarted={() => {
            setWanted(undefined);
            picked.clear();
          }}
        />
      )}
    </>
  );
}

interface TargetActionsProps {
  search: LinksSearch;
  hasAny: boolean;
  onChoose: (wanted: Wanted) => void;
}

/** All links to a host or an address at once, however many. */
function TargetActions({ search: { host, url }, hasAny, onChoose }: TargetActionsProps) {
  const target = host ? { host } : url ? { url } : undefined;
  if (!target || !hasAny) return null;
  return (
    <Group gap="xs">
      <Button
        size="sm"
        color="red"
        variant="light"
        onClick={() => onChoose({ target, choice: { mark: "hidden", is_on: true } })}
      >
        {host ? `Disable every link to ${host}` : "Disable every link to this address"}
      </Button>
      <Button
        size="sm"
        variant="default"
        onClick={() => onChoose({ target, choice: { mark: "adult", is_on: true } })}
      >
        Label all as adult
      </Button>
    </Group>
  );
}
