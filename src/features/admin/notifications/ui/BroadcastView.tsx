import { Button, Group, Stack, Text } from "@mantine/core";
import type { Broadcast } from "#src/features/admin/notifications/contract.ts";
import { TARGETS } from "#src/features/admin/notifications/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { ruleWords } from "./audience-choices.ts";
import { BroadcastPreview } from "./BroadcastPreview.tsx";
import { BroadcastRow } from "./BroadcastRow.tsx";

/** What was sent off, or waits to be: whoever confirms it sees all of it first. */
export function BroadcastView({ broadcast, onDone }: { broadcast: Broadcast; onDone: () => void }) {
  const { audience, channels, target, versions, total, is_urgent } = broadcast;
  return (
    <>
      <PageTitle title="Notification for many">What it says, and who it’s for</PageTitle>
      <Stack>
        <Stack component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          <BroadcastRow isOpen broadcast={broadcast} />
        </Stack>
        <BroadcastPreview parts={{ versions, channels, target }} />
        <Card title="Who it’s for">
          <Text size="sm">{plural(total, "account")}</Text>
          {audience.rules.length === 0 && <Text size="sm">Everyone whose account is open.</Text>}
          {audience.rules.length > 1 && (
            <Text size="sm">
              {audience.match === "all" ? "They match all of these" : "They match any of these"}
            </Text>
          )}
          {audience.rules.length > 0 && (
            <Stack component="ul" gap={4} m={0} pl="md">
              {audience.rules.map((rule) => {
                const { label, value } = ruleWords(rule);
                return (
                  <li key={`${rule.field} ${rule.value}`}>
                    <Text size="sm" span>
                      {label}: <b>{value}</b>
                    </Text>
                  </li>
                );
              })}
            </Stack>
          )}
          {is_urgent && (
            <Text size="sm">It’s urgent: it comes even to those who got enough messages this week.</Text>
          )}
          <Text size="sm">
            The button leads to: <b>{TARGETS[target].label}</b>
          </Text>
        </Card>
        <Group>
          <Button variant="default" onClick={onDone}>
            Back
          </Button>
        </Group>
      </Stack>
    </>
  );
}
