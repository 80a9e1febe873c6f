import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Sequence } from "#src/features/email/sequences/contract.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { sequencesApi, useSequencesRefresh } from "./shared/sequence-queries.ts";

interface ResumeDialogProps {
  opened: boolean;
  sequence: Sequence;
  onClose: () => void;
}

const BACKLOGS = [
  { value: "send", label: "Send it now", about: "Everyone goes on where they are, right away." },
  {
    value: "spread",
    label: "Spread it over the next day",
    about: "It goes out bit by bit, so that not everyone gets it at once.",
  },
  {
    value: "skip",
    label: "Leave it out",
    about: "The e-mail that was due is skipped, and they go on with what follows.",
  },
] as const;
type Backlog = (typeof BACKLOGS)[number]["value"];

/** Asks what becomes of the e-mail that was due while a sequence was paused. */
export function ResumeDialog({ opened, sequence, onClose }: ResumeDialogProps) {
  const { id, name, counts } = sequence;
  const [backlog, setBacklog] = useState<Backlog>("send");
  const refresh = useSequencesRefresh();
  const resume = useMutation({
    mutationFn: () => sequencesApi.resume.call({ id, backlog }),
    onSuccess: onClose,
    onSettled: refresh,
    onError: (error) => toastError(error, "It couldn’t resume. Try again."),
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`Resume “${name}”`}>
      <Stack>
        <Text size="sm">
          {counts.inside === 0
            ? "Nobody is inside. New people get in again."
            : counts.inside === 1
              ? "One person is inside. What becomes of the e-mail that was due meanwhile?"
              : `${formatNumber(counts.inside)} people are inside. What becomes of the e-mail that was due meanwhile?`}
        </Text>
        {counts.inside > 0 && (
          <Radio.Group
            aria-label="E-mail that was due"
            value={backlog}
            onChange={(value) => setBacklog(value as Backlog)}
          >
            <Stack gap="sm">
              {BACKLOGS.map(({ value, label, about }) => (
                <Radio key={value} value={value} label={label} description={about} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus loading={resume.isPending} onClick={() => resume.mutate()}>
            Resume
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
