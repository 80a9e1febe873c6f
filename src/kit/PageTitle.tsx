import { Group, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { createContext, type ReactNode, use } from "react";
import classes from "./PageTitle.module.css";

interface PageTitleProps {
  title: string;
  /** One line below it. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** What this instance is called. */
export const InstanceName = createContext("Fanfare");

/** Names the browser's tab after the screen and the instance. */
export function useScreenTitle(title: string): void {
  useDocumentTitle(`${title} · ${use(InstanceName)}`);
}

/** The head of a dashboard page; it also names the browser's tab. */
export function PageTitle({ title, children, actions }: PageTitleProps) {
  useScreenTitle(title);
  return (
    <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
      <Stack gap={2} miw={0} maw="100%">
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        {children && (
          <Text c="dimmed" component="div" size="sm">
            {children}
          </Text>
        )}
      </Stack>
      {actions && (
        <Group gap="xs" className={classes.actions}>
          {actions}
        </Group>
      )}
    </Group>
  );
}
