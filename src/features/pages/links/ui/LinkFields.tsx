import { Switch, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPicker } from "#src/features/pages/icons/ui/shared/IconPicker.tsx";
import { type LinkFormValues, resolvedUrl } from "./link-form.ts";

interface FieldProps {
  form: UseFormReturnType<LinkFormValues>;
}

export function UrlField({ form }: FieldProps) {
  const opened = resolvedUrl(form.useWatchValue("url"));
  return (
    <TextInput
      label="URL"
      placeholder="example.com/single"
      inputMode="url"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      key={form.key("url")}
      {...form.getInputProps("url")}
      description={opened && !form.errors.url ? `Opens ${opened}` : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
    />
  );
}

export function IconField({ form }: FieldProps) {
  const icon = form.useWatchValue("icon");
  return (
    <>
      <div>
        <IconPicker value={icon} onChange={(chosen) => form.setFieldValue("icon", chosen)} />
        {form.errors.icon && (
          <Text size="sm" c="red" role="alert">
            {form.errors.icon}
          </Text>
        )}
      </div>
      {icon && (
        <Switch
          label="Show icon on page"
          key={form.key("show_icon")}
          {...form.getInputProps("show_icon", { type: "checkbox" })}
        />
      )}
    </>
  );
}
