import { Anchor, Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { formatDateTime } from "#src/kit/format-date.ts";
import { localizeCountry } from "#src/kit/localize-label.ts";
import { plural } from "#src/kit/plural.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { TimelineEntry } from "../contract.ts";

interface TimelineRowProps {
  entry: TimelineEntry;
  onAccount: (account: string) => void;
  onBlock: (network: string) => void;
}

const MINUTE_MS = 60_000;

export function TimelineRow({ entry, onAccount, onBlock }: TimelineRowProps) {
  const { account, by, network, country, count, first_at, at } = entry;
  const place = [network, country && localizeCountry(country, "")].filter(Boolean).join(" · ");
  const isOver = Date.parse(at) - Date.parse(first_at) >= MINUTE_MS;
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={4} flex="1 1 16rem" miw={0}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {whatOf(entry)}
            </Text>
            {count > 1 && (
              <Badge variant="light" color="orange">
                {plural(count, "time")}
              </Badge>
            )}
          </Group>
          {account && (
            <Text size="sm">
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link {...props} to={STAFF_PATHS.users} search={{ user: account.id }} />
                )}
              >
                {account.name || "An account that’s gone"}
              </Anchor>
              {by && by !== account.name && ` · ${by}`}
            </Text>
          )}
          {!account && by && <Text size="sm">{by}</Text>}
          {place !== "" && <Text size="sm">{place}</Text>}
          <Text size="xs" c="dimmed">
            {isOver ? `${formatDateTime(first_at)} – ${formatDateTime(at)}` : formatDateTime(at)}
          </Text>
        </Stack>
        <Group gap="xs">
          {account && (
            <Button size="xs" variant="default" onClick={() => onAccount(account.id)}>
              Only this account
            </Button>
          )}
          {network !== "" && entry.kind !== "kept_out" && (
            <Button size="xs" variant="default" onClick={() => onBlock(network)}>
              Block network…
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}

function whatOf({ kind, what, subject }: TimelineEntry): string {
  if (what !== null) return what;
  if (kind === "locked_out") return "Locked after too many tries";
  if (kind === "unusual_place") return `Signed in from a new country: ${localizeCountry(subject, subject)}`;
  if (kind === "kept_out") return "Blocked";
  if (kind === "limit_reached")
    return subject === "" ? "Reached limits, from many more networks" : `Reached a limit: ${subject}`;
  if (subject === "") return "Failed to sign in, from many more networks";
  return subject === "code" ? "Wrong code" : "Wrong password";
}
