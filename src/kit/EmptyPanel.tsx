import { EmptyState, Paper } from "@mantine/core";
import type { ReactNode } from "react";

interface NothingHereProps {
  icon: ReactNode;
  title: string;
  description: string;
  /** `lg` if there's nothing else to do on the screen. */
  size?: "md" | "lg";
  /** Buttons for adding the first one. */
  children?: ReactNode;
}

/** An empty state, which explains what will be here. */
export function EmptyPanel({ size = "md", children, ...words }: NothingHereProps) {
  return (
    <Paper withBorder radius="lg" px="md" py={size === "lg" ? 56 : "xl"}>
      <EmptyState size={size} variant="light" style={{ overflowWrap: "anywhere" }} {...words}>
        {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
      </EmptyState>
    </Paper>
  );
}
