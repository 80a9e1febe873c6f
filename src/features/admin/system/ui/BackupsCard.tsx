import { Anchor, Badge, Button, Code, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { Backup, SystemOverview } from "../contract.ts";
import { formatBytes, systemApi, useAction } from "./system-queries.ts";

export function BackupsCard({ backups }: { backups: SystemOverview["backups"] }) {
  const { items, is_nightly, folder, is_encrypted } = backups;
  const isUnderWay = items[0]?.state === "running";
  const backUp = useAction(() => systemApi.backUp.call({}), {
    done: "The backup begins in a moment.",
    failed: "The backup couldn’t be started.",
  });
  const verify = useAction(() => systemApi.verify.call({}), {
    done: "The last backup is being restored on trial.",
    failed: "The check couldn’t be started.",
  });
  return (
    <Card
      title="Backups"
      text={is_nightly ? "One is made every night." : "One is made when someone asks for it."}
      action={
        <Group gap="xs">
          <Button
            variant="default"
            loading={verify.isPending}
            disabled={!items.some(({ state }) => state === "done")}
            onClick={() => verify.mutate()}
          >
            Check the last one
          </Button>
          <Button loading={backUp.isPending} disabled={isUnderWay} onClick={() => backUp.mutate()}>
            Back up now
          </Button>
        </Group>
      }
    >
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {items.map((backup) => (
          <BackupRow key={backup.id} backup={backup} />
        ))}
      </Stack>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        They go to <Code>{folder}</Code>.{" "}
        {is_encrypted
          ? "They’re encrypted with BACKUP_PASSPHRASE."
          : "They aren’t encrypted: set BACKUP_PASSPHRASE in the environment to change that."}{" "}
        <Anchor component={Link} to={STAFF_PATHS.settings} size="sm" underline="always">
          Settings
        </Anchor>
      </Text>
    </Card>
  );
}

const STATES = {
  running: { label: "Being made", color: "blue" },
  done: { label: "Made", color: "teal" },
  failed: { label: "Failed", color: "red" },
} as const;

function BackupRow({ backup }: { backup: Backup }) {
  const { state, started_at, bytes, rows, reason, verdict, verified_at, file } = backup;
  return (
    <li style={{ overflowWrap: "anywhere" }}>
      <Group gap="xs">
        <Text size="sm" fw={600} component="time" dateTime={started_at}>
          {formatDateTime(started_at)}
        </Text>
        <Badge size="sm" variant="light" color={STATES[state].color}>
          {STATES[state].label}
        </Badge>
        {verified_at !== null && (
          <Badge size="sm" variant="light" color={verdict === "" ? "teal" : "red"}>
            {verdict === "" ? "Restored on trial" : "Not whole"}
          </Badge>
        )}
      </Group>
      {state === "done" && (
        <Text size="sm" c="dimmed">
          {formatBytes(bytes)} · {plural(rows, "row")} · {file.split(/[\\/]/).at(-1)}
        </Text>
      )}
      {reason !== "" && <Text size="sm">{reason}</Text>}
      {verdict !== "" && <Text size="sm">{verdict}</Text>}
    </li>
  );
}
