import { Alert, Anchor, Code } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { ContactOperator } from "#src/features/accounts/ui/shared/ContactOperator.tsx";
import { isStaffFor } from "#src/features/team/rules.ts";
import { PATHS } from "#src/lib/paths.ts";

/** Why domains can’t lead here, and where that’s changed, or whom to ask. */
export function Unavailable() {
  const me = useMe();
  const settings = (
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to={PATHS.settings} />}>
      Instance settings
    </Anchor>
  );
  return (
    <Alert variant="light" color="gray" title="Domains need a public URL">
      This instance can only be reached from its own machine or network, so a domain would lead nowhere.{" "}
      {me && isStaffFor(me.role, "settings") ? (
        <>
          Set <Code>PUBLIC_URL</Code> where you start it, or a target of domains in the {settings}.
        </>
      ) : (
        <>
          Ask the people who run it.
          <ContactOperator />
        </>
      )}
    </Alert>
  );
}
