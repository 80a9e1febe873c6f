import { SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { PATHS } from "#src/lib/paths.ts";

/** Room for a canvas, and a mouse or a keyboard. */
const DESKTOP = "(min-width: 62em)";

/** Whether steps are shown as a canvas, which the URL remembers for all tabs. Phones have lists. */
export function useStepsView(): { isCanvas: boolean; isChoice: boolean } {
  const isChoice = useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false });
  const { view } = useSearch({ from: `/shell${PATHS.sequence}` });
  return { isChoice, isCanvas: isChoice && view === "canvas" };
}

/** Changes between the list and the canvas, where there's room for both. */
export function StepsViewControl({ label }: { label: string }) {
  const { isCanvas, isChoice } = useStepsView();
  const navigate = useNavigate();
  if (!isChoice) return null;
  return (
    <SegmentedControl
      aria-label={label}
      style={{ alignSelf: "start" }}
      data={[
        { value: "list", label: "List" },
        { value: "canvas", label: "Canvas" },
      ]}
      value={isCanvas ? "canvas" : "list"}
      onChange={(view) =>
        void navigate({
          to: ".",
          search: (now: object) => ({ ...now, view: view === "canvas" ? view : undefined }),
          replace: true,
        } as never)
      }
    />
  );
}
