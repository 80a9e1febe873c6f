import { Paper, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { conditionProblems } from "#src/features/audience/segments/conditions/check-rules.ts";
import { type Condition, EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { normalizeCondition } from "#src/features/audience/segments/conditions/text-rules.ts";
import { SEGMENT_NAME_CHARS_MAX } from "#src/features/audience/segments/rules.ts";
import type { Segment } from "#src/features/audience/segments/segments-contract.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { SaveActions } from "#src/kit/form/SaveActions.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { MatchPreview } from "./MatchPreview.tsx";
import classes from "./Segments.module.css";
import { ConditionEditor } from "./shared/ConditionEditor.tsx";
import { updateSegment, useSegmentsRefresh } from "./shared/segment-queries.ts";

interface SegmentFormProps {
  segment: Segment;
  catalog: Catalog;
}

const TYPING_PAUSE_MS = 400;
const INCOMPLETE = "The condition isn’t complete yet.";

/** A dynamic segment's name and condition, next to who matches. */
export function SegmentForm({ segment, catalog }: SegmentFormProps) {
  // Text that can't be read has no value.
  const [isUnread, setUnread] = useState(false);
  const refresh = useSegmentsRefresh();
  const entity = useEntityForm({
    kind: "stays",
    row: segment,
    valuesOf: (row = segment) => ({ name: row.name, condition: row.condition ?? EVERYONE }),
    checks: {
      name: (name: string) => (name.trim() === "" ? "Give the segment a name." : null),
      condition: (condition: Condition) =>
        isUnread || conditionProblems(condition, catalog).length > 0 ? INCOMPLETE : null,
    },
    sentOf: (values) => values,
    send: (values, about) => updateSegment({ ...about, ...values }),
    fieldOf: ({ code }) => (code.startsWith("SEGMENT_NAME") ? "name" : undefined),
    failure: "The segment couldn’t be saved. Try again.",
    onSaved: () => {
      void refresh();
      toastSuccess({ message: "Segment saved" });
    },
    onTaken: () => void refresh(),
  });
  const { form, submit, failure, isSending, discard } = entity;
  const { condition } = form.values;
  const isComplete = !isUnread && conditionProblems(condition, catalog).length === 0;
  const [settled] = useDebouncedValue(condition, TYPING_PAUSE_MS);
  const shown = isComplete && conditionProblems(settled, catalog).length === 0 ? settled : undefined;
  return (
    <div className={classes.columns}>
      <form onSubmit={submit} noValidate aria-label={`Edit ${segment.name}`}>
        <Stack gap="lg">
          <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
            <Stack>
              <TextInput label="Name" maxLength={SEGMENT_NAME_CHARS_MAX} {...form.getInputProps("name")} />
              <ConditionEditor
                value={condition}
                catalog={catalog}
                onChange={(changed) => {
                  setUnread(changed === undefined);
                  if (changed) form.setFieldValue("condition", changed);
                }}
              />
            </Stack>
          </Paper>
          <ConflictNotice
            changed="This segment was changed somewhere else while you were editing it."
            entity={entity}
          />
          <Paper withBorder radius="lg" p="sm">
            <Stack gap="xs">
              <FormFailure message={failure ?? (form.errors.condition ? INCOMPLETE : undefined)} />
              <SaveActions dirty={form.isDirty()} sending={isSending} onDiscard={discard} />
            </Stack>
          </Paper>
        </Stack>
      </form>
      <MatchPreview condition={shown && normalizeCondition(shown)} catalog={catalog} />
    </div>
  );
}
