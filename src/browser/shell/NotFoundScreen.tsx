import { Button, Center, EmptyState } from "@mantine/core";
import { IconCompass } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";

export function NotFoundScreen() {
  return (
    <Center mih="70dvh" p="md">
      <EmptyState
        size="lg"
        variant="light"
        icon={<IconCompass />}
        title="Page not found"
        description="There is nothing at this address. It may have been moved, or a letter is missing."
      >
        <EmptyState.Actions>
          <Button renderRoot={(props) => <Link to="/dashboard/profiles" {...props} />}>
            Go to your profiles
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
