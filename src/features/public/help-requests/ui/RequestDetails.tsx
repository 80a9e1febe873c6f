import { Anchor, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { HelpRequestDetail } from "#src/features/public/help-requests/contract.ts";
import { STATE_LABELS } from "#src/features/public/help-requests/rules.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { RequestExchange } from "./RequestExchange.tsx";
import { RequestNotes } from "./RequestNotes.tsx";
import { sinceText } from "./RequestRow.tsx";
import { type RequestSearch, requestsApi, useRequestsRefresh } from "./request-queries.ts";

/** `/admin/requests?request=ID`: the exchange, who asks, and what they asked before. */
export function RequestDetails({ id, search }: { id: string; search: RequestSearch }) {
  const query = useQuery(requestsApi.get.queryOptions({ input: { id } }));
  return (
    <>
      <BackLink to={STAFF_PATHS.helpRequests}>All requests</BackLink>
      {query.data ? (
        <LoadedRequest item={query.data} search={search} />
      ) : (
        <QueryState query={query} failure="We couldn’t load that request." height={320} />
      )}
    </>
  );
}

function LoadedRequest({ item, search }: { item: HelpRequestDetail; search: RequestSearch }) {
  return (
    <>
      <PageTitle title={item.subject}>
        {item.number}
        {item.is_premium && <Badge ms="xs">Premium</Badge>}
      </PageTitle>
      <Stack>
        <StateCard item={item} />
        <RequestExchange item={item} />
        <RequestNotes item={item} />
        <PersonCard item={item} />
        <OtherRequests item={item} search={search} />
      </Stack>
    </>
  );
}

function StateCard({ item }: { item: HelpRequestDetail }) {
  const { state, assignee } = item;
  const { claim, move, isMine } = useMoves(item);
  const isOthers = assignee !== null && !isMine;
  return (
    <Card
      title={STATE_LABELS[state]}
      text={
        <>
          {assignee ? `${assignee.name} has this request.` : "Nobody has this request yet."}
          <br />
          {sinceText(item)}
        </>
      }
    >
      <Group gap="xs">
        <Button size="xs" variant="default" loading={claim.isPending} onClick={() => claim.mutate()}>
          {claimLabel(item, isMine)}
        </Button>
        {state === "closed" ? (
          <Button size="xs" variant="default" loading={move.isPending} onClick={() => move.mutate()}>
            Reopen
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={isOthers}
            loading={move.isPending}
            onClick={() => move.mutate()}
          >
            {state === "open" ? "Close without an answer" : "Close"}
          </Button>
        )}
      </Group>
    </Card>
  );
}

function claimLabel({ assignee }: HelpRequestDetail, isMine: boolean): string {
  if (isMine) return "Give it back";
  return assignee ? "Take it over" : "Take it";
}

function useMoves({ id, assignee, state }: HelpRequestDetail) {
  const { data: me } = useQuery(meQuery());
  const refresh = useRequestsRefresh();
  const isMine = assignee !== null && assignee.id === me?.id;
  const saved = {
    onSettled: refresh,
    onError: (error: unknown) => toastError(error, "That couldn’t be saved. Try again."),
  };
  const claim = useMutation({
    mutationFn: (): Promise<unknown> =>
      isMine
        ? requestsApi.release.call({ id })
        : requestsApi.claim.call({ id, take_over: assignee !== null }),
    ...saved,
  });
  const move = useMutation({
    mutationFn: () => (state === "closed" ? requestsApi.reopen.call({ id }) : requestsApi.close.call({ id })),
    ...saved,
  });
  return { claim, move, isMine };
}

function PersonCard({ item: { account, same_address, email, page_url } }: { item: HelpRequestDetail }) {
  const known = account ?? same_address;
  return (
    <Card
      title="Who asks"
      text={
        account
          ? "They were signed in."
          : "They weren’t signed in. Anyone can type an address, but only its owner gets your answer."
      }
    >
      <Stack gap="xs" style={{ overflowWrap: "anywhere" }}>
        {known && (
          <div>
            <Anchor
              renderRoot={(props) => <Link to={STAFF_PATHS.users} search={{ user: known.id }} {...props} />}
              dir="auto"
            >
              {known.name}
            </Anchor>
            <Text size="sm" c="dimmed">
              {account ? "Their account" : "The account with this address"} · Signed up{" "}
              {formatDateTime(known.created_at)}
            </Text>
          </div>
        )}
        <Text size="sm">{email}</Text>
        {known && known.email !== email && <Text size="sm">The account’s address now: {known.email}</Text>}
        {page_url !== "" && (
          <Text size="sm">
            About the page: <bdi>{page_url}</bdi>
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function OtherRequests({ item: { others }, search }: { item: HelpRequestDetail; search: RequestSearch }) {
  if (others.length === 0) return <Card title="Other requests" text="None from this account or address" />;
  return (
    <Card title="Other requests" text="From this account or address">
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
        {others.map(({ id, subject, number, state, created_at }) => (
          <li key={id}>
            <Anchor
              renderRoot={(props) => (
                <Link to={STAFF_PATHS.helpRequests} search={{ ...search, request: id }} {...props} />
              )}
              dir="auto"
            >
              {subject}
            </Anchor>
            <Text size="sm" c="dimmed">
              {number} · {STATE_LABELS[state]} · {formatDateTime(created_at)}
            </Text>
          </li>
        ))}
      </Stack>
    </Card>
  );
}
