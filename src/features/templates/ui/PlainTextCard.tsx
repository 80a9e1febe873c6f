import { Textarea } from "@mantine/core";
import { TEXT_CHARS_MAX } from "#src/features/templates/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import type { TemplateForm } from "./use-template-form.ts";

/** What inboxes without HTML show. */
export function PlainTextCard({ form }: { form: TemplateForm }) {
  return (
    <Card
      title="Plain text"
      text="Some inboxes show only this. Leave it empty, and we’ll make it from your e-mail."
    >
      <Textarea
        aria-label="Plain text"
        autosize
        minRows={2}
        maxRows={20}
        maxLength={TEXT_CHARS_MAX}
        {...form.getInputProps("text")}
      />
    </Card>
  );
}
