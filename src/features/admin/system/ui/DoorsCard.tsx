import { Badge, Group, Stack, Text } from "@mantine/core";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import type { SystemOverview } from "../contract.ts";
import { DOOR_LABELS, isDoorShut } from "../rules.ts";

type Door = SystemOverview["doors"][number];

export function DoorsCard({ doors }: { doors: readonly Door[] }) {
  return (
    <Card
      title="Doors to others"
      text="Services that the instance itself uses, and how its last attempts went."
    >
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {doors.map((door) => (
          <DoorRow key={door.name} door={door} />
        ))}
      </Stack>
    </Card>
  );
}

function DoorRow({ door }: { door: Door }) {
  const { name, is_used, succeeded_at, failed_at, failure } = door;
  return (
    <li style={{ overflowWrap: "anywhere" }}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {DOOR_LABELS[name]}
        </Text>
        {is_used && isDoorShut(door) && (
          <Badge size="sm" variant="light" color="red">
            Failed
          </Badge>
        )}
      </Group>
      <Text size="sm" c={is_used ? undefined : "dimmed"}>
        {!is_used && "Isn’t set up."}
        {is_used &&
          (succeeded_at === null
            ? "Hasn’t been reached yet."
            : `Last reached ${formatDateTime(succeeded_at)}.`)}
      </Text>
      {is_used && failed_at !== null && (
        <Text size="sm" c="dimmed">
          Last failure {formatDateTime(failed_at)}: {failure}
        </Text>
      )}
    </li>
  );
}
