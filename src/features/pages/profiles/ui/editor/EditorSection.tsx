import { Card, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface EditorSectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export function EditorSection({ title, text, children }: EditorSectionProps) {
  return (
    <Card component="section" p={{ base: "md", sm: "lg" }}>
      <Stack gap={2} mb="md">
        <Title order={2} size="h3">
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </Stack>
      <Stack>{children}</Stack>
    </Card>
  );
}
