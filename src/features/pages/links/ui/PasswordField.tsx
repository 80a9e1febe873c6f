import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Link } from "#src/features/pages/links/contract.ts";
import type { LinkFormValues } from "./link-form.ts";

interface PasswordFieldProps {
  form: UseFormReturnType<LinkFormValues>;
  /** The stored link, or undefined for a new one. */
  link: Link | undefined;
}

/** A link's password, which nobody can read once it's saved. */
export function PasswordField({ form, link }: PasswordFieldProps) {
  const keeps = form.useWatchValue("keeps_password");
  return (
    <Stack gap="xs">
      <PasswordInput
        label={link?.has_password ? "New password" : "Link password"}
        description="Visitors enter it before the link opens. Nobody can read it here later."
        autoComplete="new-password"
        maxLength={128}
        key={form.key("password")}
        {...form.getInputProps("password")}
      />
      {link?.has_password && (
        <Group gap="xs" justify="space-between">
          <Text size="sm" c="dimmed">
            {keeps ? "It has a password now." : "Visitors won’t need it anymore."}
          </Text>
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => form.setFieldValue("keeps_password", !keeps)}
          >
            {keeps ? "Remove password" : "Keep password"}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
