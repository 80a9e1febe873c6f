import { SegmentedControl, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { useEditing } from "./editor-context.ts";
import { StepList } from "./StepList.tsx";

const SequenceCanvas = lazyComponent(
  async () => (await import("../canvas/SequenceCanvas.tsx")).SequenceCanvas,
  <Skeleton h={480} radius="lg" />,
);

/** Room for a canvas, and a mouse or a keyboard. */
const DESKTOP = "(min-width: 62em)";

/** The steps as a list or, on desktops, as a canvas. Both edit the same. */
export function Steps() {
  const { definition } = useEditing();
  const isDesktop = useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false });
  const search = useSearch({ from: `/shell${PATHS.sequence}` });
  const navigate = useNavigate();
  const isCanvas = isDesktop && search.view === "canvas";
  return (
    <>
      {isDesktop && (
        <SegmentedControl
          aria-label="How to show the steps"
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
      )}
      {isCanvas ? (
        <SequenceCanvas />
      ) : (
        <StepList steps={definition.steps} parent={null} list={0} label="Steps" end="at the end" />
      )}
    </>
  );
}
