import { Button, Group } from "@mantine/core";
import { SaveStatus } from "#src/kit/form/SaveStatus.tsx";
import type { SaveState } from "#src/kit/form/save-state.ts";
import type { useHistory } from "#src/kit/form/use-history.ts";
import classes from "./Links.module.css";

interface SavedFootProps {
  entity: {
    state: SaveState;
    failure: string | undefined;
    history: Pick<ReturnType<typeof useHistory>, "canUndo" | "canRedo" | "undo" | "redo">;
  };
}

/** The foot of a form that saves itself. */
export function SavedFoot({ entity: { state, failure, history } }: SavedFootProps) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-end">
      <div className={classes.status}>
        <SaveStatus
          state={state}
          failure={failure}
          canUndo={history.canUndo}
          canRedo={history.canRedo}
          undo={history.undo}
          redo={history.redo}
        />
      </div>
      <Button type="submit">Done</Button>
    </Group>
  );
}
