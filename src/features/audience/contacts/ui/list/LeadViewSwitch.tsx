import { SegmentedControl } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { PATHS } from "#src/lib/paths.ts";

/** The same leads as a table, or in their stages. */
export function LeadViewSwitch({ view }: { view: "list" | "board" }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label="View"
      data={[
        { value: "list", label: "List" },
        { value: "board", label: "Pipeline" },
      ]}
      value={view}
      onChange={(chosen) =>
        void navigate({
          to: chosen === "board" ? PATHS.leadBoard : PATHS.leads,
          search: (old) => ({ ...old, lead: undefined, open: undefined }),
        })
      }
    />
  );
}
