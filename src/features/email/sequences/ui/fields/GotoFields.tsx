import { Select } from "@mantine/core";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { useEditing } from "../editor/editor-context.ts";
import { describeStep } from "../shared/step-sentence.ts";

type Goto = Extract<Step, { type: "goto" }>;

interface GotoFieldsProps {
  step: Goto;
  onChange: (part: Partial<Goto>) => void;
}

export function GotoFields({ step, onChange }: GotoFieldsProps) {
  const editing = useEditing();
  const others = editing.all.filter(({ id }) => id !== step.id);
  return (
    <Select
      size="md"
      label="Step"
      description="Somebody who goes in circles without a wait leaves."
      placeholder="Choose a step"
      allowDeselect={false}
      data={others.map((one) => ({
        value: one.id,
        label: stepOption(editing.numbers.get(one.id) ?? 0, describeStep(one, editing)),
      }))}
      value={others.some(({ id }) => id === step.step_id) ? step.step_id : null}
      onChange={(chosen) => onChange({ step_id: chosen })}
    />
  );
}

export const stepOption = (number: number, sentence: string) => `${number}. ${sentence}`;
