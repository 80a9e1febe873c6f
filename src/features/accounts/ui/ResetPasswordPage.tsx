import { Anchor, Button, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { resetPassword } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { tellSuccess } from "#src/kit/notices.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { FAILED, PASSWORD_RULE, passwordProblem } from "./credentials.ts";

export function ResetPasswordPage() {
  const { token, error } = useSearch({ from: "/reset-password" });
  if (token && !error) return <NewPasswordForm token={token} />;
  return (
    <AuthFrame
      title="This link does not work any more"
      text="A link from a mail works once and for one hour. Please ask for a new one."
    >
      <Button fullWidth size="md" renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
        Send a new link
      </Button>
    </AuthFrame>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: "", again: "" },
    validate: {
      password: passwordProblem,
      again: (value, values) => (value === values.password ? null : "The two passwords differ."),
    },
  });
  const send = useMutation({
    mutationFn: resetPassword,
    onSuccess: () => {
      tellSuccess({ title: "Password changed", message: "Please sign in with the new one." });
      return navigate({ to: "/auth" });
    },
  });
  const submit = form.onSubmit(({ password }) => send.mutate({ token, newPassword: password }));

  return (
    <AuthFrame
      title="Choose a new password"
      text="Afterwards you sign in with it; all other sessions end."
      footer={<Anchor renderRoot={(props) => <Link to="/auth" {...props} />}>Back to sign in</Anchor>}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <PasswordInput
            label="New password"
            description={PASSWORD_RULE}
            autoComplete="new-password"
            {...form.getInputProps("password")}
          />
          <PasswordInput label="Once more" autoComplete="new-password" {...form.getInputProps("again")} />
          <FormFailure message={send.isError ? sentenceOf(send.error, FAILED) : undefined} />
          <Button type="submit" size="md" fullWidth loading={send.isPending}>
            Change password
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
