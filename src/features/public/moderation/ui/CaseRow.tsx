import { Anchor, Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Case } from "#src/features/public/moderation/cases/case-contract.ts";
import { DECISION_LABELS } from "#src/features/public/moderation/cases/case-rules.ts";
import { SIGNAL_LABELS } from "#src/features/public/moderation/signal-rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { CaseSearch } from "./case-queries.ts";

export function CaseRow({ item, search }: { item: Case; search: CaseSearch }) {
  const { id, number, is_urgent, reports, refused, signals, created_at, assignee, decision, decided_at } =
    item;
  const facts = [
    ...(reports === 0 ? [] : [plural(reports + refused, "report")]),
    decided_at === null ? `Since ${formatDateTime(created_at)}` : `Decided ${formatDateTime(decided_at)}`,
    assignee?.name,
  ];
  return (
    <Paper component="li" pos="relative" withBorder radius="lg" p="md" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={4}>
        <Group gap="xs">
          <Anchor
            className="row-link"
            renderRoot={(props) => (
              <Link to={STAFF_PATHS.moderation} search={{ ...search, case: id }} {...props} />
            )}
            data-case={id}
            fw={600}
            dir="auto"
          >
            {pageLabel(item)}
          </Anchor>
          {is_urgent && <Badge color="red">Urgent</Badge>}
          {decision !== null && <Badge variant="light">{DECISION_LABELS[decision]}</Badge>}
        </Group>
        {reports > 0 && <Text size="sm">{reasonsText(item)}</Text>}
        {signals.map(({ signal, why }) => (
          <Text key={signal} size="sm" dir="auto">
            <b>{SIGNAL_LABELS[signal]}:</b> {why}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(" · ")} · <span style={{ whiteSpace: "nowrap" }}>{number}</span>
        </Text>
      </Stack>
    </Paper>
  );
}

export function pageLabel({ username }: Pick<Case, "username">): string {
  return username === "" ? "A page that was deleted" : `/${username}`;
}

export function reasonsText({ reasons }: Pick<Case, "reasons">): string {
  return reasons.map(({ reason, count }) => (count === 1 ? reason : `${reason} (${count})`)).join(" · ");
}
