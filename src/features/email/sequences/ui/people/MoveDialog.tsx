import { Button, Group, Modal, Select, Stack } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCatalog } from "#src/features/audience/segments/ui/shared/segment-queries.ts";
import type { Enrollment } from "#src/features/email/sequences/contract.ts";
import { type Step, stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { stepOption } from "../fields/GotoFields.tsx";
import { figuresQuery, sequencesApi } from "../shared/sequence-queries.ts";
import { describeStep } from "../shared/step-sentence.ts";

interface MoveDialogProps {
  opened: boolean;
  sequenceId: string;
  enrollment: Enrollment;
  onMoved: () => Promise<void>;
  onClose: () => void;
}

/** Moves someone to another step of the version that they're in. */
export function MoveDialog({ opened, sequenceId: id, enrollment, onMoved, onClose }: MoveDialogProps) {
  const { contact, version } = enrollment;
  const [stepId, setStepId] = useState<string | null>(null);
  const query = useQuery({ ...figuresQuery({ id, version }), enabled: opened });
  const catalog = useCatalog();
  const steps = query.data?.definition ? stepsOf(query.data.definition) : [];
  const numbers = new Map(steps.map((step, at) => [step.id, at + 1]));
  const move = useMutation({
    mutationFn: (step_id: string) =>
      sequencesApi.moveEnrollment.call({ id, enrollment_id: enrollment.id, step_id }),
    onSuccess: () => {
      onClose();
      toastSuccess({ message: "They go on there" });
    },
    onSettled: onMoved,
    onError: (error) => toastError(error, "They couldn’t be moved. Try again."),
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`Move ${contact.email}`}>
      <Stack>
        {query.data && catalog.data ? (
          <Select
            size="md"
            label="Goes on at"
            description="It happens right away, even what they’ve been through."
            placeholder="Choose a step"
            data-autofocus
            allowDeselect={false}
            data={listOptions(steps, { catalog: catalog.data, numbers })}
            value={stepId}
            onChange={setStepId}
          />
        ) : (
          <QueryState
            query={query.error ? query : catalog}
            failure="We couldn’t load the steps."
            height={72}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={stepId === null}
            loading={move.isPending}
            onClick={() => stepId !== null && move.mutate(stepId)}
          >
            Move
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const listOptions = (steps: readonly Step[], around: Parameters<typeof describeStep>[1]) =>
  steps.map((step, at) => ({ value: step.id, label: stepOption(at + 1, describeStep(step, around)) }));
