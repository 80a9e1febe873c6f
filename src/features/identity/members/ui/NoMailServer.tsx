import { Button } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { instanceQuery, useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { ContactOperator } from "#src/features/identity/accounts/ui/shared/ContactOperator.tsx";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { Banner } from "#src/kit/Banner.tsx";
import { PATHS } from "#src/lib/paths.ts";

/** Whether invitations leave. Without a mail server, the instance keeps what it would have sent. */
export function useSendsEmail(): boolean {
  return useQuery(instanceQuery()).data?.sends_email !== false;
}

/** Whether they may read what the instance keeps, where the links of invitations are. */
function useReadsKept(): boolean {
  const me = useMe();
  return me !== undefined && isStaffFor(me.role, "email");
}

/** How an invitation gets to somebody while it isn’t e-mailed. Nothing where it is. */
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

/** The same, with the way there. */
export function NoMailServerBanner() {
  const sendsEmail = useSendsEmail();
  const readsKept = useReadsKept();
  if (sendsEmail) return null;
  const open = (
    <Button size="compact-sm" variant="default" renderRoot={(props) => <Link to={PATHS.email} {...props} />}>
      Open kept e-mail
    </Button>
  );
  return (
    <Banner isInset icon={<IconMailOff size={20} />} action={readsKept && open}>
      <NoMailServerText />
    </Banner>
  );
}
