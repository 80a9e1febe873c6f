import { Card, EmptyState } from "@mantine/core";
import type { ReactNode } from "react";

interface NothingHereProps {
  icon: ReactNode;
  title: string;
  description: string;
  /** Buttons that lead to the first one. */
  children?: ReactNode;
}

/** An empty state: says what will be here. */
export function NothingHere({ icon, title, description, children }: NothingHereProps) {
  return (
    <Card py="xl">
      <EmptyState icon={icon} variant="light" title={title} description={description}>
        {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
      </EmptyState>
    </Card>
  );
}
