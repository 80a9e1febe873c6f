import { Button } from "@mantine/core";
import { IconLayoutGrid } from "@tabler/icons-react";
import { Link as RouteLink } from "@tanstack/react-router";
import { useCanAddProfiles } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { NoProfiles } from "#src/features/pages/profiles/ui/shared/NoProfiles.tsx";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { LinksSkeleton } from "./LinksSkeleton.tsx";
import { ProfileLinks } from "./ProfileLinks.tsx";

/** `/dashboard/links`: the links of the selected profile. */
export function LinksPage() {
  const { profiles, selected, isPending, error, refetch } = useSelectedProfile();
  if (selected) return <ProfileLinks key={selected.id} profile={selected} />;
  if (isPending) return <LinksSkeleton />;
  return (
    <>
      <PageTitle title="Links" />
      {error ? (
        <ErrorPanel error={error} fallback="Failed to fetch profiles" onRetry={() => void refetch()} />
      ) : (
        <NoProfile hasInactive={profiles.length > 0} />
      )}
    </>
  );
}

function NoProfile({ hasInactive }: { hasInactive: boolean }) {
  const mayAdd = useCanAddProfiles();
  if (!mayAdd && !hasInactive) return <NoProfiles />;
  return (
    <EmptyPanel
      size="lg"
      icon={<IconLayoutGrid />}
      title={hasInactive ? "All your profiles are inactive" : "Create a profile first"}
      description={
        hasInactive
          ? "Once one is active, its links are here."
          : "A profile is a page with a short URL to share. Your links go on it."
      }
    >
      <Button
        size="md"
        renderRoot={(props) => (
          <RouteLink to={PATHS.profiles} search={hasInactive ? {} : { create: "yes" }} {...props} />
        )}
      >
        {hasInactive ? "Go to your profiles" : "Create a profile"}
      </Button>
    </EmptyPanel>
  );
}
