import { Button, Group, Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import type { MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { templatesApi } from "../template-queries.ts";
import type { Person } from "./PersonPicker.tsx";

const mailboxesApi = clientFor("mailboxes", mailboxesContract);

interface TestSendProps {
  id: string;
  person: Person;
  /** What’s written and not saved. */
  draft: Omit<MailDraft, "mailbox_id"> | undefined;
}

/** Sends the e-mail to the person who is viewing it. */
export function TestSend({ id, person, draft }: TestSendProps) {
  const { data } = useQuery(mailboxesApi.list.queryOptions());
  const [chosen, setChosen] = useState<string>();
  const send = useMutation({
    mutationFn: (mailbox_id: string) =>
      draft
        ? templatesApi.testDraft.call({ draft: { ...draft, mailbox_id }, ...person })
        : templatesApi.sendTest.call({ id, mailbox_id, ...person }),
    onSuccess: ({ to }) => toastSuccess({ message: `Test sent to ${to}` }),
    onError: (error) => toastError(error, "The test couldn’t be sent. Try again."),
  });
  const ready = (data?.items ?? []).filter(({ is_ready }) => is_ready);
  const mailbox = ready.find((one) => one.id === chosen) ?? ready[0];
  if (!mailbox) return null;
  return (
    <Group gap="xs" align="flex-end">
      {ready.length > 1 && (
        <Select
          label="Send through"
          data={ready.map((one) => ({ value: one.id, label: one.from_address }))}
          allowDeselect={false}
          value={mailbox.id}
          onChange={(value) => value && setChosen(value)}
        />
      )}
      <Button
        variant="default"
        size="compact-md"
        loading={send.isPending}
        onClick={() => send.mutate(mailbox.id)}
      >
        Send me a test
      </Button>
    </Group>
  );
}
