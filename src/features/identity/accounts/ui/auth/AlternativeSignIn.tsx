import { Button, Divider, Stack } from "@mantine/core";
import { IconBrandGoogle, IconFingerprint } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { goToGoogle, signInByPasskey } from "#src/kit/auth.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { answerByPasskey, canUsePasskeys, stopSuggesting, suggestPasskeys } from "#src/kit/passkeys.ts";
import { instanceQuery } from "../shared/account-queries.ts";
import { FAILED } from "./credentials.ts";

interface AlternativeSignInProps {
  next: string;
  /** Set for a new person, who has no passkey yet. */
  isNew: boolean;
  onDone: () => void;
}

export function AlternativeSignIn({ next, isNew, onDone }: AlternativeSignInProps) {
  const { data: instance } = useQuery(instanceQuery());
  const hasPasskeys = !isNew && instance?.offers_passkeys === true && canUsePasskeys();
  const google = useMutation({ mutationFn: goToGoogle });
  if (!hasPasskeys && !instance?.offers_google) return null;
  return (
    <Stack>
      <Divider label="or" />
      {hasPasskeys && <PasskeyButton onDone={onDone} />}
      {instance.offers_google && (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconBrandGoogle size={20} />}
          loading={google.isPending || google.isSuccess}
          onClick={() => google.mutate(next)}
        >
          Continue with Google
        </Button>
      )}
      <FormFailure message={google.isError ? errorMessage(google.error, FAILED) : undefined} />
    </Stack>
  );
}

function PasskeyButton({ onDone }: { onDone: () => void }) {
  const signIn = useMutation({
    mutationFn: async (answer: () => Promise<object | undefined>) => {
      const passkey = await answer();
      if (passkey) await signInByPasskey(passkey);
      return passkey !== undefined;
    },
    onSuccess: (isIn) => isIn && onDone(),
  });
  const take = useEffectEvent((passkey: object) => signIn.mutate(async () => passkey));
  useEffect(() => {
    let isOpen = true;
    // Browsers without suggestions have the button.
    void suggestPasskeys().then(
      (passkey) => isOpen && passkey && take(passkey),
      () => undefined,
    );
    return () => {
      isOpen = false;
      void stopSuggesting();
    };
  }, []);
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconFingerprint size={20} />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate(answerByPasskey)}
      >
        Sign in with a passkey
      </Button>
      <FormFailure message={signIn.isError ? errorMessage(signIn.error, FAILED) : undefined} />
    </>
  );
}
