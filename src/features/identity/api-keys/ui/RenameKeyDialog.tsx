import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Key } from "#src/features/identity/api-keys/contract.ts";
import { KEY_NAME_CHARS_MAX } from "#src/features/identity/api-keys/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { keysApi, useKeysRefresh } from "./key-queries.ts";

interface RenameKeyDialogProps {
  row: Key;
  opened: boolean;
  onClose: () => void;
}

export function RenameKeyDialog({ row, opened, onClose }: RenameKeyDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Rename API key">
      <RenameForm row={row} onClose={onClose} />
    </FormDialog>
  );
}

function RenameForm({ row, onClose }: Omit<RenameKeyDialogProps, "opened">) {
  const refresh = useKeysRefresh();
  const [name, setName] = useState(row.name);
  const send = useMutation({
    mutationFn: () => keysApi.rename.call({ id: row.id, name }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  const { submit, failure, isSending } = formOf(send, "The name couldn’t be saved.");
  return (
    <DialogForm entity={{ submit, failure: undefined, isSending }} action="Save name" onClose={onClose}>
      <TextInput
        label="Name"
        data-autofocus
        maxLength={KEY_NAME_CHARS_MAX}
        value={name}
        error={failure}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </DialogForm>
  );
}
