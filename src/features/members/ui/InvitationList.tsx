import { Box, Paper, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { InvitationRow } from "./InvitationRow.tsx";
import { membersApi } from "./member-queries.ts";
import { NoMailServerBanner } from "./NoMailServer.tsx";
import classes from "./Team.module.css";

/** People who were invited but haven’t joined. Shows nothing if there are none. */
export function InvitationList() {
  const { data } = useQuery(membersApi.invitations.queryOptions());
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <Title order={2} size="h4" mb="xs" id="invitations">
        Invitations
      </Title>
      {data.items.some(({ state }) => state === "open") && (
        <Box mb="sm">
          <NoMailServerBanner />
        </Box>
      )}
      <Paper withBorder radius="lg" component="ul" className={classes.list}>
        {data.items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Paper>
    </section>
  );
}
