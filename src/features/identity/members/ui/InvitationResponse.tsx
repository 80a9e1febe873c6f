import { Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ReceivedInvitation } from "#src/features/identity/members/contract.ts";
import { broadcastActiveAccount } from "#src/kit/active-account.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { confirm } from "#src/kit/confirm.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { membersApi } from "./member-queries.ts";

interface InvitationResponseProps {
  token: string;
  offer: ReceivedInvitation;
  /** Set if the invited person is signed in. Anyone with the link may decline. */
  mayJoin: boolean;
}

export function InvitationResponse({ token, offer, mayJoin }: InvitationResponseProps) {
  const [isDeclined, setDeclined] = useState(false);
  const accept = useMutation({
    mutationFn: () => membersApi.accept.call({ token }),
    onSuccess: ({ account, name }) => {
      broadcastActiveAccount({ id: account, name });
      // The dashboard starts over in the team's account.
      location.assign(PATHS.dashboard);
    },
  });
  const decline = useMutation({
    mutationFn: () => membersApi.decline.call({ token }),
    onSuccess: () => setDeclined(true),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: "Decline this invitation?",
      message: `We’ll mark it as declined on ${offer.team}’s team, and its link stops working.`,
      confirm: "Decline",
    });
    if (isSure) decline.mutate();
  };
  if (isDeclined) {
    return (
      <Text size="sm" role="status">
        You’ve declined. There’s nothing else to do.
      </Text>
    );
  }
  const error = accept.error ?? decline.error;
  return (
    <Stack gap="xs">
      <FormFailure message={error ? errorMessage(error, "That didn’t work. Try again.") : undefined} />
      {mayJoin && (
        <Button
          fullWidth
          size="md"
          loading={accept.isPending || accept.isSuccess}
          onClick={() => accept.mutate()}
        >
          Join the team
        </Button>
      )}
      <Button fullWidth variant="subtle" color="gray" loading={decline.isPending} onClick={() => void ask()}>
        Decline
      </Button>
    </Stack>
  );
}
