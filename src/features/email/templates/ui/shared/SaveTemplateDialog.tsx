import { Group, Text, TextInput } from "@mantine/core";
import type { Template } from "#src/features/email/templates/contract.ts";
import { lookOf } from "#src/features/email/templates/page/look.ts";
import { NAME_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { MailThumbnail } from "../MailThumbnail.tsx";
import { templatesApi, useTemplatesRefresh } from "../template-queries.ts";
import type { WrittenMail } from "./written-mail.ts";

interface SaveTemplateDialogProps {
  opened: boolean;
  mail: WrittenMail;
  onClose: () => void;
}

/** Keeps what’s written as a template. This e-mail stays as it is. */
export function SaveTemplateDialog({ opened, mail, onClose }: SaveTemplateDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Save as template">
      <SaveTemplateForm mail={mail} onClose={onClose} />
    </FormDialog>
  );
}

function SaveTemplateForm({ mail, onClose }: Omit<SaveTemplateDialogProps, "opened">) {
  const refresh = useTemplatesRefresh();
  const entity = useEntityForm({
    kind: "dialog",
    row: undefined as Template | undefined,
    valuesOf: () => ({ name: mail.subject.slice(0, NAME_CHARS_MAX).toWellFormed() }),
    checks: { name: (name: string) => (name.trim() === "" ? "Give your template a name." : null) },
    sentOf: (values) => values,
    send: ({ name }, { id }) => templatesApi.create.call({ id, name, ...partsOf(mail) }),
    failure: "The template couldn’t be saved. Try again.",
    onSaved() {
      void refresh();
      onClose();
      toastSuccess({ message: "Template saved" });
    },
  });
  const { mode, blocks, theme } = mail;
  return (
    <DialogForm entity={entity} action="Save template" onClose={onClose}>
      <Group wrap="nowrap" align="flex-start">
        <MailThumbnail look={lookOf({ mode: mode === "html" ? "html" : "blocks", blocks, theme })} />
        <TextInput
          flex={1}
          label="Name"
          description="Only your team sees it."
          data-autofocus
          maxLength={NAME_CHARS_MAX}
          {...entity.form.getInputProps("name")}
        />
      </Group>
      <Text size="sm">Later changes to one don’t change the other.</Text>
    </DialogForm>
  );
}

function partsOf({ mode, subject, preheader, html, blocks, theme, attachments }: WrittenMail) {
  const head = { subject, preheader, attachments };
  return mode === "html"
    ? { ...head, mode, source: html }
    : { ...head, mode: "blocks" as const, blocks, theme };
}
