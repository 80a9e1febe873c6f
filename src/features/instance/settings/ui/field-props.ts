import type { useForm } from "@mantine/form";
import type { Setting } from "#src/features/instance/settings/contract.ts";

export interface SettingFieldProps {
  setting: Setting;
  field: ReturnType<ReturnType<typeof useForm<Record<string, string>>>["getInputProps"]>;
}
