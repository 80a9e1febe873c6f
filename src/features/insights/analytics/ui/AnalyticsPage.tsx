import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Button } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { usePageUrls } from "#src/features/pages/profiles/ui/shared/page-url.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { AnalyticsSkeleton, ControlsSkeleton } from "./AnalyticsSkeleton.tsx";
import { ProfileAnalytics } from "./ProfileAnalytics.tsx";
import type { PeriodSearch } from "./shared/period.ts";

/** `/dashboard/analytics`: the selected profile's figures over the period in the URL. */
export function AnalyticsPage() {
  const { selected, isPending, error, refetch } = useSelectedProfile();
  const { period, from, to } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { full, leavesOutOwn } = usePageUrls();
  if (!selected) {
    return (
      <>
        <PageTitle title="Analytics" />
        {isPending && (
          <>
            <ControlsSkeleton />
            <AnalyticsSkeleton />
          </>
        )}
        {error && (
          <ErrorPanel error={error} fallback="Your profiles didn’t load." onRetry={() => void refetch()} />
        )}
        {!isPending && !error && <NoProfile />}
      </>
    );
  }
  const address = full(selected);
  const choosePeriod = (chosen: PeriodSearch) => {
    const search = { profile: selected.id, period: chosen.period, from: chosen.from, to: chosen.to };
    void navigate({ to: PATHS.analytics, search, replace: true, resetScroll: false });
  };
  return (
    <ProfileAnalytics
      key={selected.id}
      profileId={selected.id}
      profileName={selected.name}
      leavesOutOwn={leavesOutOwn(selected)}
      period={{ period, from, to }}
      onPeriod={choosePeriod}
      onCopyAddress={() => void copyText(address, "URL")}
      onOpenPage={() => window.open(address, "_blank", "noopener")}
    />
  );
}

function NoProfile() {
  return (
    <EmptyPanel
      icon={<IconChartBar />}
      title="No active profile"
      description="Once a profile is active, its visits and clicks are here."
    >
      <Button component={Link} to={PATHS.profiles}>
        Go to profiles
      </Button>
    </EmptyPanel>
  );
}
