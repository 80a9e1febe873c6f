import { Button } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { connectGoogle } from "#src/kit/auth.ts";
import { confirm } from "#src/kit/confirm.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { SignInMethodRow } from "../sign-in-methods/SignInMethodRow.tsx";
import { signInMethodsApi, useSignInMethodChange } from "../sign-in-methods/sign-in-methods-queries.ts";
import { googleProblemMessage } from "./google-problem.ts";

export function GoogleConnection({ isConnected }: { isConnected: boolean }) {
  const { problem }: { problem?: string } = useSearch({ strict: false });
  const connect = useSignInMethodChange({
    run: () => connectGoogle(),
    failure: "Google couldn’t be reached.",
  });
  const disconnect = useSignInMethodChange({
    run: () => signInMethodsApi.disconnectGoogle.call(),
    failure: "Google couldn’t be disconnected.",
    onDone: () => toastSuccess({ message: "Google disconnected." }),
  });
  const ask = async () => {
    const question = {
      title: "Disconnect Google?",
      message: "You’ll no longer sign in with that Google account.",
      confirm: "Disconnect",
      danger: true,
    };
    if (await confirm(question)) disconnect.mutate();
  };
  return (
    <SignInMethodRow
      title="Google"
      text={isConnected ? "You can sign in with your Google account." : "Sign in with your Google account."}
      actions={
        isConnected ? (
          <Button variant="default" loading={disconnect.isPending} onClick={() => void ask()}>
            Disconnect Google
          </Button>
        ) : (
          <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate()}>
            Connect Google
          </Button>
        )
      }
    >
      <FormFailure message={isConnected ? undefined : googleProblemMessage(problem)} />
    </SignInMethodRow>
  );
}
