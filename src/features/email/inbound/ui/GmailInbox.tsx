import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Inbox } from "#src/features/email/inbound/contract.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { InboxState } from "./InboxState.tsx";
import { inboundApi, mailboxesApi } from "./inbound-queries.ts";

interface GmailInboxProps {
  id: string;
  inbox: Inbox;
  onClose: () => void;
}

/** Reading Gmail requires its owner's consent at Google, which is requested only when it's needed. */
export function GmailInbox({ id, inbox, onClose }: GmailInboxProps) {
  const queries = useQueryClient();
  const go = useMutation({
    mutationFn: () => mailboxesApi.connectGmail.call({ id, reads_replies: true }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastError(error, "We couldn’t reach Google. Try again."),
  });
  const stop = useMutation({
    mutationFn: () => inboundApi.remove.call({ id }),
    onSuccess: async () => {
      await Promise.all(
        [inboundApi.get.key(), mailboxesApi.list.key()].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
      onClose();
    },
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  if (!inbox.is_on)
    return (
      <Stack align="start">
        <Text size="sm">
          Google asks whether we may read your e-mail. We keep only replies to what you sent: they show up
          with your leads, and addresses that bounce get no more e-mail. We never change or delete anything.
        </Text>
        <Button data-autofocus loading={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
          Continue with Google
        </Button>
      </Stack>
    );
  return (
    <Stack>
      <Text size="sm">
        Replies show up with your leads, and addresses that bounce get no more e-mail. If you stop, we won’t
        read anything else. Google keeps allowing it until you connect again or revoke it there.
      </Text>
      <InboxState inbox={inbox} />
      <Group gap="xs">
        {inbox.last_error !== "" && (
          <Button size="xs" loading={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
            Connect to Google again
          </Button>
        )}
        <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop reading replies
        </Button>
      </Group>
    </Stack>
  );
}
