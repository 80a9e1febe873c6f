import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Sequence } from "#src/features/email/sequences/contract.ts";
import { stepsOf } from "#src/features/email/sequences/definition-rules.ts";
import { draftContract } from "#src/features/email/templates/preview/draft-contract.ts";
import { draftOf } from "#src/features/email/templates/ui/shared/written-mail.ts";
import { clientFor } from "#src/kit/api.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";

const draftsApi = clientFor("templates", draftContract);

interface SendAllProps {
  sequence: Sequence;
  contactId: string | undefined;
  /** The steps on the way. */
  stepIds: readonly string[];
}

/** Sends each e-mail on the way to the person who's looking, one right after the other. */
export function SendAll({ sequence: { draft }, contactId, stepIds }: SendAllProps) {
  const [done, setDone] = useState(0);
  const { mailbox_id } = draft;
  const drafts = stepsOf(draft).flatMap((step) => {
    if (step.type !== "send" || !stepIds.includes(step.id)) return [];
    return draftOf(step.mail, draft) ?? [];
  });
  const send = useMutation({
    mutationFn: async (mailbox_id: string) => {
      setDone(0);
      let address = "";
      for (const one of drafts) {
        const someone = contactId === undefined ? { sample: "ordinary" as const } : { contact_id: contactId };
        const { to } = await draftsApi.testDraft.call({ draft: { ...one, mailbox_id }, ...someone });
        address = to;
        setDone((count) => count + 1);
      }
      return address;
    },
    onSuccess: (to) => toastSuccess({ message: `${plural(drafts.length, "test")} sent to ${to}` }),
    onError: (error) => toastError(error, "Not all tests could be sent. Try again."),
  });
  if (drafts.length === 0) return null;
  if (mailbox_id === null)
    return (
      <Text size="sm" c="dimmed">
        Choose a sending account to get these e-mails yourself.
      </Text>
    );
  return (
    <Group gap="sm">
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate(mailbox_id)}>
        Send me all e-mails
      </Button>
      {send.isPending && (
        <Text size="sm" c="dimmed" role="status">
          {`${formatNumber(done)} of ${plural(drafts.length, "e-mail")} sent`}
        </Text>
      )}
    </Group>
  );
}
