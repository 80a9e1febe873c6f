import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#src/kit/api-error.ts";
import { requestSignInLink } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { FAILED } from "./credentials.ts";
import { LinkSent } from "./LinkSent.tsx";

/** The way in for an owner whose password is blocked because someone else guessed too often. */
export function SignInLinkOffer({ email }: { email: string }) {
  const send = useMutation({ mutationFn: requestSignInLink });
  if (send.isSuccess) return <LinkSent email={email} lifetime="30 minutes" />;
  return (
    <Stack>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={send.isPending}
        onClick={() => send.mutate(email)}
      >
        E-mail me a sign-in link
      </Button>
      <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
    </Stack>
  );
}
