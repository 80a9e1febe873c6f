import { Anchor, Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { HelpRequest } from "#src/features/public/help-requests/contract.ts";
import { STATE_LABELS } from "#src/features/public/help-requests/rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { RequestSearch } from "./request-queries.ts";

export function RequestRow({ item, search }: { item: HelpRequest; search: RequestSearch }) {
  const { id, number, subject, email, state, is_premium, assignee } = item;
  return (
    <Paper component="li" pos="relative" withBorder radius="lg" p="md" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={4}>
        <Group gap="xs">
          <Anchor
            className="row-link"
            renderRoot={(props) => (
              <Link to={STAFF_PATHS.helpRequests} search={{ ...search, request: id }} {...props} />
            )}
            fw={600}
            dir="auto"
          >
            {subject}
          </Anchor>
          {is_premium && <Badge>Premium</Badge>}
          {state !== "open" && <Badge variant="light">{STATE_LABELS[state]}</Badge>}
        </Group>
        <Text size="sm">{email}</Text>
        <Text size="sm" c="dimmed">
          {[sinceText(item), assignee?.name].filter(Boolean).join(" · ")} ·{" "}
          <span style={{ whiteSpace: "nowrap" }}>{number}</span>
        </Text>
      </Stack>
    </Paper>
  );
}

export function sinceText({ state, waiting_since, updated_at }: HelpRequest): string {
  return state === "open"
    ? `Waiting since ${formatDateTime(waiting_since)}`
    : `Last written to ${formatDateTime(updated_at)}`;
}
