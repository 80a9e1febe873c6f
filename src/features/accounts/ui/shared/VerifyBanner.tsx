import { Alert, Button, Group, Text } from "@mantine/core";
import { IconMailExclamation } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { sendVerificationMail } from "#src/kit/auth.ts";
import { tellError, tellSuccess } from "#src/kit/notices.tsx";
import { useMe } from "./account-queries.ts";

/** Reminds of the mail that has not been answered yet. */
export function VerifyBanner() {
  const me = useMe();
  const send = useMutation({
    mutationFn: sendVerificationMail,
    onSuccess: () => tellSuccess({ title: "Sent", message: "Please look into your mailbox for the link." }),
    onError: (error) => tellError(error, "The mail could not be sent. Please try again."),
  });
  if (!me || me.email_verified) return null;
  return (
    <Alert color="brass" variant="light" radius={0} py="xs" icon={<IconMailExclamation size={20} />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: "anywhere" }} flex="1 1 16rem">
          Please verify your e-mail address: open the link that was sent to <b>{me.email}</b>.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={send.isPending}
          disabled={send.isSuccess}
          onClick={() => send.mutate(me.email)}
        >
          {send.isSuccess ? "Sent" : "Send it again"}
        </Button>
      </Group>
    </Alert>
  );
}
