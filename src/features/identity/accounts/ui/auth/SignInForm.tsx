import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { requestSignInLink, signIn } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { focusFirst } from "#src/kit/form/focus-first.ts";
import { PATHS } from "#src/lib/paths.ts";
import { emailProblem, FAILED, isSecondStepRequired } from "./credentials.ts";
import { LinkSent } from "./LinkSent.tsx";

const TOO_MANY = 429;

export interface CredentialsFormProps {
  email: string;
  onEmail: (email: string) => void;
  onDone: () => void;
}

interface SignInFormProps extends CredentialsFormProps {
  /** Called if the password is right and the code is next. */
  onSecondStep: () => void;
}

export function SignInForm({ email, onEmail, onDone, onSecondStep }: SignInFormProps) {
  const form = useForm({
    initialValues: { email, password: "" },
    validate: {
      email: emailProblem,
      password: (value) => (value === "" ? "Enter your password." : null),
    },
    onValuesChange: (values) => onEmail(values.email),
  });
  const send = useMutation({
    mutationFn: signIn,
    onSuccess: onDone,
    onError: (error) => isSecondStepRequired(error) && onSecondStep(),
  });
  const submit = form.onSubmit(
    (values) => send.mutate({ ...values, email: values.email.trim() }),
    focusFirst(form),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Sign in">
      <Stack>
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username webauthn"
          inputMode="email"
          autoCapitalize="none"
          {...form.getInputProps("email")}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps("password")} />
        <Group justify="flex-end" mt={-8}>
          <Anchor size="sm" renderRoot={(props) => <Link to={PATHS.forgotPassword} {...props} />}>
            Forgot your password?
          </Anchor>
        </Group>
        <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          Sign in
        </Button>
        {apiErrorOf(send.error)?.status === TOO_MANY && (
          <SignInLinkOffer email={send.variables?.email ?? ""} />
        )}
      </Stack>
    </form>
  );
}

/** Lets an owner in whose password is blocked because someone else guessed too often. */
function SignInLinkOffer({ email }: { email: string }) {
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
