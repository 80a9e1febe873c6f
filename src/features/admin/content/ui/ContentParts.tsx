import { Anchor, Badge, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { FoundPage } from "#src/features/admin/content/contract.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

type Marks = Pick<FoundPage, "staff_hidden" | "staff_adult">;

export function MarkBadges({ of: { staff_hidden, staff_adult } }: { of: Marks }) {
  return (
    <>
      {staff_hidden && (
        <Badge color="red" variant="light">
          Hidden by staff
        </Badge>
      )}
      {staff_adult && (
        <Badge color="orange" variant="light">
          Adult
        </Badge>
      )}
    </>
  );
}

export function MarkReasons({ of: { staff_hidden, staff_adult } }: { of: Marks }) {
  const reasons = new Set([staff_hidden?.reason, staff_adult?.reason].filter(Boolean));
  return [...reasons].map((reason) => (
    <Text key={reason} size="xs" c="dimmed" dir="auto">
      {reason}
    </Text>
  ));
}

const STATE_LABELS = { suspended: "Suspended", leaving: "About to be deleted" } as const;

/** Opens the owner in `/admin/users`. */
export function Owner({ of: { id, name, email, state } }: { of: FoundPage["owner"] }) {
  return (
    <Group gap={6}>
      <Anchor
        size="sm"
        dir="auto"
        renderRoot={(props) => <Link to={STAFF_PATHS.users} search={{ user: id }} {...props} />}
      >
        {name || id}
      </Anchor>
      <Text size="sm" c="dimmed">
        {email}
      </Text>
      {state !== "active" && (
        <Badge color="gray" variant="light">
          {STATE_LABELS[state]}
        </Badge>
      )}
    </Group>
  );
}
