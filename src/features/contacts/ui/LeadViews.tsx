import { Group, SegmentedControl } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PATHS } from "#src/lib/paths.ts";

interface LeadViewsProps {
  view: "list" | "board";
  children?: ReactNode;
}

/** Switches between the list of leads and the board with the pipeline. */
export function LeadViews({ view, children }: LeadViewsProps) {
  const navigate = useNavigate();
  return (
    <Group gap="sm" mb="md">
      <SegmentedControl
        aria-label="View"
        data={[
          { value: "list", label: "List" },
          { value: "board", label: "Pipeline" },
        ]}
        value={view}
        onChange={(chosen) => void navigate({ to: chosen === "board" ? PATHS.leadBoard : PATHS.leads })}
      />
      {children}
    </Group>
  );
}
