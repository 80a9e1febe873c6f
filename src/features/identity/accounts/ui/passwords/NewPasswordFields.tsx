import { PasswordInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PASSWORD_RULE, passwordProblem } from "../auth/credentials.ts";

interface NewPassword {
  password: string;
  again: string;
}

/** Both have to match, and be good enough. */
export const NEW_PASSWORD_CHECKS = {
  password: passwordProblem,
  again: (value: string, values: NewPassword) =>
    value === values.password ? null : "The passwords don’t match.",
};

export function NewPasswordFields<Values extends NewPassword>({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <PasswordInput
        label="New password"
        description={PASSWORD_RULE}
        autoComplete="new-password"
        {...form.getInputProps("password")}
      />
      <PasswordInput
        label="Repeat the new password"
        autoComplete="new-password"
        {...form.getInputProps("again")}
      />
    </>
  );
}
