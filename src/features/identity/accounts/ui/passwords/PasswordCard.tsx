import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { changePassword } from "#src/kit/auth.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { FormDialog } from "#src/kit/form/FormDialog.tsx";
import { focusFirst } from "#src/kit/form/focus-first.ts";
import { KnownUsername } from "#src/kit/form/KnownUsername.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { FAILED, fieldErrors } from "../auth/credentials.ts";
import { accountsApi, type Me } from "../shared/account-queries.ts";
import { NEW_PASSWORD_CHECKS, NewPasswordFields } from "./NewPasswordFields.tsx";

export function PasswordCard({ me }: { me: Me }) {
  const [isOpen, setOpen] = useState(false);
  const action = me.has_password ? "Change password" : "Set a password";
  return (
    <Card
      title="Password"
      text={me.has_password ? "A new one signs you out everywhere else." : "You don’t have one yet."}
      action={
        <Button variant="default" onClick={() => setOpen(true)}>
          {action}
        </Button>
      }
    >
      <FormDialog title={action} opened={isOpen} onClose={() => setOpen(false)}>
        <PasswordForm
          email={me.email}
          hasPassword={me.has_password}
          action={action}
          onClose={() => setOpen(false)}
        />
      </FormDialog>
    </Card>
  );
}

interface PasswordFormProps {
  email: string;
  hasPassword: boolean;
  action: string;
  onClose: () => void;
}

function PasswordForm({ email, hasPassword, action, onClose }: PasswordFormProps) {
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { current: "", password: "", again: "" },
    validate: {
      current: (value) => (hasPassword && value === "" ? "Enter your current password." : null),
      ...NEW_PASSWORD_CHECKS,
    },
  });
  const send = useMutation({
    mutationFn: changePassword,
    onError: (error) => form.setErrors(errorsOf(error) ?? {}),
    onSuccess: async () => {
      toastSuccess({ title: "Password changed", message: "Your other devices were signed out." });
      onClose();
      await queries.invalidateQueries({ queryKey: accountsApi.key() });
    },
  });
  const failure = send.isError && !errorsOf(send.error) ? errorMessage(send.error, FAILED) : undefined;
  const submit = form.onSubmit(
    ({ current, password }) =>
      send.mutate({ newPassword: password, ...(hasPassword && { currentPassword: current }) }),
    focusFirst(form),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <KnownUsername email={email} />
        {hasPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("current")}
          />
        )}
        <NewPasswordFields form={form} />
        <FormFailure message={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A wrong password belongs to the current one. Every other error is about the new one. */
function errorsOf(error: unknown): Record<string, string> | undefined {
  const refusal = apiErrorOf(error);
  return refusal?.code === "PASSWORD_WRONG" ? { current: refusal.message } : fieldErrors(error);
}
