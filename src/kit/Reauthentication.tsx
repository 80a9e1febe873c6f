import "./deferred.css";
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { PATHS } from "#src/lib/paths.ts";
import { errorMessage } from "./api-error.ts";
import { reauthenticate, requestSignInLink } from "./auth-call.ts";
import { dialogsLoaded } from "./confirm.ts";
import { FormFailure } from "./FormFailure.tsx";
import { KnownUsername } from "./form/KnownUsername.tsx";
import { answerByPasskey, canUsePasskeys } from "./passkeys.ts";

export interface Proofs {
  methods: string[];
  email: string;
}

const FAILED = "That didn’t work. Try again.";

/** Opens the dialog. True once the person has proven who they are, false if they declined. */
export async function promptReauthentication(proofs: Proofs): Promise<boolean> {
  await dialogsLoaded();
  return new Promise((resolve) => {
    const id = modals.open({
      title: "Confirm it’s you",
      closeOnClickOutside: false,
      // Every way of closing ends up here. After a result it does nothing.
      onClose: () => resolve(false),
      children: (
        <Proof
          proofs={proofs}
          onDone={() => {
            resolve(true);
            modals.close(id);
          }}
          onCancel={() => modals.close(id)}
        />
      ),
    });
  });
}

interface ProofProps {
  proofs: Proofs;
  onDone: () => void;
  onCancel: () => void;
}

function Proof(props: ProofProps) {
  const { methods } = props.proofs;
  const [isPasskey, setPasskey] = useState(methods.includes("passkey") && canUsePasskeys());
  if (isPasskey) return <ByPasskey {...props} onOther={() => setPasskey(false)} />;
  if (methods.includes("code")) return <ByCode {...props} />;
  return methods.includes("password") ? <ByPassword {...props} /> : <ByLink {...props} />;
}

const NO_MORE_FOR_NOW = "For the next 10 minutes, we won’t ask again.";

function ByPasskey({ onDone, onCancel, onOther }: ProofProps & { onOther: () => void }) {
  const send = useMutation({
    mutationFn: async () => {
      const passkey = await answerByPasskey();
      if (passkey) await reauthenticate({ passkey });
      return passkey !== undefined;
    },
    onSuccess: (isProven) => isProven && onDone(),
  });
  return (
    <Stack>
      <Text size="sm">Use your passkey to go on. {NO_MORE_FOR_NOW}</Text>
      <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
      <Anchor component="button" type="button" size="sm" ta="start" onClick={onOther}>
        Confirm another way
      </Anchor>
      <Actions onCancel={onCancel}>
        <Button loading={send.isPending} onClick={() => send.mutate()} data-autofocus>
          Use passkey
        </Button>
      </Actions>
    </Stack>
  );
}

function ByCode({ onDone, onCancel }: ProofProps) {
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value.trim() === "" ? "Enter a code." : null) },
  });
  const send = useMutation({ mutationFn: reauthenticate, onSuccess: onDone });
  return (
    <form onSubmit={form.onSubmit((proof) => send.mutate(proof))} noValidate>
      <Stack>
        <Text size="sm">
          Enter the code from your authenticator app or a recovery code. {NO_MORE_FOR_NOW}
        </Text>
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          data-autofocus
          {...form.getInputProps("code")}
        />
        <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
        <Actions onCancel={onCancel}>
          <Button type="submit" loading={send.isPending}>
            Continue
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

function ByPassword({ proofs: { email }, onDone, onCancel }: ProofProps) {
  const form = useForm({
    initialValues: { password: "" },
    validate: { password: (value) => (value === "" ? "Enter your password." : null) },
  });
  const send = useMutation({ mutationFn: reauthenticate, onSuccess: onDone });
  return (
    <form onSubmit={form.onSubmit(({ password }) => send.mutate({ password }))} noValidate>
      <Stack>
        <Text size="sm">Enter your password to go on. {NO_MORE_FOR_NOW}</Text>
        <KnownUsername email={email} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps("password")}
        />
        <Anchor size="sm" href={PATHS.forgotPassword} target="_blank">
          Forgot your password?
        </Anchor>
        <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
        <Actions onCancel={onCancel}>
          <Button type="submit" loading={send.isPending}>
            Continue
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

/** Signing in with the link starts a new session in this browser, and the repeated call belongs to it. */
function ByLink({ proofs: { email }, onDone, onCancel }: ProofProps) {
  const send = useMutation({ mutationFn: requestSignInLink });
  return (
    <Stack>
      <Text size="sm">
        {send.isSuccess ? (
          <>
            We’ve e-mailed a sign-in link to <b>{email}</b>. Open it in this browser, then come back here.
          </>
        ) : (
          <>
            We’ll e-mail a sign-in link to <b>{email}</b>. Open it in this browser to confirm it’s you.
          </>
        )}
      </Text>
      <FormFailure message={send.isError ? errorMessage(send.error, FAILED) : undefined} />
      <Actions onCancel={onCancel}>
        {send.isSuccess ? (
          <Button onClick={onDone}>I’ve opened it</Button>
        ) : (
          <Button loading={send.isPending} onClick={() => send.mutate(email)}>
            E-mail me a link
          </Button>
        )}
      </Actions>
    </Stack>
  );
}

function Actions({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      {children}
    </Group>
  );
}
