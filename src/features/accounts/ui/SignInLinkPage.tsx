import "#src/kit/later.css";
import { Anchor, Button, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { signInByLink } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { FAILED } from "./credentials.ts";
import { useInstanceName } from "./shared/account-queries.ts";

/** Where a sign-in link leads. It takes a press of the button: programs that check e-mail open links, but press nothing. */
export function SignInLinkPage() {
  const { token } = useSearch({ from: "/auth/link" });
  const name = useInstanceName();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const send = useMutation({
    mutationFn: signInByLink,
    onSuccess: () => {
      queries.clear();
      return navigate({ to: "/dashboard/profiles", replace: true });
    },
  });

  return (
    <AuthFrame
      title={`Sign in to ${name}`}
      text="You’re one tap away. The link works once."
      footer={<Anchor renderRoot={(props) => <Link to="/auth" {...props} />}>Back to sign in</Anchor>}
    >
      <Stack>
        <FormFailure message={send.isError ? sentenceOf(send.error, FAILED) : undefined} />
        <Button size="md" fullWidth loading={send.isPending} onClick={() => send.mutate(token ?? "")}>
          Sign in
        </Button>
      </Stack>
    </AuthFrame>
  );
}
