import { Group, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";

interface PageTitleProps {
  title: string;
  /** One line below it. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** The head of a dashboard page; it also names the browser's tab. */
export function PageTitle({ title, children, actions }: PageTitleProps) {
  useDocumentTitle(`${title} · Fanfare`);
  return (
    <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
      <Stack gap={2} miw={0}>
        <Title order={1}>{title}</Title>
        {children && (
          <Text c="dimmed" component="div" size="sm">
            {children}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
