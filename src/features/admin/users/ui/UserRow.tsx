import { Anchor, Checkbox, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { User } from "#src/features/admin/users/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { UserBadges } from "./UserBadges.tsx";

interface UserRowProps {
  user: User;
  /** Undefined if this member of staff changes nobody. */
  isPicked?: boolean | undefined;
  onPick: (is: boolean) => void;
}

export function UserRow({ user, isPicked, onPick }: UserRowProps) {
  const { id, name, email, usernames, profiles } = user;
  const others = profiles - usernames.length;
  return (
    <Paper component="li" pos="relative" withBorder radius="lg" p="md" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={4}>
        <Group gap="xs">
          {isPicked !== undefined && (
            <Checkbox
              style={{ position: "relative", zIndex: 1 }}
              aria-label={`Select ${name}`}
              checked={isPicked}
              onChange={({ currentTarget }) => onPick(currentTarget.checked)}
            />
          )}
          <Anchor
            className="row-link"
            fw={600}
            dir="auto"
            renderRoot={(props) => <Link to={STAFF_PATHS.users} search={{ user: id }} {...props} />}
          >
            {name}
          </Anchor>
          <UserBadges user={user} />
        </Group>
        <Text size="sm">{email}</Text>
        <Text size="sm" c="dimmed">
          {usernames.map((username) => `/${username}`).join(" · ")}
          {others > 0 && ` · ${plural(others, "more page")}`}
          {usernames.length === 0 && "No pages yet"}
        </Text>
        <Text size="xs" c="dimmed">
          {seenText(user)}
        </Text>
      </Stack>
    </Paper>
  );
}

function seenText({ created_at, last_seen_at }: User): string {
  return `Signed up ${formatDateTime(created_at)} · last seen ${formatDateTime(last_seen_at)}`;
}
