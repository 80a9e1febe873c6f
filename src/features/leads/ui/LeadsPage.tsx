import { Button, Skeleton, Stack } from "@mantine/core";
import { IconDownload, IconUserSearch, IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { profilesQuery } from "#src/features/profiles/ui/shared/profile-queries.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { NothingHere } from "#src/kit/NothingHere.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import type { Lead } from "../contract.ts";
import { LeadDrawer } from "./LeadDrawer.tsx";
import { LeadFilters } from "./LeadFilters.tsx";
import { LeadTable } from "./LeadTable.tsx";
import { exportHref, type LeadFilter, leadsQuery } from "./lead-queries.ts";
import { useLeadRemoval } from "./use-lead-removal.ts";

/** `/dashboard/marketing/leads`: who signed up on the account's pages. */
export function LeadsPage() {
  const { q, only } = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter: LeadFilter = { profile_id: only, q };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery(leadsQuery(filter));
  const { data: profiles } = useQuery(profilesQuery());
  const [opened, setOpened] = useState<Lead>();
  const { remove, isRemoving } = useLeadRemoval(() => setOpened(undefined));
  const leads = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  const isFiltered = Boolean(q || only);
  const choose = (chosen: LeadFilter) => {
    const search = { q: chosen.q, only: chosen.profile_id };
    void navigate({ to: "/dashboard/marketing/leads", search, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageTitle title="Leads" actions={leads.length > 0 && <ExportButton filter={filter} />}>
        <span role="status">{data ? `${plural(total, "lead")}${isFiltered ? " found" : ""}` : "…"}</span>
      </PageTitle>
      {(leads.length > 0 || isFiltered) && (
        <LeadFilters filter={filter} profiles={profiles?.items ?? []} onFilter={choose} />
      )}
      {!data && !error && <LeadSkeleton />}
      {!data && error && (
        <LoadFailure error={error} fallback="Your leads could not be read." onRetry={() => void refetch()} />
      )}
      {data && leads.length === 0 && (isFiltered ? <NothingFound /> : <NoLeads />)}
      {leads.length > 0 && (
        <Stack gap="md" align="center" style={isPlaceholderData ? { opacity: 0.6 } : undefined}>
          <LeadTable leads={leads} onOpen={setOpened} />
          {hasNextPage && (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          )}
        </Stack>
      )}
      <LeadDrawer
        lead={opened}
        isRemoving={isRemoving}
        onClose={() => setOpened(undefined)}
        onRemove={remove}
      />
    </>
  );
}

function ExportButton({ filter }: { filter: LeadFilter }) {
  return (
    <Button
      component="a"
      href={exportHref(filter)}
      download
      variant="default"
      leftSection={<IconDownload size={16} />}
    >
      Export CSV
    </Button>
  );
}

function LeadSkeleton() {
  return (
    <Stack gap="xs" role="status" aria-label="Loading leads">
      {["a", "b", "c", "d", "e"].map((key) => (
        <Skeleton key={key} h={56} radius="md" />
      ))}
    </Stack>
  );
}

function NothingFound() {
  return (
    <NothingHere
      icon={<IconUserSearch />}
      title="Nobody found"
      description="No lead has this in their name, e-mail or phone."
    />
  );
}

function NoLeads() {
  return (
    <NothingHere
      icon={<IconUsers />}
      title="No leads yet"
      description="Switch on the lead form of a profile. Whoever signs up on its page shows here, and you get a mail."
    >
      <Button component={Link} to="/dashboard/profiles">
        Go to profiles
      </Button>
    </NothingHere>
  );
}
