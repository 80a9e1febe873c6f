import { Alert, Button, Code, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { use } from "react";
import { InstanceName } from "#src/kit/PageTitle.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import type { SentMail } from "../contract.ts";
import { mailApi } from "./mail-queries.ts";
import { mailStatus } from "./mail-status.ts";

export function MailOutcome({ mail }: { mail: SentMail }) {
  const name = use(InstanceName);
  const { sentence } = mailStatus(mail, new Date());
  const isBad = mail.state === "failed" || (mail.state === "queued" && mail.tries > 0);
  return (
    <Alert
      variant="default"
      mb="sm"
      icon={isBad ? <IconAlertTriangle /> : <IconInfoCircle />}
      role={isBad ? "alert" : "status"}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{sentence}</Text>
        {mail.maybe_twice && (
          <Text size="sm">
            {name} stopped while it was sending this and sent it again, so it may have arrived twice.
          </Text>
        )}
        {mail.outcome !== "" && mail.state !== "skipped" && (
          <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
            Mail server: <Code>{mail.outcome}</Code>
          </Text>
        )}
        {mail.state === "failed" && <SendAgain id={mail.id} />}
      </Stack>
    </Alert>
  );
}

function SendAgain({ id }: { id: string }) {
  const queries = useQueryClient();
  const send = useMutation(
    mailApi.sendMailAgain.mutationOptions({
      onError: (error) => toastError(error, "We couldn’t send it again. Try once more."),
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries({ queryKey: mailApi.listMail.key() }),
          queries.invalidateQueries({ queryKey: mailApi.getMail.key({ input: { id } }) }),
        ]),
    }),
  );
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={send.isPending}
      onClick={() => send.mutate({ id })}
    >
      Send again
    </Button>
  );
}
