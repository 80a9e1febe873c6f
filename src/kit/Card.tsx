import { Group, Paper, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface CardProps {
  title: string;
  /** One or two sentences below it. */
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export function Card({ title, text, action, children }: CardProps) {
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }} aria-label={title}>
      <Stack>
        <Group justify="space-between" align="flex-start" gap="sm">
          <div style={{ flex: "1 1 14rem", minWidth: 0, overflowWrap: "anywhere" }}>
            <Title order={2} size="h4">
              {title}
            </Title>
            {text && <div className="small-print">{text}</div>}
          </div>
          {action}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
