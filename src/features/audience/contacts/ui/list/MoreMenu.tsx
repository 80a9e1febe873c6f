import { Button, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { PATHS } from "#src/lib/paths.ts";

const TopicsDialog = lazy(() =>
  import("../suppressions/TopicsDialog.tsx").then(({ TopicsDialog }) => ({ default: TopicsDialog })),
);

export function MoreMenu() {
  const isUnlimited = useMe()?.account.profile_ids === null;
  const [areTopicsOpen, setTopicsOpen] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={16} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={PATHS.leadDuplicates}>
            Find duplicates
          </Menu.Item>
          {isUnlimited && (
            <>
              <Menu.Item component={Link} to={PATHS.suppressions}>
                Suppressed addresses
              </Menu.Item>
              <Menu.Item component={Link} to={PATHS.leadRequests}>
                Privacy requests
              </Menu.Item>
              <Menu.Item onClick={() => setTopicsOpen(true)}>Topics of your e-mail…</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {areTopicsOpen && (
        <Suspense>
          <TopicsDialog onClose={() => setTopicsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
