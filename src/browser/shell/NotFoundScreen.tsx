import { Button, Center, EmptyState, Title } from "@mantine/core";
import { IconCompass, IconPlugOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useScreenTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";

/** Nothing is there, or with `data`, what’s there isn’t for this account at the moment. */
export function NotFoundScreen({ data }: { data?: unknown }) {
  const isOff = data !== undefined;
  const title = isOff ? "Not available" : "Page not found";
  useScreenTitle(title);
  return (
    <Center mih="70dvh" p="md">
      <EmptyState
        size="lg"
        variant="light"
        icon={isOff ? <IconPlugOff /> : <IconCompass />}
        title={
          <Title order={1} size="h2">
            {title}
          </Title>
        }
        description={
          isOff
            ? "This part isn’t available for this account. What’s in it is kept, and comes with the download of the account’s data."
            : "There’s nothing at this URL. The page may have moved, or the URL has a typo."
        }
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
