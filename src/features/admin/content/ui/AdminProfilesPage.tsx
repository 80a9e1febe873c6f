import "#src/kit/deferred.css";
import { Button, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { IconBrowser, IconEye } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { ContentFilter, FoundPage } from "#src/features/admin/content/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PagedList } from "#src/kit/PagedList.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { estimateLabel, plural } from "#src/kit/plural.ts";
import { searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { ChangeDialog } from "./ChangeDialog.tsx";
import { type ContentChanges, ContentFilters, type ContentSearch, isSearched } from "./ContentFilters.tsx";
import { MarkBadges, MarkReasons, Owner } from "./ContentParts.tsx";
import { contentApi } from "./content-queries.ts";
import { LastChanges } from "./LastChanges.tsx";
import { PageViewDialog } from "./PageViewDialog.tsx";
import { type MarkChoice, PickedBar } from "./PickedBar.tsx";
import { usePicked } from "./use-picked.ts";

/** `/admin/profiles`: the pages of all accounts. */
export function AdminProfilesPage() {
  const search: ContentSearch = searchTexts(useSearch({ strict: false }), ["q", "state", "owner"]);
  const navigate = useNavigate();
  const picked = usePicked();
  const [choice, setChoice] = useState<MarkChoice>();
  const [viewed, setViewed] = useState<FoundPage>();
  const change = (changes: ContentChanges) => {
    picked.clear();
    void navigate({ to: STAFF_PATHS.adminProfiles, search: { ...search, ...changes }, replace: true });
  };
  const list = useInfiniteQuery(
    contentApi.profiles.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...(search as ContentFilter), cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    }),
  );
  const [first] = list.data?.pages ?? [];
  const all = list.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  return (
    <>
      <PageTitle title="All profiles">The pages of everyone on this instance</PageTitle>
      <Stack>
        <ContentFilters
          search={search}
          label="Find a page"
          placeholder="Name, username, URL, domain, text"
          onChange={change}
        />
        <LastChanges of="profiles" />
        {first && first.total > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {estimateLabel(plural(first.total, "page"), first.total, first.is_estimate)}
          </Text>
        )}
        {all.length > 0 && <PickedBar of="profiles" picked={picked} all={all} onChoose={setChoice} />}
        <PagedList
          list={list}
          failure="We couldn’t load the pages."
          empty={
            <EmptyPanel
              icon={<IconBrowser />}
              {...(isSearched(search)
                ? {
                    title: "No pages found",
                    description: "Nothing matches that. Try part of a name, a username, a domain or a text.",
                  }
                : { title: "No pages yet", description: "Everyone’s pages are listed here." })}
            />
          }
          row={(page) => (
            <PageRow
              key={page.id}
              page={page}
              isPicked={picked.has(page.id)}
              onPick={() => picked.toggle(page.id)}
              onView={() => setViewed(page)}
            />
          )}
        />
      </Stack>
      {choice && (
        <ChangeDialog
          of="profiles"
          choice={choice}
          target={{ ids: [...picked.ids] }}
          onClose={() => setChoice(undefined)}
          onStarted={() => {
            setChoice(undefined);
            picked.clear();
          }}
        />
      )}
      {viewed && <PageViewDialog page={viewed} onClose={() => setViewed(undefined)} />}
    </>
  );
}

interface PageRowProps {
  page: FoundPage;
  isPicked: boolean;
  onPick: () => void;
  onView: () => void;
}

function PageRow({ page, isPicked, onPick, onView }: PageRowProps) {
  const { name, username, domain, bio, status, link_count, created_at, owner } = page;
  return (
    <Paper component="li" withBorder radius="lg" p="md" style={{ overflowWrap: "anywhere" }}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Checkbox aria-label={`Pick /${username}`} checked={isPicked} onChange={onPick} mt={2} />
        <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600} dir="auto">
              {name}
            </Text>
            <MarkBadges of={page} />
          </Group>
          <Text size="sm">
            /{username}
            {domain && ` · ${domain}`}
          </Text>
          {bio && (
            <Text size="sm" dir="auto" lineClamp={2}>
              {bio}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {status === "active" ? plural(link_count, "link") : `${plural(link_count, "link")} · off`} ·{" "}
            {formatDateTime(created_at)}
          </Text>
          <MarkReasons of={page} />
          <Owner of={owner} />
          <Group gap="xs" mt={4}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconEye size={16} />}
              aria-label={`View as a visitor: /${username}`}
              onClick={onView}
            >
              View as a visitor
            </Button>
          </Group>
        </Stack>
      </Group>
    </Paper>
  );
}
