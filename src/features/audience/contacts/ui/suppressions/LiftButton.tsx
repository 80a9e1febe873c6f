import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SUPPRESSION_NOTE_CHARS_MAX } from "#src/features/audience/consent-records/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import type { Contact } from "../../contract.ts";
import { contactsApi } from "../contact-queries.ts";
import { contactName, SUPPRESSION_SENTENCES } from "../shared/contact-labels.ts";

/** Allows e-mail to a lead again, with an explanation. */
export function LiftButton({ contact }: { contact: Contact }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" size="sm" mt="xs" onClick={() => setOpen(true)}>
        Allow e-mail again…
      </Button>
      <FormDialog title={`Allow e-mail to ${contactName(contact)} again?`} opened={isOpen} onClose={close}>
        <LiftForm of={contact} hint="Added to their timeline." onClose={close} />
      </FormDialog>
    </>
  );
}

interface LiftFormProps {
  of: Pick<Contact, "name" | "email">;
  /** The topic to allow again, or undefined for everything. */
  topic?: string | undefined;
  /** Tells where the explanation is stored. */
  hint: string;
  onClose: () => void;
}

export function LiftForm({ of, topic, hint, onClose }: LiftFormProps) {
  const queries = useQueryClient();
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const send = useMutation({
    mutationFn: () => contactsApi.lift.call({ email: of.email, scope: topic, note }),
    onSuccess: async ({ wish }) => {
      onClose();
      const left = wish && `${SUPPRESSION_SENTENCES[wish]} Only they can change that.`;
      toastSuccess({ message: left ?? `${contactName(of)} can get e-mail again.` });
      await queries.invalidateQueries({ queryKey: contactsApi.key() });
    },
  });
  const { submit, failure, isSending } = formOf(send, "That didn’t work. Try again.", () => {
    setMissing(note.trim() === "");
    return note.trim() !== "";
  });
  return (
    <DialogForm entity={{ submit, failure, isSending }} action="Allow e-mail" onClose={onClose}>
      <Textarea
        label="Why"
        description={hint}
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={SUPPRESSION_NOTE_CHARS_MAX}
        error={isMissing && note.trim() === "" ? "Say why." : undefined}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </DialogForm>
  );
}
