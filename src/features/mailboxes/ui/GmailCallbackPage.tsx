import "#src/kit/later.css";
import { Alert, Button, Skeleton, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { tellSuccess } from "#src/kit/notices.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { sentenceOf } from "#src/kit/refusal.ts";
import { PATHS } from "#src/lib/paths.ts";
import { mailboxesApi, useMailboxesRefresh } from "./mailbox-queries.ts";

/** `/auth/gmail/callback`: where Google sends people back. */
export function GmailCallbackPage() {
  const navigate = useNavigate();
  const refresh = useMailboxesRefresh();
  const { state = "", code = "" } = useSearch({ from: PATHS.gmailCallback });
  const finishing = useMutation({
    mutationFn: () => mailboxesApi.finishGmail.call({ state, code }),
    onSuccess: async ({ from_address, reads_replies }) => {
      await refresh();
      const reading = reads_replies ? ", and replies show up at your leads" : "";
      tellSuccess({ message: `${from_address} is ready to send${reading}` });
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
            {sentenceOf(finishing.error, "We couldn’t reach Google. Connect Gmail again.")}
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
