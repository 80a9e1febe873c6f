import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { conditionProblems } from "#src/features/audience/segments/conditions/check-rules.ts";
import {
  type Condition,
  type Group,
  groupOf,
  isGroup,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { normalizeCondition, printCondition } from "#src/features/audience/segments/conditions/text-rules.ts";
import { GroupEditor } from "../editor/GroupEditor.tsx";
import { TextEditor } from "../editor/TextEditor.tsx";
import { describeCondition } from "./sentence.ts";

interface ConditionEditorProps {
  value: Condition;
  catalog: Catalog;
  /** The condition may not be complete yet: `conditionProblems` says so. Undefined for text that can't be read. */
  onChange: (condition: Condition | undefined) => void;
}

type Form = "fields" | "text";

/** Edits a condition by fields or as text, and says it as a sentence. */
export function ConditionEditor({ value, catalog, onChange }: ConditionEditorProps) {
  const [form, setForm] = useState<Form>("fields");
  const [text, setText] = useState("");
  const choose = (chosen: Form) => {
    if (chosen === "text") setText(isEmpty(value) ? "" : printCondition(value, catalog));
    // Fields show what was last read.
    else onChange(value);
    setForm(chosen);
  };
  const isComplete = conditionProblems(value, catalog).length === 0;
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="How to write the condition"
        style={{ alignSelf: "start" }}
        value={form}
        onChange={(chosen) => choose(chosen as Form)}
        data={[
          { value: "fields", label: "Fields" },
          { value: "text", label: "Text" },
        ]}
      />
      {form === "fields" ? (
        <GroupEditor group={toGroup(value)} catalog={catalog} depth={0} onChange={onChange} />
      ) : (
        <TextEditor text={text} catalog={catalog} onText={setText} onCondition={onChange} />
      )}
      {isComplete && (
        <Text size="sm" dir="auto" style={{ overflowWrap: "anywhere" }}>
          {describeCondition(value, catalog)}
        </Text>
      )}
    </Stack>
  );
}

const isEmpty = (condition: Condition) => JSON.stringify(normalizeCondition(condition)) === '{"all":[]}';

const toGroup = (condition: Condition): Group =>
  isGroup(condition) ? condition : groupOf("all", [condition]);
