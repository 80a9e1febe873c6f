import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconUserExclamation } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReceivedInvitation } from "#src/features/identity/members/contract.ts";
import { setActiveAccount } from "#src/kit/active-account.ts";
import { signOut } from "#src/kit/auth.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { invitationPath } from "./invitation-path.ts";

interface WrongAccountProps {
  token: string;
  offer: ReceivedInvitation;
  email: string;
}

/** Shown if someone else is signed in to this browser. */
export function WrongAccount({ token, offer, email }: WrongAccountProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = useMutation({
    mutationFn: async () => {
      await signOut();
      setActiveAccount(undefined);
      queries.clear();
      const mode = offer.has_account ? "sign-in" : "sign-up";
      await navigate({ to: PATHS.signIn, search: { next: invitationPath(token), email: offer.email, mode } });
    },
    onError: (error) => toastError(error, "We couldn’t sign you out. Try again."),
  });
  return (
    <Alert
      color="brass"
      variant="light"
      icon={<IconUserExclamation size={20} />}
      title="You’re signed in as someone else"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          You’re signed in as <b>{email}</b>. This invitation is for <b>{offer.email}</b>.
        </Text>
        <Button loading={change.isPending} onClick={() => change.mutate()}>
          Sign out and continue
        </Button>
      </Stack>
    </Alert>
  );
}
