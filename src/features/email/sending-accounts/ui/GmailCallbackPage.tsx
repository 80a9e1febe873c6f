import "#src/kit/deferred.css";
import { Alert, Button, Skeleton, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { mailboxesApi, useMailboxesRefresh } from "./mailbox-queries.ts";

/** `/auth/gmail/callback`: the return from Google. */
export function GmailCallbackPage() {
  const navigate = useNavigate();
  const refresh = useMailboxesRefresh();
  const { state = "", code = "" } = useSearch({ from: PATHS.gmailCallback });
  const finishing = useMutation({
    mutationFn: () => mailboxesApi.finishGmail.call({ state, code }),
    onSuccess: async ({ from_address, reads_replies }) => {
      await refresh();
      const reading = reads_replies ? ", and replies show up at your leads" : "";
      toastSuccess({ message: `${from_address} is ready to send${reading}` });
      await navigate({ to: PATHS.mailboxes, replace: true });
    },
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) finishing.mutate();
    hasBegun.current = true;
  }, [finishing]);
  return (
    <Stack component="main" maw={520} mx="auto" p="lg">
      <PageTitle title="Connecting Gmail" />
      {finishing.error ? (
        <Stack align="start">
          <Alert variant="light" color="red" role="alert">
            {errorMessage(finishing.error, "We couldn’t reach Google. Connect Gmail again.")}
          </Alert>
          <Button renderRoot={(props) => <Link to={PATHS.mailboxes} {...props} />}>
            See sending accounts
          </Button>
        </Stack>
      ) : (
        <Skeleton h={96} radius="lg" aria-busy />
      )}
    </Stack>
  );
}
