import { Autocomplete } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { NAME_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";

interface FolderDialogProps {
  opened: boolean;
  folder: string;
  folders: readonly string[];
  onClose: () => void;
  onFolder: (folder: string) => Promise<void>;
}

/** Moves a template to a folder. A folder exists as long as something is in it. */
export function FolderDialog({ opened, ...form }: FolderDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Move to folder">
      <FolderForm {...form} />
    </FormDialog>
  );
}

function FolderForm({ folder, folders, onClose, onFolder }: Omit<FolderDialogProps, "opened">) {
  const [name, setName] = useState(folder);
  const move = useMutation({ mutationFn: () => onFolder(name), onSuccess: onClose });
  const { submit, failure, isSending } = formOf(move, "The template couldn’t be moved. Try again.");
  return (
    <DialogForm entity={{ submit, failure, isSending }} action="Move template" onClose={onClose}>
      <Autocomplete
        label="Folder"
        description="Leave it empty for none."
        data={[...folders]}
        maxLength={NAME_CHARS_MAX}
        value={name}
        onChange={setName}
        data-autofocus
      />
    </DialogForm>
  );
}
