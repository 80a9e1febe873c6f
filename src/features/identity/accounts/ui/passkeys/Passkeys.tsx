import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import type { Passkey } from "#src/features/identity/accounts/sign-in-methods/sign-in-methods-contract.ts";
import { canUsePasskeys, makePasskey, nameOfDevice } from "#src/kit/passkeys.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { SignInMethodRow } from "../sign-in-methods/SignInMethodRow.tsx";
import { signInMethodsApi, useSignInMethodChange } from "../sign-in-methods/sign-in-methods-queries.ts";
import { PasskeyRow } from "./PasskeyRow.tsx";
import { RenamePasskeyDialog } from "./RenamePasskeyDialog.tsx";

const WHAT = "Sign in with your fingerprint, your face, or your device’s PIN instead of a password.";

interface PasskeysProps {
  passkeys: Passkey[];
  isOffered: boolean;
}

export function Passkeys({ passkeys, isOffered }: PasskeysProps) {
  const [renamed, setRenamed] = useState<Passkey>();
  const add = useSignInMethodChange({
    run: async () => {
      const asked = await signInMethodsApi.startPasskey.call();
      const response = await makePasskey(asked);
      if (!response) return false;
      await signInMethodsApi.addPasskey.call({ name: nameOfDevice(), response: { ...response } });
      return true;
    },
    failure: "This passkey couldn’t be added.",
    onDone: (isAdded) => isAdded && toastSuccess({ message: "Passkey added." }),
  });
  const isPossible = isOffered && canUsePasskeys();
  return (
    <SignInMethodRow
      title="Passkeys"
      text={isPossible ? WHAT : whyNot(isOffered)}
      actions={
        isPossible && (
          <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }} aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => setRenamed(passkey)} />
          ))}
        </Stack>
      )}
      <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(undefined)} />
    </SignInMethodRow>
  );
}

function whyNot(isOffered: boolean): string {
  return isOffered
    ? "This browser can’t use passkeys. Open this page over HTTPS in a current browser."
    : "Passkeys need a domain name. This instance is at an IP address.";
}
