import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#src/kit/api-error.ts";
import { signUp } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { focusFirst } from "#src/kit/form/focus-first.ts";
import { PATHS } from "#src/lib/paths.ts";
import { emailProblem, FAILED, fieldErrors, PASSWORD_RULE, passwordProblem } from "./credentials.ts";
import type { CredentialsFormProps } from "./SignInForm.tsx";

interface SignUpFormProps extends CredentialsFormProps {
  /** The token of the invitation that led here. */
  invitation: string | undefined;
}

export function SignUpForm({ email, onEmail, onDone, invitation }: SignUpFormProps) {
  const form = useForm({
    initialValues: { name: "", email, password: "" },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter your name." : null),
      email: emailProblem,
      password: passwordProblem,
    },
    onValuesChange: (values) => onEmail(values.email),
  });
  const send = useMutation({
    mutationFn: signUp,
    onSuccess: onDone,
    onError: (error) => form.setErrors(fieldErrors(error) ?? {}),
  });
  const failure = send.isError && !fieldErrors(send.error) ? errorMessage(send.error, FAILED) : undefined;
  const submit = form.onSubmit(
    ({ name, email, password }) =>
      send.mutate({
        name: name.trim(),
        email: email.trim(),
        password,
        ...(invitation !== undefined && { invitation }),
      }),
    focusFirst(form),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Sign up">
      <Stack>
        <TextInput label="Name" autoComplete="name" maxLength={100} {...form.getInputProps("name")} />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          description={PASSWORD_RULE}
          autoComplete="new-password"
          {...form.getInputProps("password")}
        />
        <FormFailure message={failure} />
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          Create account
        </Button>
        <Text size="sm" c="dimmed">
          By creating an account, you agree to the{" "}
          <Anchor href={PATHS.terms} target="_blank" inherit underline="always">
            Terms and Conditions
          </Anchor>{" "}
          and the{" "}
          <Anchor href={PATHS.privacy} target="_blank" inherit underline="always">
            Privacy Policy
          </Anchor>
          .
        </Text>
      </Stack>
    </form>
  );
}
