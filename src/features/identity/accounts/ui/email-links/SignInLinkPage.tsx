import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Anchor, Button, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { errorMessage } from "#src/kit/api-error.ts";
import { signInByLink } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { FAILED, isSecondStepRequired } from "../auth/credentials.ts";
import { AuthFrame } from "../shared/AuthFrame.tsx";
import { useInstanceName } from "../shared/account-queries.ts";

/**
 * The target of a sign-in link. Signing in takes a click, because programs that check e-mail open links but
 * click nothing.
 */
export function SignInLinkPage() {
  const { token } = useSearch({ from: PATHS.signInLink });
  const name = useInstanceName();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const send = useMutation({
    mutationFn: signInByLink,
    onSuccess: () => {
      queries.clear();
      return navigate({ to: PATHS.profiles, replace: true });
    },
    onError: (error) => {
      if (isSecondStepRequired(error))
        void navigate({ to: PATHS.signIn, search: { step: "code" }, replace: true });
    },
  });

  return (
    <AuthFrame
      title={`Sign in to ${name}`}
      text="You’re one tap away. The link works once."
      footer={<Anchor renderRoot={(props) => <Link to={PATHS.signIn} {...props} />}>Back to sign in</Anchor>}
    >
      <Stack>
        <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
        <Button size="md" fullWidth loading={send.isPending} onClick={() => send.mutate(token ?? "")}>
          Sign in
        </Button>
      </Stack>
    </AuthFrame>
  );
}
