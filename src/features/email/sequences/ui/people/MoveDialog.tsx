import { Button, Group, Modal, Select, Stack } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Enrollment, Sequence } from "#src/features/email/sequences/contract.ts";
import { stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { stepOption } from "../fields/GotoFields.tsx";
import { figuresQuery, sequencesApi, useSequencesRefresh } from "../shared/sequence-queries.ts";
import { describeStep } from "../shared/step-sentence.ts";

interface MoveDialogProps {
  opened: boolean;
  sequence: Sequence;
  catalog: Catalog;
  enrollment: Enrollment;
  onClose: () => void;
}

/** Moves someone to another step of the version that they're in. */
export function MoveDialog({ opened, sequence, catalog, enrollment, onClose }: MoveDialogProps) {
  const { id } = sequence;
  const { contact, version } = enrollment;
  const [stepId, setStepId] = useState<string | null>(null);
  const refresh = useSequencesRefresh();
  const query = useQuery({ ...figuresQuery({ id, version }), enabled: opened });
  const steps = query.data?.definition ? stepsOf(query.data.definition) : [];
  const around = { catalog, numbers: new Map(steps.map((step, at) => [step.id, at + 1])) };
  const move = useMutation({
    mutationFn: (step_id: string) =>
      sequencesApi.moveEnrollment.call({ id, enrollment_id: enrollment.id, step_id }),
    onSuccess: () => {
      onClose();
      toastSuccess({ message: "They go on there" });
    },
    onSettled: refresh,
    onError: (error) => toastError(error, "They couldn’t be moved. Try again."),
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`Move ${contact.email}`}>
      <Stack>
        {query.data ? (
          <Select
            size="md"
            label="Goes on at"
            description="It happens right away, even what they’ve been through."
            placeholder="Choose a step"
            data-autofocus
            allowDeselect={false}
            data={steps.map((step, at) => ({
              value: step.id,
              label: stepOption(at + 1, describeStep(step, around)),
            }))}
            value={stepId}
            onChange={setStepId}
          />
        ) : (
          <QueryState query={query} failure="We couldn’t load the steps." height={72} />
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
