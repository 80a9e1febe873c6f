import { Button, Paper, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { ORDINARY, type Person } from "../preview/PersonPicker.tsx";
import { TYPING_MS } from "../preview/PreviewPanel.tsx";
import { ShownMail } from "../preview/ShownMail.tsx";
import { templatesApi } from "../template-queries.ts";
import { formatSender, mailPreviewQuery } from "./mail-preview-query.ts";

/** What’s being written, as a fan will get it, and a button to get it oneself. It needn’t be saved. */
export function MailPreview({ draft }: { draft: MailDraft | undefined }) {
  if (!draft)
    return (
      <Paper component="section" withBorder radius="lg" p="md" aria-label="Preview">
        <Text size="sm">Choose a template to see it here.</Text>
      </Paper>
    );
  return <Shown draft={draft} />;
}

function Shown({ draft }: { draft: MailDraft }) {
  const [person, setPerson] = useState<Person>(ORDINARY);
  const [typed] = useDebouncedValue(JSON.stringify(draft), TYPING_MS);
  const latest: MailDraft = JSON.parse(typed);
  const { data, isError } = useQuery({
    ...mailPreviewQuery(latest, person),
    placeholderData: keepPreviousData,
  });
  return (
    <ShownMail
      preview={data}
      isFailed={isError}
      person={person}
      onPerson={setPerson}
      from={data && formatSender(data.from)}
    >
      <TestButton draft={draft} person={person} />
    </ShownMail>
  );
}

function TestButton({ draft, person }: { draft: MailDraft; person: Person }) {
  const { mailbox_id } = draft;
  const send = useMutation({
    mutationFn: (mailbox_id: string) =>
      templatesApi.testDraft.call({ draft: { ...draft, mailbox_id }, ...person }),
    onSuccess: ({ to }) => toastSuccess({ message: `Test sent to ${to}` }),
    onError: (error) => toastError(error, "The test couldn’t be sent. Try again."),
  });
  if (!mailbox_id) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      w="fit-content"
      loading={send.isPending}
      onClick={() => send.mutate(mailbox_id)}
    >
      Send me a test
    </Button>
  );
}
