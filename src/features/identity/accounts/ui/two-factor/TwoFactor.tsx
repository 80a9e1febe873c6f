import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { SignInMethodRow } from "../sign-in-methods/SignInMethodRow.tsx";
import { signInMethodsApi, useSignInMethodChange } from "../sign-in-methods/sign-in-methods-queries.ts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { type Setup, TwoFactorSetupDialog } from "./TwoFactorSetupDialog.tsx";

interface TwoFactorProps {
  isOn: boolean;
  left: number;
  removalDueAt: string | null;
}

export function TwoFactor({ isOn, left, removalDueAt }: TwoFactorProps) {
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<string[]>();
  const start = useSignInMethodChange({
    run: () => signInMethodsApi.startTwoFactor.call(),
    failure: "Two-step sign-in couldn’t be set up.",
    onDone: setSetup,
  });
  return (
    <SignInMethodRow
      title="Two-step sign-in"
      text={
        isOn
          ? `Signing in also takes a code from your authenticator app. ${plural(left, "recovery code")} left.`
          : "A code from an app on your phone, in addition to your password. Passkeys don’t need it."
      }
      actions={
        isOn ? (
          <WhenOn onCodes={setCodes} />
        ) : (
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            Set up
          </Button>
        )
      }
    >
      {removalDueAt !== null && <Removal dueAt={removalDueAt} />}
      <TwoFactorSetupDialog
        setup={setup}
        onClose={() => setSetup(undefined)}
        onDone={(recoveryCodes) => {
          setSetup(undefined);
          setCodes(recoveryCodes);
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </SignInMethodRow>
  );
}

/** Somebody told staff that the phone is lost. */
function Removal({ dueAt }: { dueAt: string }) {
  const keep = useSignInMethodChange({
    run: () => signInMethodsApi.keepSecondFactor.call(),
    failure: "That couldn’t be stopped. Try again.",
    onDone: () => toastSuccess({ message: "Two-step sign-in stays on." }),
  });
  return (
    <Alert color="red" variant="light" title={`Two-step sign-in will be removed ${formatDateTime(dueAt)}`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Someone told the people who run this instance that you’ve lost your phone. If that wasn’t you, stop
          it.
        </Text>
        <Button size="xs" color="red" loading={keep.isPending} onClick={() => keep.mutate()}>
          Keep two-step sign-in
        </Button>
      </Stack>
    </Alert>
  );
}

function WhenOn({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const replace = useSignInMethodChange({
    run: () => signInMethodsApi.replaceRecoveryCodes.call(),
    failure: "We couldn’t create new codes. Try again.",
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  const turnOff = useSignInMethodChange({
    run: () => signInMethodsApi.turnOffTwoFactor.call(),
    failure: "Two-step sign-in couldn’t be turned off.",
    onDone: () => toastSuccess({ message: "Two-step sign-in is off." }),
  });
  const askToReplace = async () => {
    const question = {
      title: "Get new recovery codes?",
      message: "Your current ones stop working.",
      confirm: "Get new codes",
    };
    if (await confirm(question)) replace.mutate();
  };
  const askToTurnOff = async () => {
    const question = {
      title: "Turn off two-step sign-in?",
      message: "Your password alone will be enough to sign in, and your recovery codes stop working.",
      confirm: "Turn off",
      danger: true,
    };
    if (await confirm(question)) turnOff.mutate();
  };
  return (
    <Group gap="xs">
      <Badge color="teal" variant="light">
        On
      </Badge>
      <Button variant="default" loading={replace.isPending} onClick={() => void askToReplace()}>
        New recovery codes
      </Button>
      <Button variant="default" loading={turnOff.isPending} onClick={() => void askToTurnOff()}>
        Turn off
      </Button>
    </Group>
  );
}
