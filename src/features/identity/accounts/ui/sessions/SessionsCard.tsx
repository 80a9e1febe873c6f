import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { sessionSchema } from "#src/features/identity/accounts/contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { localizeDevice, localizeLocation } from "#src/kit/localize-label.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { accountsApi } from "../shared/account-queries.ts";

type Session = z.infer<typeof sessionSchema>;

const NOT_ENDED = "We couldn’t sign that device out. Try again.";

export function SessionsCard() {
  const { data, error, refetch } = useQuery(accountsApi.sessions.queryOptions());
  const others = data?.items.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Card
      title="Where you’re signed in"
      text="The place is an estimate. If you don’t recognize a device, sign it out and change your password."
      {...(others.length > 1 && { action: <EndOthers count={others.length} /> })}
    >
      {!data && !error && <Skeleton h={96} radius="md" />}
      {!data && error && (
        <ErrorPanel error={error} fallback="We couldn’t load your devices." onRetry={() => void refetch()} />
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {data?.items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
    </Card>
  );
}

function useEnding<Input>(end: (input: Input) => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: () => toastSuccess({ message: `${done}.` }),
    onError: (error) => toastError(error, NOT_ENDED),
    // A session that was already gone leaves the list too.
    onSettled: () => queries.invalidateQueries({ queryKey: accountsApi.sessions.key() }),
  });
}

function SessionRow({ session }: { session: Session }) {
  const { id, last_used_at, is_current } = session;
  const place = session.place === null ? null : localizeLocation(session.place, session.country);
  const name = localizeDevice(session.device);
  const end = useEnding((input: { id: string }) => accountsApi.endSession.call(input), "Device signed out");
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={550}>{name}</Text>
          {is_current && <Badge variant="light">This device</Badge>}
        </Group>
        <div className="small-print">
          {place ?? "Unknown place"} · {formatDateTime(last_used_at)}
        </div>
      </div>
      {!is_current && (
        <Button
          variant="default"
          size="compact-md"
          style={{ flex: "none" }}
          loading={end.isPending}
          aria-label={`Sign out ${name}, ${place ?? "unknown place"}`}
          onClick={() => end.mutate({ id })}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}

function EndOthers({ count }: { count: number }) {
  const end = useEnding(() => accountsApi.endOtherSessions.call({}), "Signed out everywhere else");
  const ask = async () => {
    const isSure = await confirm({
      title: "Sign out everywhere else?",
      message: `You’ll stay signed in here, and be signed out on ${count} other devices.`,
      confirm: "Sign out everywhere else",
      danger: true,
    });
    if (isSure) end.mutate(undefined);
  };
  return (
    <Button variant="default" loading={end.isPending} onClick={() => void ask()}>
      Sign out everywhere else
    </Button>
  );
}
