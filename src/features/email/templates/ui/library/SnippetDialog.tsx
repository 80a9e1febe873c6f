import { TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { NAME_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { templatesApi } from "../template-queries.ts";

interface SnippetDialogProps {
  opened: boolean;
  block: Block;
  onClose: () => void;
}

/** Saves a block, to add it to other e-mails. */
export function SnippetDialog({ opened, ...form }: SnippetDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Save as snippet">
      <SnippetForm {...form} />
    </FormDialog>
  );
}

function SnippetForm({ block, onClose }: Omit<SnippetDialogProps, "opened">) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const keep = useMutation({
    mutationFn: () => templatesApi.createSnippet.call({ name, blocks: [block] }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: templatesApi.listSnippets.key() });
      onClose();
      toastSuccess({ message: "Snippet saved. Find it under “Add block”." });
    },
  });
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    // The dialog is inside the editor's form, as far as React is concerned.
    event?.stopPropagation();
    if (!keep.isPending) keep.mutate();
  };
  const failure = keep.error
    ? errorMessage(keep.error, "The snippet couldn’t be saved. Try again.")
    : undefined;
  return (
    <DialogForm
      entity={{ submit, failure, isSending: keep.isPending }}
      action="Save snippet"
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={NAME_CHARS_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </DialogForm>
  );
}
