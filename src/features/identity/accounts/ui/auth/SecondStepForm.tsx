import { Anchor, Button, Checkbox, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { TRUSTED_DAYS } from "#src/features/identity/accounts/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { answerMfaChallenge } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { FAILED } from "./credentials.ts";

/** The second step of signing in: a code from the app, or one of the recovery codes. */
export function SecondStepForm({ onDone }: { onDone: () => void }) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({
    initialValues: { code: "", trust_device: false },
    validate: { code: (value) => (value.trim() === "" ? "Enter a code." : null) },
  });
  const send = useMutation({ mutationFn: answerMfaChallenge, onSuccess: onDone });
  const swap = () => {
    setRecovery(!isRecovery);
    form.setFieldValue("code", "");
    send.reset();
  };
  return (
    <form onSubmit={form.onSubmit((step) => send.mutate(step))} noValidate aria-label="Two-step sign-in">
      <Stack>
        <TextInput
          key={String(isRecovery)}
          label={isRecovery ? "Recovery code" : "Code"}
          description={isRecovery ? "One of the ten codes you saved. Each works once." : undefined}
          placeholder={isRecovery ? "abcd-efgh-jkmn" : undefined}
          autoComplete="one-time-code"
          inputMode={isRecovery ? "text" : "numeric"}
          autoCapitalize="none"
          autoFocus
          {...form.getInputProps("code")}
        />
        <Checkbox
          label={`Don’t ask again on this device for ${TRUSTED_DAYS} days`}
          {...form.getInputProps("trust_device", { type: "checkbox" })}
        />
        <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          Continue
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={swap}>
          {isRecovery ? "Use your authenticator app" : "Use a recovery code"}
        </Anchor>
        <Anchor
          size="sm"
          ta="center"
          renderRoot={(props) => <Link to={PATHS.signIn} search={({ next }) => ({ next })} {...props} />}
        >
          Back to sign in
        </Anchor>
      </Stack>
    </form>
  );
}
