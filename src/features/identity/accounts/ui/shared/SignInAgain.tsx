import "#src/kit/deferred.css";
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { modals } from "@mantine/modals";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorOf, errorMessage } from "#src/kit/api-error.ts";
import { answerMfaChallenge, signIn } from "#src/kit/auth.ts";
import { dialogsLoaded } from "#src/kit/confirm.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { KnownUsername } from "#src/kit/form/KnownUsername.tsx";
import { sessionUserId } from "#src/kit/session.ts";
import { PATHS } from "#src/lib/paths.ts";

interface Person {
  id: string;
  email: string;
}

const FAILED = "That didn’t work. Try again.";

/** Opens the dialog over the current input. True once the same person is signed in again. */
export async function signInAgain(person: Person): Promise<boolean> {
  await dialogsLoaded();
  return new Promise((resolve) => {
    const id = modals.open({
      title: "You’ve been signed out",
      closeOnClickOutside: false,
      // Every way of closing ends up here. After a result it does nothing.
      onClose: () => resolve(false),
      children: (
        <SignInAgain
          person={person}
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

interface SignInAgainProps {
  person: Person;
  onDone: () => void;
  onCancel: () => void;
}

function SignInAgain({ person, onDone, onCancel }: SignInAgainProps) {
  const [isSecondStep, setSecondStep] = useState(false);
  const [problem, setProblem] = useState<string>();
  const goOn = async () => {
    const id = await sessionUserId();
    if (id === person.id) return onDone();
    setProblem(id === undefined ? "You aren’t signed in yet." : `Sign in as ${person.email} to go on here.`);
  };
  const send = useMutation({
    mutationFn: (proof: { password: string; code: string }) =>
      isSecondStep
        ? answerMfaChallenge({ code: proof.code, trust_device: false })
        : signIn({ email: person.email, password: proof.password }),
    onMutate: () => setProblem(undefined),
    onSuccess: goOn,
    onError: (error) => {
      if (apiErrorOf(error)?.code === "SECOND_STEP_REQUIRED") setSecondStep(true);
      else setProblem(errorMessage(error, FAILED));
    },
  });
  const form = useForm({ initialValues: { password: "", code: "" } });
  return (
    <form onSubmit={form.onSubmit((proof) => send.mutate(proof))} noValidate>
      <Stack>
        <Text size="sm">
          What you’ve typed is still here. Sign in as <b>{person.email}</b> to go on.
        </Text>
        <KnownUsername email={person.email} />
        {isSecondStep ? (
          <TextInput
            key="code"
            label="Code"
            description="From your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            autoCapitalize="none"
            autoFocus
            {...form.getInputProps("code")}
          />
        ) : (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
        )}
        <Elsewhere onBack={() => void goOn()} />
        <FormFailure message={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Not now
          </Button>
          <Button type="submit" loading={send.isPending}>
            Sign in
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** For passkeys, Google, and links by e-mail. */
function Elsewhere({ onBack }: { onBack: () => void }) {
  return (
    <Group gap="md">
      <Anchor size="sm" href={PATHS.signIn} target="_blank">
        Sign in another way, in a new tab
      </Anchor>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        I’ve signed in there
      </Anchor>
    </Group>
  );
}
