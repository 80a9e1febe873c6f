import { Button, EmptyState, Paper } from "@mantine/core";
import { IconLayoutGrid } from "@tabler/icons-react";
import { Link as RouteLink } from "@tanstack/react-router";
import { useSelectedProfile } from "#src/features/profiles/ui/shared/use-selected-profile.ts";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
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
        <LoadFailure error={error} fallback="Failed to fetch profiles" onRetry={() => void refetch()} />
      ) : (
        <NoProfile hasInactive={profiles.length > 0} />
      )}
    </>
  );
}

function NoProfile({ hasInactive }: { hasInactive: boolean }) {
  return (
    <Paper withBorder radius="lg" px="md" py={56}>
      <EmptyState
        size="lg"
        variant="light"
        icon={<IconLayoutGrid />}
        title={hasInactive ? "All your profiles are inactive" : "Create a profile first"}
        description={
          hasInactive
            ? "Activate one to edit its links."
            : "A profile is a page with a short URL to share. Your links go on it."
        }
      >
        <EmptyState.Actions>
          <Button
            size="md"
            renderRoot={(props) => (
              <RouteLink to="/dashboard/profiles" search={hasInactive ? {} : { create: "yes" }} {...props} />
            )}
          >
            {hasInactive ? "Go to your profiles" : "Create a profile"}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
}
