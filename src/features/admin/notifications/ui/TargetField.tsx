import { NativeSelect } from "@mantine/core";
import { TARGET_NAMES, TARGETS, type TargetName } from "#src/features/admin/notifications/rules.ts";

interface TargetFieldProps {
  target: TargetName;
  onTarget: (target: TargetName) => void;
}

export function TargetField({ target, onTarget }: TargetFieldProps) {
  return (
    <NativeSelect
      size="md"
      label="Where it leads"
      data={TARGET_NAMES.map((value) => ({ value, label: TARGETS[value].label }))}
      value={target}
      onChange={({ currentTarget: { value } }) => {
        const chosen = TARGET_NAMES.find((one) => one === value);
        if (chosen) onTarget(chosen);
      }}
    />
  );
}
