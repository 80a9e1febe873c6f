import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface SignInMethodRowProps {
  title: string;
  text: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function SignInMethodRow({ title, text, actions, children }: SignInMethodRowProps) {
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 16rem">
          <Title order={3} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
