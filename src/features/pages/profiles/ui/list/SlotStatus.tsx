import { Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LimitSwitch } from "#src/features/instance/settings/ui/shared/LimitSwitch.tsx";
import { slotsQuery } from "../shared/profile-queries.ts";

export function SlotStatus() {
  const { data: slots } = useQuery(slotsQuery());
  if (!slots) return <Text size="sm">All your pages in one place</Text>;
  const { used_slots, total_slots, has_unlimited_slots, is_at_limit, explanation } = slots;
  if (has_unlimited_slots) {
    return (
      <Group gap="xs">
        <Text size="sm">{used_slots} active, with no limit</Text>
        <LimitSwitch />
      </Group>
    );
  }
  const status = (
    <Group gap="xs" w="fit-content" tabIndex={0} data-hint="Inactive profiles don’t count.">
      <Text size="sm">
        {used_slots} of {total_slots} active
      </Text>
      <Text size="sm" c="dimmed">
        {explanation}
      </Text>
      <Progress
        w={96}
        size="sm"
        value={(used_slots / Math.max(total_slots, 1)) * 100}
        color={is_at_limit ? "brass" : "violet"}
        aria-hidden
      />
    </Group>
  );
  return is_at_limit ? (
    <Stack gap="xs">
      {status}
      <LimitSwitch />
    </Stack>
  ) : (
    status
  );
}
