import "../deferred.css";
import { Button, Group, Modal, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { FormFailure } from "../FormFailure.tsx";
import { autofocusFirstControl } from "./autofocus.ts";

interface FormDialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** For more than a few fields. */
  size?: "md" | "lg";
  /** A `DialogForm`, which is reset whenever the dialog opens. */
  children: ReactNode;
}

export function FormDialog({ title, opened, onClose, size = "md", children }: FormDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size} closeOnClickOutside={false}>
      {children}
    </Modal>
  );
}

interface DialogFormProps {
  entity: {
    submit: (event?: FormEvent<HTMLFormElement>) => void;
    failure: string | undefined;
    isSending: boolean;
  };
  /** The button's label, such as `Create profile`. */
  action: string;
  onClose: () => void;
  /** Help with resolving an error. */
  help?: ReactNode;
  children: ReactNode;
}

/** A dialog's fields, the first of which has the focus, followed by any error and the two buttons. */
export function DialogForm({ entity, action, onClose, help, children }: DialogFormProps) {
  return (
    <form ref={autofocusFirstControl} onSubmit={entity.submit} noValidate>
      <Stack>
        {children}
        <FormFailure message={entity.failure} />
        {help}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={entity.isSending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
