import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Anchor, Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { errorMessage } from "#src/kit/api-error.ts";
import { resetPassword } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { focusFirst } from "#src/kit/form/focus-first.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { FAILED, fieldErrors } from "../auth/credentials.ts";
import { AuthFrame } from "../shared/AuthFrame.tsx";
import { NEW_PASSWORD_CHECKS, NewPasswordFields } from "./NewPasswordFields.tsx";

export function ResetPasswordPage() {
  const { token } = useSearch({ from: PATHS.resetPassword });
  if (token) return <NewPasswordForm token={token} />;
  return (
    <AuthFrame
      title="That link no longer works"
      text="A reset link works once, for one hour. Ask for a new one."
    >
      <Button fullWidth size="md" renderRoot={(props) => <Link to={PATHS.forgotPassword} {...props} />}>
        Get a new link
      </Button>
    </AuthFrame>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: "", again: "" },
    validate: NEW_PASSWORD_CHECKS,
  });
  const send = useMutation({
    mutationFn: resetPassword,
    onError: (error) => form.setErrors(fieldErrors(error) ?? {}),
    onSuccess: () => {
      toastSuccess({ title: "Password changed", message: "Sign in with your new password." });
      return navigate({ to: PATHS.signIn });
    },
  });
  const failure = send.isError && !fieldErrors(send.error) ? errorMessage(send.error, FAILED) : undefined;
  const submit = form.onSubmit(
    ({ password }) => send.mutate({ token, newPassword: password }),
    focusFirst(form),
  );

  return (
    <AuthFrame
      title="Choose a new password"
      text="We’ll sign you out everywhere, so you can sign in with it."
      footer={<Anchor renderRoot={(props) => <Link to={PATHS.signIn} {...props} />}>Back to sign in</Anchor>}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <NewPasswordFields form={form} />
          <FormFailure message={failure} />
          <Button type="submit" size="md" fullWidth loading={send.isPending}>
            Change password
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
