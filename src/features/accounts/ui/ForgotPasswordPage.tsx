import { Alert, Anchor, Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconMailForward } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { requestPasswordReset } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { emailProblem, FAILED } from "./credentials.ts";

export function ForgotPasswordPage() {
  const form = useForm({ initialValues: { email: "" }, validate: { email: emailProblem } });
  const send = useMutation({ mutationFn: requestPasswordReset });
  const back = <Anchor renderRoot={(props) => <Link to="/auth" {...props} />}>Back to sign in</Anchor>;

  return (
    <AuthFrame
      title="Forgot your password?"
      text="We send you a link with which you choose a new one."
      footer={back}
    >
      {send.isSuccess ? (
        <Stack>
          <Alert
            color="teal"
            variant="light"
            role="status"
            icon={<IconMailForward size={20} />}
            title="Look into your mailbox"
          >
            If there is an account for <b>{send.variables}</b>, a link is on its way. It works once and for
            one hour.
          </Alert>
          <Button variant="default" size="md" onClick={() => send.reset()}>
            Use another address
          </Button>
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit(({ email }) => send.mutate(email.trim()))} noValidate>
          <Stack>
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              {...form.getInputProps("email")}
            />
            <FormFailure message={send.isError ? sentenceOf(send.error, FAILED) : undefined} />
            <Button type="submit" size="md" fullWidth loading={send.isPending}>
              Send the link
            </Button>
          </Stack>
        </form>
      )}
    </AuthFrame>
  );
}
