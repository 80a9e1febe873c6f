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
import { type AnalyticsSearch, parseAnalyticsSearch } from "./search.ts";

/** `/dashboard/analytics`: the selected profile's figures over the period, and with the filters, in the URL. */
export function AnalyticsPage() {
  const { selected, isPending, error, refetch } = useSelectedProfile();
  const search = parseAnalyticsSearch(useSearch({ strict: false }));
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
  const show = (shown: AnalyticsSearch, replace = false) =>
    void navigate({
      to: PATHS.analytics,
      search: { profile: selected.id, ...shown },
      replace,
      resetScroll: false,
    });
  return (
    <ProfileAnalytics
      key={selected.id}
      profileId={selected.id}
      profileName={selected.name}
      leavesOutOwn={leavesOutOwn(selected)}
      search={search}
      onSearch={show}
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
