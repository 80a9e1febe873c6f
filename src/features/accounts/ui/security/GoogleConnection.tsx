import { Button } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { connectGoogle } from "#src/kit/auth.ts";
import { confirm } from "#src/kit/confirm.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { tellSuccess } from "#src/kit/notices.tsx";
import { problemWords } from "../problem-words.ts";
import { factorsApi } from "./factor-queries.ts";
import { Way } from "./Way.tsx";
import { useChange } from "./ways-in-query.ts";

export function GoogleConnection({ isConnected }: { isConnected: boolean }) {
  const { problem }: { problem?: string } = useSearch({ strict: false });
  const connect = useChange({
    run: () => connectGoogle(),
    failure: "Google couldn’t be reached.",
  });
  const disconnect = useChange({
    run: () => factorsApi.disconnectGoogle.call(),
    failure: "Google couldn’t be disconnected.",
    onDone: () => tellSuccess({ message: "Google disconnected." }),
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
    <Way
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
      <FormFailure message={isConnected ? undefined : problemWords(problem)} />
    </Way>
  );
}
