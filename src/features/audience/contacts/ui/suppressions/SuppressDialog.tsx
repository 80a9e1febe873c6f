import { Select, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { SUPPRESS_MAX, SUPPRESSION_NOTE_CHARS_MAX } from "#src/features/audience/consent-records/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { plural } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { contactsApi } from "../contact-queries.ts";
import { useTopics } from "../shared/use-topics.ts";

export function SuppressDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <FormDialog title="Stop e-mail to addresses" opened={opened} onClose={onClose}>
      <SuppressForm onClose={onClose} />
    </FormDialog>
  );
}

const EVERYTHING = "";

function SuppressForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const topics = useTopics();
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const [scope, setScope] = useState(EVERYTHING);
  const [problem, setProblem] = useState("");
  const send = useMutation({
    mutationFn: (emails: string[]) =>
      suppressAll(emails, { note: note || undefined, scope: scope || undefined }),
    onSuccess: async ({ added, known, wrong }) => {
      await queries.invalidateQueries({ queryKey: contactsApi.key() });
      if (added + known > 0) toastSuccess({ message: formatOutcome(added, known) });
      if (wrong.length === 0) return onClose();
      setText(wrong.join("\n"));
      setProblem(wrong.length === 1 ? "This isn’t an e-mail address." : "These aren’t e-mail addresses.");
    },
  });
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const emails = text.split(/[\s,;]+/).filter(Boolean);
    setProblem(emails.length === 0 ? "Enter at least one e-mail address." : "");
    if (emails.length > 0 && !send.isPending) send.mutate(emails);
  };
  const failure = send.error ? errorMessage(send.error, "That didn’t work. Try again.") : undefined;
  return (
    <DialogForm
      entity={{ submit, failure, isSending: send.isPending }}
      action="Stop e-mail"
      onClose={onClose}
    >
      <Textarea
        label="E-mail addresses"
        description="One per line, or separated by commas."
        required
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        error={problem}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {topics.length > 1 && (
        <Select
          label="What to stop"
          allowDeselect={false}
          data={[
            { value: EVERYTHING, label: "All e-mail" },
            ...topics.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          value={scope}
          onChange={(chosen) => setScope(chosen ?? EVERYTHING)}
        />
      )}
      <TextInput
        label="Note"
        description="Why, or who asked for it."
        maxLength={SUPPRESSION_NOTE_CHARS_MAX}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </DialogForm>
  );
}

function formatOutcome(added: number, known: number): string {
  if (added === 0) return "They were already on the list.";
  const words = plural(added, "address added", "addresses added");
  return known === 0 ? words : `${words}. The rest were already on the list.`;
}

/** Splits them into several calls. */
async function suppressAll(emails: readonly string[], given: { note?: string; scope?: string }) {
  const sum = { added: 0, known: 0, wrong: [] as string[] };
  for (let from = 0; from < emails.length; from += SUPPRESS_MAX) {
    const some = emails.slice(from, from + SUPPRESS_MAX);
    const { added, known, wrong } = await contactsApi.suppressMany.call({ emails: some, ...given });
    sum.added += added;
    sum.known += known;
    sum.wrong.push(...wrong);
  }
  return sum;
}
