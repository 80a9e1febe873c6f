import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { errorMessage } from "#src/kit/api-error.ts";
import { requestPasswordReset } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { emailProblem, FAILED } from "../auth/credentials.ts";
import { LinkSent } from "../auth/LinkSent.tsx";
import { AuthFrame } from "../shared/AuthFrame.tsx";

export function ForgotPasswordPage() {
  const form = useForm({ initialValues: { email: "" }, validate: { email: emailProblem } });
  const send = useMutation({ mutationFn: requestPasswordReset });
  const back = <Anchor renderRoot={(props) => <Link to={PATHS.signIn} {...props} />}>Back to sign in</Anchor>;

  return (
    <AuthFrame title="Forgot your password?" text="We’ll e-mail you a reset link." footer={back}>
      {send.isSuccess ? (
        <Stack>
          <LinkSent email={send.variables} lifetime="one hour" />
          <Button variant="default" size="md" onClick={() => send.reset()}>
            Use another e-mail address
          </Button>
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit(({ email }) => send.mutate(email.trim()))} noValidate>
          <Stack>
            <TextInput
              label="E-mail address"
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              {...form.getInputProps("email")}
            />
            <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
            <Button type="submit" size="md" fullWidth loading={send.isPending}>
              E-mail me a reset link
            </Button>
          </Stack>
        </form>
      )}
    </AuthFrame>
  );
}
