import "#src/kit/later.css";
import { Button, Skeleton, Stack } from "@mantine/core";
import { IconDownload, IconUserSearch, IconUsers } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useSelectedProfile } from "#src/features/profiles/ui/shared/use-selected-profile.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { NothingHere } from "#src/kit/NothingHere.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import type { Lead } from "../contract.ts";
import { LeadDrawer } from "./LeadDrawer.tsx";
import { type LeadChoice, LeadFilters } from "./LeadFilters.tsx";
import { LeadTable } from "./LeadTable.tsx";
import { exportHref, type LeadFilter, leadsQuery } from "./lead-queries.ts";
import { useLeadRemoval } from "./use-lead-removal.ts";

/** `/dashboard/marketing/leads`: the people who signed up on the selected profile's page, or on any. */
export function LeadsPage() {
  const { q, all } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { selected, profiles, isPending } = useSelectedProfile();
  const choice: LeadChoice = { q, all: all === "yes" };
  const filter: LeadFilter = { profile_id: choice.all ? undefined : selected?.id, q };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery({ ...leadsQuery(filter), enabled: !isPending });
  const [opened, setOpened] = useState<Lead>();
  const { remove, isRemoving } = useLeadRemoval(() => setOpened(undefined));
  const leads = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  const choose = (chosen: LeadChoice) => {
    const search = { q: chosen.q, all: chosen.all ? ("yes" as const) : undefined };
    void navigate({ to: "/dashboard/marketing/leads", search, replace: true, resetScroll: false });
  };
  // With a single profile there is nothing to choose between.
  const profileName = profiles.length > 1 ? selected?.name : undefined;
  return (
    <>
      <PageTitle title="Leads" actions={leads.length > 0 && <ExportButton filter={filter} />}>
        <span role="status">{data ? `${plural(total, "lead")}${q ? " found" : ""}` : "…"}</span>
      </PageTitle>
      {(leads.length > 0 || q || profileName !== undefined) && (
        <LeadFilters choice={choice} profileName={profileName} onChoose={choose} />
      )}
      {!data && !error && <LeadSkeleton />}
      {!data && error && (
        <LoadFailure error={error} fallback="Your leads didn’t load." onRetry={() => void refetch()} />
      )}
      {data && leads.length === 0 && (q ? <NothingFound /> : <NoLeads />)}
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
      title="No leads found"
      description="Nothing matches in any name, e-mail address, or phone number."
    />
  );
}

function NoLeads() {
  return (
    <NothingHere
      icon={<IconUsers />}
      title="No leads yet"
      description="Turn on the lead form in a profile. People who sign up on its page show up here, and you get an e-mail."
    >
      <Button component={Link} to="/dashboard/profiles">
        Go to profiles
      </Button>
    </NothingHere>
  );
}
