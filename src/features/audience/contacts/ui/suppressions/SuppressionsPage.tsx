import "#src/kit/deferred.css";
import { Box, Button } from "@mantine/core";
import { IconMailOff, IconPlus, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { ListedSuppression } from "#src/features/audience/consent-records/contract.ts";
import { useTableViews } from "#src/features/identity/preferences/ui/shared/use-table-views.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { displayedTotal, estimateLabel, plural } from "#src/kit/plural.ts";
import { SearchField } from "#src/kit/SearchField.tsx";
import { DataTable } from "#src/kit/table/DataTable.tsx";
import { ViewMenu } from "#src/kit/table/ViewMenu.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { SUPPRESSIONS_FILE, suppressionsQuery } from "../contact-queries.ts";
import { useTopics } from "../shared/use-topics.ts";
import { SuppressDialog } from "./SuppressDialog.tsx";
import { SuppressionDialog } from "./SuppressionDialog.tsx";
import { addressLabel, suppressionCard, suppressionColumns } from "./suppression-columns.tsx";

/** `/dashboard/marketing/leads/suppressed`: suppressed addresses, whether or not they're leads. */
export function SuppressionsPage() {
  const { q } = useSearch({ strict: false });
  const navigate = useNavigate();
  const topics = useTopics();
  const mayExport = useHasPermission("leads.export");
  const nameOfTopic = (key: string) => topics.find((one) => one.key === key)?.name ?? key;
  const [opened, open] = useState<ListedSuppression>();
  const columns = suppressionColumns({ onOpen: open, nameOfTopic });
  const views = useTableViews<{ q: string | undefined }>(
    "suppressions",
    columns.map(({ id }) => id),
  );
  // The search field resets when a saved view brings its own words.
  const [openings, setOpenings] = useState(0);
  const list = useInfiniteQuery(suppressionsQuery(q));
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const { total = 0, is_estimate = false } = list.data?.pages.at(-1) ?? {};
  const isFound = rows !== undefined && rows.length > 0;
  // While a search is being cleared, its empty list is still what's shown.
  const isSearched = q !== undefined || list.isPlaceholderData;
  const search = (words: string | undefined) =>
    navigate({ to: PATHS.suppressions, search: { q: words || undefined }, replace: true });
  const reset = (words: string | undefined) => void search(words).then(() => setOpenings(openings + 1));
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add addresses
    </Button>
  );
  const shown = plural(displayedTotal(total, is_estimate), "address", "addresses");
  const words = estimateLabel(shown, total, is_estimate);
  return (
    <>
      <BackLink to={PATHS.leads}>Leads</BackLink>
      <PageTitle
        title="Suppressed addresses"
        actions={
          <>
            {isFound && mayExport && <ExportMenu files={[SUPPRESSIONS_FILE]} />}
            {isFound && (
              <ViewMenu
                {...views}
                columns={columns}
                onView={views.setView}
                onOpen={({ filter, name: _, ...view }) => {
                  views.setView(view);
                  reset(filter.q);
                }}
                onSave={(name) => views.save(name, { q })}
                onForget={views.forget}
              />
            )}
            {(isFound || isSearched) && add}
          </>
        }
      >
        <span role="status">
          {rows && total > 0
            ? `${words} without e-mail from you`
            : "They get no e-mail from you, even if they’re imported again"}
        </span>
      </PageTitle>
      {(isFound || isSearched) && (
        <Box mb="md" maw={420}>
          <SearchField
            key={openings}
            label="Search suppressed addresses"
            placeholder="Search addresses"
            words={q}
            onSearch={(typed) => void search(typed)}
          />
        </Box>
      )}
      <DataTable
        label="Suppressed addresses"
        columns={columns}
        rows={rows}
        nameOf={addressLabel}
        card={suppressionCard}
        onOpen={open}
        view={views.view}
        usualSort={undefined}
        onView={views.setView}
        selection={undefined}
        onSelection={() => undefined}
        empty={isSearched ? <NothingFound onClear={() => reset(undefined)} /> : <NobodyYet>{add}</NobodyYet>}
        loading={{
          error: list.error,
          failure: "The suppressed addresses didn’t load.",
          onRetry: () => void list.refetch(),
          onMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
          isLoadingMore: list.isFetchingNextPage,
          isOld: list.isPlaceholderData,
        }}
      />
      <SuppressDialog opened={isAdding} onClose={() => setAdding(false)} />
      <SuppressionDialog row={opened} nameOfTopic={nameOfTopic} onClose={() => open(undefined)} />
    </>
  );
}

function NobodyYet({ children }: { children: ReactNode }) {
  return (
    <EmptyPanel
      icon={<IconMailOff />}
      title="Nobody yet"
      description="Addresses that unsubscribe, bounce, or report your e-mail as spam come here by themselves. Add others that must never hear from you, such as unsubscribes from the service you used before."
    >
      {children}
    </EmptyPanel>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyPanel
      icon={<IconSearch />}
      title="No addresses found"
      description="No suppressed address contains that. One or two letters match only where a word begins."
    >
      <Button variant="default" onClick={onClear}>
        Clear search
      </Button>
    </EmptyPanel>
  );
}
