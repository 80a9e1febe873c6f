import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Box, Button } from "@mantine/core";
import { IconUserSearch, IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTableViews } from "#src/features/identity/preferences/ui/shared/use-table-views.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { ExportMenu } from "#src/kit/ExportMenu.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { displayedTotal, estimateLabel, plural } from "#src/kit/plural.ts";
import { DataTable } from "#src/kit/table/DataTable.tsx";
import { NOTHING, type Selection } from "#src/kit/table/selection.ts";
import { ViewMenu } from "#src/kit/table/ViewMenu.tsx";
import type { TableView } from "#src/kit/table/view.ts";
import type { ContactSort } from "../../contract.ts";
import { type ContactFilter, contactsQuery, exportFiles } from "../contact-queries.ts";
import { LeadDrawer } from "../lead/LeadDrawer.tsx";
import { contactName } from "../shared/contact-labels.ts";
import { countActiveFilters, type FilterSearch } from "../shared/filter-search.ts";
import { TasksDue } from "../shared/TasksDue.tsx";
import { AddLeadButtons } from "./AddLeadButtons.tsx";
import { contactCard, contactColumns } from "./contact-columns.tsx";
import { LeadFilters } from "./LeadFilters.tsx";
import { LeadSelection } from "./LeadSelection.tsx";
import { MoreMenu } from "./MoreMenu.tsx";
import { useContactRemoval } from "./use-contact-removal.ts";
import { useLeadChoice, useLeadFilter, useLeadSearch, useSeenLeads } from "./use-lead-choice.ts";
import { useNamedLead, useOpenedLead } from "./use-opened-lead.ts";

/** `/dashboard/marketing/leads`: the people who signed up on the selected profile's page, or on any page. */
export function LeadsPage() {
  const { selected, profiles, isPending } = useSelectedProfile();
  const [opened, setOpened] = useOpenedLead();
  const sees = useSeenLeads();
  // These people can't change them, either.
  const isMasked = sees === "masked";
  const choice = useLeadChoice(sees);
  const { q } = choice;
  const columns = useMemo(() => {
    const profileNames = new Map(profiles.map(({ id, name }) => [id, name]));
    return contactColumns({ onOpen: setOpened, isMasked, profileNames });
  }, [isMasked, profiles, setOpened]);
  const views = useTableViews<FilterSearch>(
    "leads",
    columns.map(({ id }) => id),
  );
  const { view, setView } = views;
  // The search field resets when a saved view brings its own words.
  const [openings, setOpenings] = useState(0);
  // With a single profile there's nothing to choose, and leads without one belong to the list, too.
  const profile = choice.all || profiles.length < 2 ? undefined : selected;
  const filter = useLeadFilter(choice, profile?.id);
  const [selection, setSelection] = useSelection(filter);
  const sort = sortOf(view, columns);
  const list = useInfiniteQuery({ ...contactsQuery(filter, sort), enabled: !isPending });
  const { remove, isRemoving } = useContactRemoval(() => setOpened(undefined));
  const leads = list.data?.pages.flatMap(({ items }) => items);
  const { total = 0, is_estimate = false } = list.data?.pages.at(-1) ?? {};
  const isFound = leads !== undefined && leads.length > 0;
  const choose = useLeadSearch(PATHS.leads);
  const show = (chosen: FilterSearch) => void choose(chosen).then(() => setOpenings(openings + 1));
  const isNarrowed = q !== undefined || countActiveFilters(choice) > 0;
  const profileName = profiles.length > 1 ? selected?.name : undefined;
  return (
    <>
      <PageTitle
        title="Leads"
        actions={
          <>
            {isFound && (
              <ViewMenu
                {...views}
                columns={columns}
                onView={setView}
                onOpen={({ filter: kept, name: _, ...view }) => {
                  setView(view);
                  show(kept);
                }}
                onSave={(name) => views.save(name, choice)}
                onForget={views.forget}
              />
            )}
            {isFound && !isMasked && <ExportMenu label="All leads here" files={exportFiles(filter)} />}
            {!isMasked && <MoreMenu />}
            {!isMasked && (
              <AddLeadButtons profileId={choice.all ? undefined : selected?.id} onAdded={setOpened} />
            )}
          </>
        }
      >
        <span role="status">
          {leads && formatTotal(total, { isEstimate: is_estimate, isNarrowed, q })}
          {list.isPending && "…"}
        </span>
      </PageTitle>
      <LeadNotices isMasked={isMasked} />
      {(isFound || isNarrowed || profileName !== undefined) && (
        <LeadFilters
          key={openings}
          view="list"
          choice={choice}
          sees={sees}
          profileName={profileName}
          profileId={profile?.id}
          onChoose={(...chosen) => void choose(...chosen)}
        />
      )}
      <DataTable
        label="Leads"
        columns={columns}
        rows={leads}
        nameOf={contactName}
        card={contactCard}
        onOpen={setOpened}
        view={view}
        usualSort={{ by: "created_at", order: "desc" }}
        onView={setView}
        selection={isMasked ? undefined : selection}
        onSelection={setSelection}
        empty={emptyOf({ choice, isNarrowed, profile, onShow: show })}
        loading={{
          error: list.error,
          failure: "Your leads didn’t load.",
          onRetry: () => void list.refetch(),
          onMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
          isLoadingMore: list.isFetchingNextPage,
          isOld: list.isPlaceholderData,
        }}
      />
      {!isMasked && (
        <LeadSelection
          selection={selection}
          onSelection={setSelection}
          filter={filter}
          total={total}
          isEstimate={is_estimate}
        />
      )}
      <LeadDrawer
        contact={opened}
        isRemoving={isRemoving}
        onClose={() => setOpened(undefined)}
        onRemove={isMasked ? undefined : remove}
      />
    </>
  );
}

interface Total {
  isEstimate: boolean;
  isNarrowed: boolean;
  q: string | undefined;
}

function formatTotal(total: number, { isEstimate, isNarrowed, q }: Total) {
  const shown = displayedTotal(total, isEstimate);
  const words = isNarrowed ? plural(shown, "lead found", "leads found") : plural(shown, "lead");
  const all = estimateLabel(words, total, isEstimate);
  return total > 0 && isShort(q) ? `${all} · Type three letters to search inside words, too` : all;
}

interface Empty {
  choice: FilterSearch;
  isNarrowed: boolean;
  profile: { name: string } | undefined;
  onShow: (choice: FilterSearch) => void;
}

function emptyOf({ choice, isNarrowed, profile, onShow }: Empty) {
  if (isNarrowed)
    return <NothingFound q={choice.q} onClear={() => onShow({ q: undefined, all: choice.all })} />;
  const onAll = () => onShow({ ...choice, all: true });
  return profile ? <NoLeadsOfProfile name={profile.name} onAll={onAll} /> : <NoLeads />;
}

/** Returns the view's sort order, if these people may sort by that. */
function sortOf({ sort }: TableView, columns: ReturnType<typeof contactColumns>) {
  const isSortable = columns.some((column) => column.sort && column.sort.by === sort?.by);
  return sort && isSortable ? { sort: sort.by as ContactSort, order: sort.order } : {};
}

/** A selection belongs to one search. */
function useSelection(filter: ContactFilter) {
  const search = JSON.stringify(filter);
  const [picked, setPicked] = useState({ search, selection: NOTHING });
  const selection = picked.search === search ? picked.selection : NOTHING;
  return [selection, (selection: Selection) => setPicked({ search, selection })] as const;
}

/** Fewer letters match only at the start of a word. */
const INNER_LETTERS_MIN = 3;
const isShort = (q: string | undefined) => q !== undefined && [...q].length < INNER_LETTERS_MIN;

function NothingFound({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  return (
    <EmptyPanel
      icon={<IconUserSearch />}
      title="No leads found"
      description={
        isShort(q)
          ? "No name, e-mail address, or phone number begins like that. Type three letters to search inside words, too."
          : q === undefined
            ? "Nobody matches these filters. Choose fewer of them."
            : "Nothing matches in any name, e-mail address, or phone number."
      }
    >
      <Button variant="default" onClick={onClear}>
        {q === undefined ? "Clear filters" : "Clear search and filters"}
      </Button>
    </EmptyPanel>
  );
}

/** Other profiles may have some, and imported or manually added leads belong to none. */
function NoLeadsOfProfile({ name, onAll }: { name: string; onAll: () => void }) {
  return (
    <EmptyPanel
      icon={<IconUsers />}
      title="No leads yet"
      description={`Nobody has signed up on ${name} yet. Leads of other profiles, and those you imported, are under All profiles.`}
    >
      <Button variant="default" onClick={onAll}>
        Show all profiles
      </Button>
    </EmptyPanel>
  );
}

function NoLeads() {
  const mayEdit = useHasPermission("profiles.edit");
  return (
    <EmptyPanel
      icon={<IconUsers />}
      title="No leads yet"
      description={
        mayEdit
          ? "Turn on the lead form in a profile. People who sign up on its page show up here, and you get an e-mail."
          : "Once a page has a lead form, people who sign up there show up here."
      }
    >
      {mayEdit && (
        <Button variant="default" component={Link} to={PATHS.profiles}>
          Go to profiles
        </Button>
      )}
    </EmptyPanel>
  );
}

/** Notices above the list: that the lead in the URL doesn't exist, and due tasks. */
function LeadNotices({ isMasked }: { isMasked: boolean }) {
  const { error, refetch } = useNamedLead();
  return (
    <>
      {error && (
        <Box mb="md">
          <ErrorPanel error={error} fallback="This lead didn’t load." onRetry={() => void refetch()} />
        </Box>
      )}
      {!isMasked && <TasksDue mb="md" />}
    </>
  );
}
