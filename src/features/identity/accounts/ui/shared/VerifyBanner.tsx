import { Button } from "@mantine/core";
import { IconMailExclamation } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Banner } from "#src/kit/Banner.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { instanceQuery, useMe } from "./account-queries.ts";

interface VerifyBannerProps {
  /** Set if this person may see the instance's e-mail. */
  readsMail: boolean;
}

/** Reminds people to confirm their e-mail address, and tells them where the link is. */
export function VerifyBanner({ readsMail }: VerifyBannerProps) {
  const me = useMe();
  const { data: instance } = useQuery(instanceQuery());
  if (!me || me.email_verified || !instance) return null;
  const address = <b>{me.email}</b>;
  if (instance.sends_email) {
    return (
      <Reminder action={<SendAgain email={me.email} />}>
        Confirm your e-mail address with the link we sent to {address}.
      </Reminder>
    );
  }
  if (!readsMail) {
    return (
      <Reminder>
        This instance has no mail server yet. To confirm {address}, ask the people who run it for your link.
      </Reminder>
    );
  }
  const open = (
    <Button
      size="compact-sm"
      variant="default"
      renderRoot={(props) => <Link to={PATHS.adminEmail} {...props} />}
    >
      Open kept e-mail
    </Button>
  );
  return (
    <Reminder action={open}>
      No mail server is set, so we kept the link that confirms {address} in your instance’s e-mail.
    </Reminder>
  );
}

function Reminder({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Banner role="alert" icon={<IconMailExclamation size={20} />} action={action}>
      {children}
    </Banner>
  );
}

function SendAgain({ email }: { email: string }) {
  const send = useMutation({
    mutationFn: async (email: string) => (await import("#src/kit/auth.ts")).sendVerificationMail(email),
    onSuccess: () => toastSuccess({ title: "Link sent", message: "Check your inbox." }),
    onError: (error) => toastError(error, "We couldn’t send the link. Try again."),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={send.isPending}
      disabled={send.isSuccess}
      onClick={() => send.mutate(email)}
    >
      {send.isSuccess ? "Sent" : "Send it again"}
    </Button>
  );
}
