import { Button, Center, EmptyState, Title } from "@mantine/core";
import { IconCompass } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useScreenTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";

export function NotFoundScreen() {
  useScreenTitle("Page not found");
  return (
    <Center mih="70dvh" p="md">
      <EmptyState
        size="lg"
        variant="light"
        icon={<IconCompass />}
        title={
          <Title order={1} size="h2">
            Page not found
          </Title>
        }
        description="There’s nothing at this URL. The page may have moved, or the URL has a typo."
      >
        <EmptyState.Actions>
          <Button renderRoot={(props) => <Link to={PATHS.dashboard} {...props} />}>
            Go to your dashboard
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
