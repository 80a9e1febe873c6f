import { Stack, TextInput } from "@mantine/core";
import { CAMPAIGN_NAME_CHARS_MAX } from "../../rules.ts";
import type { StepProps } from "../campaign-form.ts";
import { SenderField } from "../SenderField.tsx";

export function FromFields({ form, onChange }: StepProps) {
  return (
    <Stack>
      <SenderField form={form} onChange={onChange} />
      <TextInput
        label="Sender’s name"
        placeholder="As the sending account has it"
        maxLength={CAMPAIGN_NAME_CHARS_MAX}
        value={form.from_name}
        onChange={({ currentTarget }) => onChange({ from_name: currentTarget.value })}
      />
    </Stack>
  );
}
