import { Paper, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Me } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { MemberRow } from "./MemberRow.tsx";
import { membersApi } from "./member-queries.ts";
import classes from "./Team.module.css";

export function MemberList({ me }: { me: Me }) {
  const { data, error, refetch } = useQuery(membersApi.list.queryOptions());
  if (!data && error)
    return <ErrorPanel error={error} fallback="We couldn’t load the team." onRetry={() => void refetch()} />;
  return (
    <section aria-labelledby="members">
      <Title order={2} size="h4" mb="xs" id="members">
        Members
      </Title>
      {!data && <Skeleton h={72} radius="lg" />}
      {data && (
        <Paper withBorder radius="lg" component="ul" className={classes.list}>
          {data.items.map((member) => (
            <MemberRow key={member.id} me={me} member={member} />
          ))}
        </Paper>
      )}
      {data?.items.length === 1 && (
        <Text size="sm" c="dimmed" mt="xs">
          Nobody else yet. People you invite work on your pages with their own sign-in, and do only what their
          role allows.
        </Text>
      )}
    </section>
  );
}
