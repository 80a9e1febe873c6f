import { Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { moderationContract } from "#src/features/public/moderation/contract.ts";
import { startOfDay } from "#src/kit/start-of-day.ts";
import { pathOf } from "#src/lib/endpoint-path.ts";

/** Last year is what the law asks for once it's over. */
function lastYear() {
  const year = new Date().getFullYear() - 1;
  return { from: `${year}-01-01`, until: `${year}-12-31` };
}

/** Downloads the numbers for a transparency report. */
export function TransparencyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [days, setDays] = useState(lastYear);
  const from = startOfDay(days.from);
  const until = startOfDay(days.until, 1);
  const isFine = from !== undefined && until !== undefined && from < until;
  const query = new URLSearchParams({ from: from ?? "", until: until ?? "" });
  return (
    <Modal opened={opened} onClose={onClose} title="Transparency report">
      <Stack>
        <Text size="sm">
          How many reports came in, what was decided and how fast, appeals, and what was noticed
          automatically, as the Digital Services Act asks for.
        </Text>
        <SimpleGrid cols={2} spacing="sm">
          {(["from", "until"] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              miw={0}
              size="md"
              label={name === "from" ? "First day" : "Last day"}
              value={days[name]}
              onChange={({ currentTarget: { value } }) => setDays({ ...days, [name]: value })}
            />
          ))}
        </SimpleGrid>
        {!isFine && (
          <Text size="sm" c="red" role="alert">
            Choose a last day that isn’t before the first.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            component="a"
            {...(isFine
              ? { href: `${pathOf(moderationContract.exportTransparency)}?${query}`, download: true }
              : {})}
            disabled={!isFine}
            onClick={onClose}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
