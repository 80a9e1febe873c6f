import { SegmentedControl, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { templatesContract } from "#src/features/email/templates/contract.ts";
import { formatFileSize } from "#src/features/email/templates/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { SUBJECT_CHARS_MAX } from "../rules.ts";
import type { CampaignForm, StepProps } from "./campaign-form.ts";
import { SenderField } from "./SenderField.tsx";

const MERGE_TAG = '{{ contact.first_name | default: "there" }}';

const TRACKING_HINTS: Readonly<Record<CampaignForm["tracking"], string>> = {
  each: "You see who opened it and what they clicked.",
  totals: "You see how often it was opened and clicked, and nobody can see by whom.",
  none: "Links stay as you wrote them, and nothing is counted.",
};

const templatesApi = clientFor("templates", templatesContract);

export function ContentStep({ form, onChange }: StepProps) {
  const { from_name, subject, html, tracking, template_id } = form;
  const [isOwn, setOwn] = useState(template_id === null && html !== "");
  return (
    <Stack>
      <SenderField form={form} onChange={onChange} />
      <TextInput
        label="Sender’s name"
        placeholder="As the sending account has it"
        value={from_name}
        onChange={({ currentTarget }) => onChange({ from_name: currentTarget.value })}
      />
      <SegmentedControl
        aria-label="What it says"
        data={[
          { value: "template", label: "Template" },
          { value: "html", label: "HTML" },
        ]}
        value={isOwn ? "html" : "template"}
        onChange={(value) => {
          setOwn(value === "html");
          if (value === "html") onChange({ template_id: null });
        }}
      />
      {!isOwn && <TemplateField form={form} onChange={onChange} />}
      <TextInput
        label="Subject"
        placeholder={isOwn ? "" : "As the template has it"}
        maxLength={SUBJECT_CHARS_MAX}
        value={subject}
        onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
      />
      {isOwn && (
        <Textarea
          label="HTML"
          description={`Merge tags work, such as ${MERGE_TAG}.`}
          autosize
          minRows={8}
          maxRows={20}
          styles={{ input: { fontFamily: "monospace" } }}
          value={html}
          onChange={({ currentTarget }) => onChange({ html: currentTarget.value })}
        />
      )}
      <Select
        size="md"
        label="Opens and clicks"
        description={TRACKING_HINTS[tracking]}
        data={[
          { value: "each", label: "Each person’s" },
          { value: "totals", label: "Only totals" },
          { value: "none", label: "Not counted" },
        ]}
        allowDeselect={false}
        value={tracking}
        onChange={(value) => onChange({ tracking: value as CampaignForm["tracking"] })}
      />
    </Stack>
  );
}

function TemplateField({ form: { template_id }, onChange }: StepProps) {
  const { data, error } = useQuery(templatesApi.list.queryOptions());
  const files = data?.items.find(({ id }) => id === template_id)?.attachments ?? [];
  return (
    <Select
      size="md"
      label="Template"
      description={
        files.length === 0
          ? undefined
          : `With ${files.map(({ name, bytes }) => `${name} (${formatFileSize(bytes)})`).join(", ")}`
      }
      placeholder="Choose a template"
      searchable
      nothingFoundMessage="No template by that name."
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={template_id}
      error={!data && error && "We couldn’t load your templates. Reload the page."}
      onChange={(template_id) => onChange({ template_id })}
    />
  );
}
