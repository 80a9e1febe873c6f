import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { ExitMethod } from "../rules.ts";
import type { WaysOutChange, WaysOutRow } from "../ways-out-contract.ts";
import { changedText, scopeOf, waysOutApi, waysText } from "./ways-out-client.ts";

interface WaysChangesDialogProps {
  opened: boolean;
  onClose: () => void;
  row: WaysOutRow | undefined;
  rows: readonly WaysOutRow[];
  /** Opens the form with these ways. */
  onPick: (row: WaysOutRow, ways: ExitMethod[]) => void;
}

/** What visitors of an app were offered before, and who changed it when. */
export function WaysChangesDialog({ opened, onClose, row, ...list }: WaysChangesDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={row ? `Changes of ${row.label}` : ""} centered>
      {row && <Changes row={row} {...list} />}
    </Modal>
  );
}

type ChangesProps = Pick<WaysChangesDialogProps, "rows" | "onPick"> & { row: WaysOutRow };

function Changes({ row: { app, os }, rows, onPick }: ChangesProps) {
  const query = useQuery(waysOutApi.listChanges.queryOptions({ input: { app, os } }));
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the changes." height={160} />;
  return (
    <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
      {query.data.items.map((change) => (
        <Change
          key={change.id}
          change={change}
          row={rows.find(
            (known) => known.app === app && known.os === os && known.from_version === change.from_version,
          )}
          os={os}
          onPick={onPick}
        />
      ))}
    </Stack>
  );
}

interface ChangeProps extends Pick<WaysChangesDialogProps, "onPick"> {
  change: WaysOutChange;
  /** Undefined for a version that was removed. */
  row: WaysOutRow | undefined;
  os: WaysOutRow["os"];
}

function Change({ change, row, os, onPick }: ChangeProps) {
  const { from_version, before, after } = change;
  const missing = from_version === "" ? "The default" : "As other versions";
  const text = (ways: readonly ExitMethod[] | null) => (ways ? waysText(ways) : missing);
  const earlier = before ?? row?.default ?? null;
  return (
    <Stack component="li" gap={2}>
      <Text size="xs" c="dimmed" dir="auto">
        {changedText(change)}
      </Text>
      <Text size="sm">{scopeOf({ os, from_version })}</Text>
      <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text size="sm">Before: {text(before)}</Text>
          <Text size="sm" fw={600}>
            After: {text(after)}
          </Text>
        </div>
        {row && earlier && earlier.join() !== row.ways.join() && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ flexShrink: 0 }}
            aria-label={`Use again: ${text(before)}`}
            onClick={() => onPick(row, [...earlier])}
          >
            Use again
          </Button>
        )}
      </Group>
    </Stack>
  );
}
