import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import "#src/kit/deferred.css";
import { Anchor, Button, Drawer, Group, Stack } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { NotificationItem } from "./NotificationItem.tsx";
import classes from "./Notifications.module.css";
import { notificationsApi, notificationsQuery } from "./notification-queries.ts";

interface NotificationDrawerProps {
  opened: boolean;
  onClose: () => void;
}

export function NotificationDrawer({ opened, onClose }: NotificationDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Notifications" position="right" size="md">
      <NotificationList onClose={onClose} />
    </Drawer>
  );
}

function NotificationList({ onClose }: { onClose: () => void }) {
  const list = useInfiniteQuery(notificationsQuery());
  const read = useMarkAsRead();
  const [first] = list.data?.pages ?? [];
  if (!first) return <QueryState query={list} failure="We couldn’t load your notifications." height={240} />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Anchor component={Link} to={PATHS.notificationSettings} size="sm" onClick={onClose}>
          Notification settings
        </Anchor>
        {first.unread > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={read.isPending}
            onClick={() => read.mutate({ all: true, until: items[0]?.created_at })}
          >
            Mark all as read
          </Button>
        )}
      </Group>
      {items.length === 0 && <Nothing />}
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <NotificationItem
              item={item}
              onRead={(opened) => read.mutate({ ids: [item.id], opened })}
              onClose={onClose}
            />
          </li>
        ))}
      </ul>
      <ShowMoreButton list={list} />
    </Stack>
  );
}

function Nothing() {
  return (
    <EmptyPanel
      icon={<IconBell />}
      title="No notifications yet"
      description="When a fan signs up, your team changes, or someone signs in to your account, you’ll see it here."
    />
  );
}

function useMarkAsRead() {
  const queries = useQueryClient();
  return useMutation(
    notificationsApi.read.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: notificationsQuery().queryKey }),
      onError: (error) => toastError(error, "We couldn’t mark that as read. Try again."),
    }),
  );
}
