import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { TEXT_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { templatesApi } from "./template-queries.ts";
import type { TemplateForm } from "./use-template-form.ts";

interface PlainTextCardProps {
  id: string;
  form: TemplateForm;
}

/** The text for inboxes without HTML: generated from the e-mail, until someone edits it. */
export function PlainTextCard({ id, form }: PlainTextCardProps) {
  const isWritten = form.values.text.trim() !== "";
  const start = useMutation({
    mutationFn: () => {
      const { name: _, ...draft } = form.getValues();
      return templatesApi.makeText.call({ id, draft });
    },
    onSuccess: ({ text }) => form.setFieldValue("text", text),
    onError: (error) => toastError(error, "The text couldn’t be made. Try again."),
  });
  return (
    <Card
      title="Plain text"
      text={
        isWritten
          ? "Some inboxes show only this. Changes to your e-mail don’t change it anymore."
          : "Some inboxes show only this. As long as it’s empty, we make it from your e-mail."
      }
    >
      <Textarea
        aria-label="Plain text"
        autosize
        minRows={2}
        maxRows={20}
        maxLength={TEXT_CHARS_MAX}
        {...form.getInputProps("text")}
      />
      {isWritten ? (
        <Button variant="default" w="fit-content" onClick={() => form.setFieldValue("text", "")}>
          Use the generated text again
        </Button>
      ) : (
        <Button variant="default" w="fit-content" loading={start.isPending} onClick={() => start.mutate()}>
          Start from the generated text
        </Button>
      )}
    </Card>
  );
}
