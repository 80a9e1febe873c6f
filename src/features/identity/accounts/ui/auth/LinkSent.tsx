import { Alert } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { instanceQuery } from "../shared/account-queries.ts";

interface LinkSentProps {
  email: string;
  lifetime: string;
}

/** Replaces the button that sent a link, and takes its focus. */
export function LinkSent({ email, lifetime }: LinkSentProps) {
  const { data: instance } = useQuery(instanceQuery());
  return (
    <Alert
      variant="default"
      role="status"
      icon={<IconMailForward size={20} />}
      title="Check your inbox"
      tabIndex={-1}
      ref={focusOnce}
      style={{ overflowWrap: "anywhere" }}
    >
      If <b>{email}</b> has an account, we’ve e-mailed it a link. It works once, for {lifetime}.
      {instance?.sends_email === false &&
        " This instance has no mail server yet, so ask the people who run it for the link. If you run it, the link is in its data folder."}
    </Alert>
  );
}

function focusOnce(node: HTMLElement | null) {
  node?.focus();
}
