import { Anchor, Badge, Group, Paper, Stack, Text } from "@mantine/core";
import type { LogEntry } from "#src/features/instance/audit/instance-log/log-contract.ts";
import { MEANS_LABELS } from "#src/features/instance/audit/instance-log/log-rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { LogChanges } from "./log-queries.ts";

interface LogRowProps {
  entry: LogEntry;
  onChoose: (changes: LogChanges) => void;
}

export function LogRow({ entry, onChoose }: LogRowProps) {
  const { what, who, by, through, key, account, time } = entry;
  const isInstance = account.id === INSTANCE;
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={4}>
        <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
          <Text size="sm" fw={600} dir="auto">
            {what}
          </Text>
          <Badge variant="light" color={through === "staff" ? "orange" : "gray"} style={{ flexShrink: 0 }}>
            {MEANS_LABELS[through]}
          </Badge>
        </Group>
        <Text size="sm">
          {by ? <Choice onChoose={() => onChoose({ who: by.id })}>{by.name ?? who}</Choice> : who}
          {key && (
            <>
              {" · "}
              <Choice onChoose={() => onChoose({ key: key.id })}>
                {key.name === null
                  ? "through a key that’s gone"
                  : `through the key “${bidiIsolate(key.name)}”`}
              </Choice>
            </>
          )}
          {by?.id !== account.id && (
            <>
              {" · "}
              {isInstance ? (
                "The instance"
              ) : (
                <Choice onChoose={() => onChoose({ whom: account.id })}>
                  {account.name ?? "An account that’s gone"}
                </Choice>
              )}
            </>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          <time dateTime={time}>{formatDateTime(time)}</time>
        </Text>
        <Details entry={entry} />
      </Stack>
    </Paper>
  );
}

/** Shows only what has this in common. */
function Choice({ onChoose, children }: { onChoose: () => void; children: string }) {
  return (
    <Anchor component="button" type="button" inherit ta="start" dir="auto" onClick={onChoose}>
      {children}
    </Anchor>
  );
}

function Details({ entry }: { entry: LogEntry }) {
  const { id, event, by, role, job, account, subject, position, details } = entry;
  const facts = [
    ["Event", event],
    ["Who", by ? [by.email, by.id].filter(Boolean).join(" · ") : ""],
    ["Role", role ?? ""],
    ["Job", job ?? ""],
    ["Account", [account.email, account.id].filter(Boolean).join(" · ")],
    ["About", subject],
    ["Place in the chain", position === null ? "Not sealed yet" : formatNumber(position)],
    ["Id", id],
    ["Details", Object.keys(details).length === 0 ? "" : JSON.stringify(details)],
  ] as const;
  return (
    <details>
      <summary style={{ fontSize: "var(--mantine-font-size-sm)", cursor: "pointer" }}>Details</summary>
      <Stack component="dl" gap={2} m={0} mt={6}>
        {facts
          .filter(([, value]) => value !== "")
          .map(([label, value]) => (
            <Group key={label} gap="xs" align="baseline" wrap="nowrap">
              <Text component="dt" size="xs" c="dimmed" style={{ flex: "0 0 7.5rem" }}>
                {label}
              </Text>
              <Text component="dd" size="xs" m={0} dir="auto">
                {value}
              </Text>
            </Group>
          ))}
      </Stack>
    </details>
  );
}
