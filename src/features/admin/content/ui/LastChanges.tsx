import { Button, Group, Modal, Progress, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffChange } from "#src/features/pages/links/staff-changes/change-contract.ts";
import { MARK_REASON_CHARS_MAX } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { changesQuery, contentApi, sendUndo, type ThingsOf } from "./content-queries.ts";

const LOOK_AGAIN_MS = 1000;
const SHOWN_MAX = 5;

/** What staff did to many of them lately, how far it is, and the way back. */
export function LastChanges({ of }: { of: ThingsOf }) {
  const queries = useQueryClient();
  const query = useQuery({
    ...changesQuery(of),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ ended_at }) => ended_at === null) ? LOOK_AGAIN_MS : false,
  });
  const [undoing, setUndoing] = useState<StaffChange>();
  const undo = useMutation({
    mutationFn: (reason: string) => sendUndo(of, { id: undoing?.id ?? "", reason }),
    onSuccess: async () => {
      setUndoing(undefined);
      await queries.invalidateQueries({ queryKey: contentApi.key() });
    },
    onError: (error) => toastError(error, "It couldn’t be undone. Try again."),
  });
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title="Last changes">
      <ul style={{ listStyle: "none", margin: 0, padding: 0, overflowWrap: "anywhere" }}>
        {items.slice(0, SHOWN_MAX).map((change) => (
          <li key={change.id}>
            <Change of={of} change={change} onUndo={() => setUndoing(change)} />
          </li>
        ))}
      </ul>
      {undoing && (
        <UndoDialog
          isSending={undo.isPending}
          onUndo={(reason) => undo.mutate(reason)}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </Card>
  );
}

interface ChangeProps {
  of: ThingsOf;
  change: StaffChange;
  onUndo: () => void;
}

function Change({ of, change, onUndo }: ChangeProps) {
  const { reason, host, started_at, ended_at, total, done, is_undone, is_undo } = change;
  return (
    <Group justify="space-between" align="flex-start" gap="sm" py={6}>
      <Stack gap={2} style={{ flex: "1 1 14rem", minWidth: 0 }}>
        <Text size="sm" fw={500}>
          {whatOf(of, change)}
          {host && ` · ${host}`}
          {is_undo && " · undo"}
          {is_undone && " · undone"}
        </Text>
        <Text size="xs" c="dimmed">
          {formatDateTime(started_at)} · <span dir="auto">{reason}</span>
        </Text>
        {ended_at === null && (
          <div role="status">
            <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Done so far" />
            <Text size="xs" c="dimmed">
              {formatNumber(done)} of {formatNumber(total)} done
            </Text>
          </div>
        )}
      </Stack>
      {ended_at !== null && !is_undone && !is_undo && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Undo: ${whatOf(of, change)}, ${reason}`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </Group>
  );
}

function whatOf(of: ThingsOf, { mark, is_on, total }: StaffChange): string {
  const things = of === "links" ? plural(total, "link") : plural(total, "page");
  if (mark === "hidden") return is_on ? `Hidden: ${things}` : `Shown again: ${things}`;
  return is_on ? `Labeled as adult: ${things}` : `Label taken off: ${things}`;
}

interface UndoDialogProps {
  isSending: boolean;
  onUndo: (reason: string) => void;
  onClose: () => void;
}

function UndoDialog({ isSending, onUndo, onClose }: UndoDialogProps) {
  const [reason, setReason] = useState("");
  return (
    <Modal opened onClose={onClose} title="Undo this change" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== "" && !isSending) onUndo(reason.trim());
        }}
      >
        <Stack>
          <Text size="sm">What nobody changed since goes back to what it was. This can be done once.</Text>
          <Textarea
            label="Reason"
            description="The owners read it."
            maxLength={MARK_REASON_CHARS_MAX}
            minRows={2}
            autosize
            data-autofocus
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={reason.trim() === ""} loading={isSending}>
              Undo
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
