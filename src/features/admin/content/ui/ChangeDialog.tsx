import { Alert, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ChangeExtent } from "#src/features/pages/links/staff-changes/change-contract.ts";
import {
  MARK_REASON_CHARS_MAX,
  type StaffMarkName,
} from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { contentApi, type PickedThings, sendChange, type ThingsOf } from "./content-queries.ts";
import type { MarkChoice } from "./PickedBar.tsx";

interface ChangeDialogProps {
  of: ThingsOf;
  choice: MarkChoice;
  target: PickedThings;
  onClose: () => void;
  onStarted: () => void;
}

/** Says how many it’s about and whose they are, and asks why. */
export function ChangeDialog({ of, choice, target, onClose, onStarted }: ChangeDialogProps) {
  const queries = useQueryClient();
  const [id] = useState(newId);
  const [reason, setReason] = useState("");
  const wanted = { ...choice, id, target };
  const extent = useQuery({
    queryKey: [...contentApi.key(), "extent", id],
    queryFn: () => sendChange(of, { ...wanted, reason: "", dry_run: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: () => sendChange(of, { ...wanted, reason: reason.trim(), dry_run: false }),
    onSuccess: async ({ change }) => {
      toastSuccess({
        message: change ? "It has begun. The owners are told." : "There was nothing left to change.",
      });
      onStarted();
      await queries.invalidateQueries({ queryKey: contentApi.key() });
    },
  });
  const isReady = extent.data !== undefined && extent.data.total > 0 && reason.trim() !== "";
  return (
    <Modal opened onClose={onClose} title={titleOf(of, choice)} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !start.isPending) start.mutate();
        }}
      >
        <Stack>
          {extent.data ? (
            <Extent of={of} extent={extent.data} />
          ) : (
            <QueryState query={extent} failure="We couldn’t count them." height={64} />
          )}
          <Textarea
            label="Reason"
            description="The owners read it: in an e-mail, beside what you change, and in their activity log."
            maxLength={MARK_REASON_CHARS_MAX}
            minRows={2}
            autosize
            data-autofocus
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          {start.error && <FormFailure message={errorMessage(start.error, "That didn’t work. Try again.")} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              color={choice.is_on && choice.mark === "hidden" ? "red" : undefined}
              disabled={!isReady}
              loading={start.isPending}
            >
              {DONE_LABELS[choice.mark][choice.is_on ? "on" : "off"]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const DONE_LABELS: Record<StaffMarkName, { on: string; off: string }> = {
  hidden: { on: "Hide", off: "Show again" },
  adult: { on: "Label as adult", off: "Take the label off" },
};

function titleOf(of: ThingsOf, { mark, is_on }: MarkChoice): string {
  if (of === "links") {
    if (mark === "hidden") return is_on ? "Hide links" : "Show links again";
    return is_on ? "Label links as adult content" : "Take the adult label off links";
  }
  if (mark === "hidden") return is_on ? "Hide pages" : "Show pages again";
  return is_on ? "Label pages as adult content" : "Take the adult label off pages";
}

function Extent({ of, extent }: { of: ThingsOf; extent: ChangeExtent }) {
  const { total, accounts, spared, examples } = extent;
  const things = of === "links" ? plural(total, "link") : plural(total, "page");
  return (
    <Stack gap="xs">
      <Text fw={600} role="status">
        {total === 0 ? "Nothing would change." : `${things} of ${plural(accounts, "account")} would change.`}
      </Text>
      {spared > 0 && (
        <Alert color="orange" variant="light">
          {spared} more belong to others who run this instance. Only the founder can decide about them.
        </Alert>
      )}
      <ul style={{ margin: 0, paddingInlineStart: "1.25rem", overflowWrap: "anywhere" }}>
        {examples.map(({ id, name, email, count }) => (
          <li key={id}>
            <Text size="sm">
              <span dir="auto">{name}</span>, {email}: {count}
            </Text>
          </li>
        ))}
      </ul>
      {accounts > examples.length && (
        <Text size="sm" c="dimmed">
          And {plural(accounts - examples.length, "more account")}
        </Text>
      )}
    </Stack>
  );
}
