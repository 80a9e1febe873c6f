import { Button } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { instanceQuery, useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { ContactOperator } from "#src/features/identity/accounts/ui/shared/ContactOperator.tsx";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { PATHS } from "#src/lib/paths.ts";

/** True if invitations are sent. Without a mail server, the instance saves them instead. */
export function useSendsEmail(): boolean {
  return useQuery(instanceQuery()).data?.sends_email !== false;
}

/** True if they may read saved e-mail, which has the links of invitations. */
function useReadsKept(): boolean {
  const me = useMe();
  return me !== undefined && isStaffFor(me.role, "outbox");
}

/** Explains how to deliver an invitation while e-mail isn't sent. Shows nothing otherwise. */
export function NoMailServerText() {
  const sendsEmail = useSendsEmail();
  const readsKept = useReadsKept();
  if (sendsEmail) return null;
  if (readsKept)
    return (
      <>
        No mail server is set, so we don’t e-mail invitations. Copy the link from the kept e-mail and send it
        yourself.
      </>
    );
  return (
    <>
      This instance has no mail server yet, so we don’t e-mail invitations. Ask the people who run it for the
      link.
      <ContactOperator />
    </>
  );
}

/** Adds a link to the saved e-mail. */
export function NoMailServerBanner() {
  const sendsEmail = useSendsEmail();
  const readsKept = useReadsKept();
  if (sendsEmail) return null;
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
    <Banner isInset icon={<IconMailOff size={20} />} action={readsKept && open}>
      <NoMailServerText />
    </Banner>
  );
}
