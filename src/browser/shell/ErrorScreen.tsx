import { Button, Center, EmptyState, Title } from "@mantine/core";
import { IconMoodSad, IconRefresh } from "@tabler/icons-react";
import { useScreenTitle } from "#src/kit/PageTitle.tsx";

/** Spec §2: for pages that can't be shown at all. */
export function ErrorScreen() {
  useScreenTitle("Something went wrong");
  return (
    <Center mih="70dvh" p="md" role="alert">
      <EmptyState
        size="lg"
        variant="light"
        icon={<IconMoodSad />}
        title={
          <Title order={1} size="h2">
            Something went wrong
          </Title>
        }
        description="We encountered an error while loading this page. Please try refreshing the page."
      >
        <EmptyState.Actions>
          <Button leftSection={<IconRefresh size={18} />} onClick={() => location.reload()}>
            Refresh Page
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
