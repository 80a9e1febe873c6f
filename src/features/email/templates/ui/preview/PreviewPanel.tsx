import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Fix } from "#src/features/email/templates/rules.ts";
import { templatesApi } from "../template-queries.ts";
import type { TemplateValues } from "../use-template-form.ts";
import { Findings } from "./Findings.tsx";
import { ORDINARY, type Person } from "./PersonPicker.tsx";
import { ShownMail } from "./ShownMail.tsx";
import { TestSend } from "./TestSend.tsx";

/** The preview waits this long while someone types. */
export const TYPING_MS = 400;

interface PreviewPanelProps {
  id: string;
  values: TemplateValues;
  isDirty: boolean;
  onFix: (fix: Fix) => void;
}

export function PreviewPanel({ id, values, isDirty, onFix }: PreviewPanelProps) {
  const [person, setPerson] = useState<Person>(ORDINARY);
  const { name: _, ...draft } = values;
  const [typed] = useDebouncedValue(JSON.stringify(draft), TYPING_MS);
  const { data, isError } = useQuery({
    ...templatesApi.preview.queryOptions({ input: { id, ...person, draft: JSON.parse(typed) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <ShownMail id={id} preview={data} isFailed={isError} person={person} onPerson={setPerson}>
      {data && <Findings id={id} findings={data.findings} onFix={onFix} />}
      <TestSend id={id} person={person} draft={isDirty ? draft : undefined} />
    </ShownMail>
  );
}
