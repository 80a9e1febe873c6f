import { Paper, Stack } from "@mantine/core";
import { memo, useEffect } from "react";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { SaveActions } from "#src/kit/form/SaveActions.tsx";
import classes from "./ProfileEditor.module.css";

interface SaveBarProps {
  dirty: boolean;
  sending: boolean;
  failure: string | undefined;
  onDiscard: () => void;
}

/** Stays in view while there are unsaved changes. An older way to discard them does the same. */
export const SaveBar = memo(Bar, (before, after) =>
  (["dirty", "sending", "failure"] as const).every((part) => before[part] === after[part]),
);

function Bar({ dirty, sending, failure, onDiscard }: SaveBarProps) {
  useEffect(() => {
    // It may just have covered the field being typed into.
    if (dirty) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [dirty]);
  return (
    <Paper
      withBorder
      radius="lg"
      shadow={dirty ? "md" : undefined}
      p="sm"
      className={dirty ? classes.bar : undefined}
    >
      <Stack gap="xs">
        <FormFailure message={failure} />
        <SaveActions dirty={dirty} sending={sending} onDiscard={onDiscard} />
      </Stack>
    </Paper>
  );
}
