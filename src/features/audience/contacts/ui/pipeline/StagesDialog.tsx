import { Button, Group, Select, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { confirm } from "#src/kit/confirm.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { usesWarning } from "#src/kit/uses.ts";
import type { Pipeline } from "../../pipeline/pipeline-contract.ts";
import { STAGE_COLORS, STAGE_NAME_CHARS_MAX, STAGES_MAX, type Stage, type StageColor } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";
import { type ReorderActions, ReorderButtons } from "../ReorderButtons.tsx";

interface StagesDialogProps {
  opened: boolean;
  onClose: () => void;
  pipeline: Pipeline;
}

/** Names, colors, and order of the stages. */
export function StagesDialog({ opened, onClose, pipeline }: StagesDialogProps) {
  return (
    <FormDialog title="Stages of your pipeline" opened={opened} onClose={onClose}>
      <StagesForm pipeline={pipeline} onClose={onClose} />
    </FormDialog>
  );
}

const COLORS = STAGE_COLORS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));
const CURRENCIES = Intl.supportedValuesOf("currency");

function StagesForm({ pipeline, onClose }: Omit<StagesDialogProps, "opened">) {
  const queries = useQueryClient();
  // Other people's changes mustn't affect the current input.
  const [known] = useState(pipeline);
  const [stages, setStages] = useState<Stage[]>(() =>
    known.stages.map(({ id, name, color }) => ({ id, name, color })),
  );
  const [currency, setCurrency] = useState(known.currency);
  const [isUnnamed, setUnnamed] = useState(false);
  const gone = known.stages.filter(({ id }) => !stages.some((stage) => stage.id === id));
  const send = useMutation({
    mutationFn: () => contactsApi.savePipeline.call({ stages, currency, removed: gone.map(({ id }) => id) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: contactsApi.key() });
      onClose();
      toastSuccess({ message: "Stages saved." });
    },
  });
  const submit = async () => {
    if (send.isPending) return;
    const isMissing = stages.some(({ name }) => name.trim() === "");
    setUnnamed(isMissing);
    if (isMissing) return;
    const leaving = gone.reduce((sum, { count }) => sum + count, 0);
    const leave = `${plural(leaving, "lead")} will leave the pipeline. They stay on your list.`;
    const warning = await usesWarning(
      "stages",
      gone.map(({ id }) => id),
    );
    const isSure =
      (leaving === 0 && warning === undefined) ||
      (await confirm({
        title: `Remove ${plural(gone.length, "stage")}?`,
        message: [leaving > 0 && leave, warning].filter(Boolean).join(" "),
        confirm: "Remove",
        danger: true,
      }));
    if (isSure) send.mutate();
  };
  const change = (id: string, changes: Partial<Stage>) =>
    setStages(stages.map((stage) => (stage.id === id ? { ...stage, ...changes } : stage)));
  const failure = send.error
    ? errorMessage(send.error, "The stages couldn’t be saved. Try again.")
    : undefined;
  const entity = {
    submit: (event?: { preventDefault: () => void }) => {
      event?.preventDefault();
      void submit();
    },
    failure,
    isSending: send.isPending,
  };
  return (
    <DialogForm entity={entity} action="Save stages" onClose={onClose}>
      {stages.map((stage, at) => (
        <StageRow
          key={stage.id}
          stage={stage}
          error={isUnnamed && stage.name.trim() === "" ? "Name this stage." : undefined}
          onChange={(changes) => change(stage.id, changes)}
          onUp={at > 0 ? () => setStages(swapped(stages, at - 1)) : undefined}
          onDown={at < stages.length - 1 ? () => setStages(swapped(stages, at)) : undefined}
          onRemove={() => setStages(stages.filter(({ id }) => id !== stage.id))}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={stages.length >= STAGES_MAX}
        onClick={() => setStages([...stages, { id: newId(), name: "", color: "gray" }])}
      >
        Add stage
      </Button>
      <Select
        size="md"
        label="Currency"
        description="The currency of what leads are worth."
        searchable
        allowDeselect={false}
        data={CURRENCIES}
        value={currency}
        onChange={(chosen) => chosen && setCurrency(chosen)}
      />
    </DialogForm>
  );
}

function swapped(stages: readonly Stage[], at: number): Stage[] {
  const moved = [...stages];
  moved.splice(at, 2, ...stages.slice(at, at + 2).reverse());
  return moved;
}

interface StageRowProps extends ReorderActions {
  stage: Stage;
  error: string | undefined;
  onChange: (changes: Partial<Stage>) => void;
}

function StageRow({ stage: { name, color }, error, onChange, onUp, onDown, onRemove }: StageRowProps) {
  const of = name || "stage";
  return (
    <Group gap="xs" align={error ? "center" : "end"}>
      <TextInput
        flex="1 1 9rem"
        label="Name"
        maxLength={STAGE_NAME_CHARS_MAX}
        error={error}
        value={name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Select
        size="md"
        w={120}
        label="Color"
        allowDeselect={false}
        data={COLORS}
        value={color}
        onChange={(chosen) => chosen && onChange({ color: chosen as StageColor })}
      />
      <ReorderButtons of={of} onUp={onUp} onDown={onDown} onRemove={onRemove} />
    </Group>
  );
}
