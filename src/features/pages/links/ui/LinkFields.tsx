import { Switch, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPicker } from "#src/features/pages/icons/ui/shared/IconPicker.tsx";
import { type AddressKind, type LinkFormValues, resolvedUrl } from "./link-form.ts";

interface FieldProps {
  form: UseFormReturnType<LinkFormValues>;
}

export function UrlField({ form, address }: FieldProps & { address?: AddressKind | undefined }) {
  const typed = form.useWatchValue("url");
  const opened = address === undefined ? resolvedUrl(typed) : undefined;
  const asks = {
    url: { label: "URL", placeholder: "example.com/single", inputMode: "url" },
    email: { label: "E-mail address", placeholder: "you@example.com", inputMode: "email" },
    phone: { label: "Phone number", placeholder: "+1 555 123 4567", inputMode: "tel" },
  } as const;
  return (
    <TextInput
      {...asks[address ?? "url"]}
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
