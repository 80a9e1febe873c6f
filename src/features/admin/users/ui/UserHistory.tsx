import { Badge, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import { usersApi } from "./user-queries.ts";

interface Entry {
  id: string;
  title: ReactNode;
  text: string;
}

function Entries({ entries, nothing }: { entries: readonly Entry[]; nothing: string }) {
  if (entries.length === 0) return <Text c="dimmed">{nothing}</Text>;
  return (
    <ul style={{ listStyle: "none", margin: 0, padding: 0, overflowWrap: "anywhere" }}>
      {entries.map(({ id, title, text }) => (
        <li key={id}>
          <Stack gap={0} py={6}>
            <Text component="div" size="sm" fw={500}>
              {title}
            </Text>
            <Text size="xs" c="dimmed">
              {text}
            </Text>
          </Stack>
        </li>
      ))}
    </ul>
  );
}

export function UserSessions({ id }: { id: string }) {
  const query = useQuery(usersApi.sessions.queryOptions({ input: { id } }));
  return (
    <Card title="Signed in on">
      {query.data ? (
        <Entries
          nothing="Nowhere"
          entries={query.data.items.map(({ id, device, place, last_used_at }) => ({
            id,
            title: device,
            text: [place, `last used ${formatDateTime(last_used_at)}`].filter(Boolean).join(" · "),
          }))}
        />
      ) : (
        <QueryState query={query} failure="We couldn’t load their devices." height={96} />
      )}
    </Card>
  );
}

const MAIL_STATES = {
  queued: { color: "gray", label: "Waiting" },
  sending: { color: "gray", label: "On its way" },
  sent: { color: "teal", label: "Sent" },
  skipped: { color: "gray", label: "Not needed" },
  failed: { color: "red", label: "Failed" },
  kept: { color: "gray", label: "Kept" },
} as const;

export function UserReachedLimits({ id }: { id: string }) {
  const query = useQuery(usersApi.limitsReached.queryOptions({ input: { id } }));
  return (
    <Card title="Limits reached" text="What was refused to them in the last 30 days because it was too much">
      {query.data ? (
        <Entries
          nothing="None"
          entries={query.data.items.map(({ limit, is_lock_out, is_own, count, last_at }) => ({
            id: `${limit} ${is_lock_out}`,
            title: (
              <Group gap="xs">
                <span dir="ltr">{limit}</span>
                {is_lock_out && (
                  <Badge size="sm" variant="light" color="red">
                    Too many tries
                  </Badge>
                )}
              </Group>
            ),
            text: [
              plural(count, "time"),
              `last ${formatDateTime(last_at)}`,
              ...(is_own ? [] : ["by somebody who used their address"]),
            ].join(" · "),
          }))}
        />
      ) : (
        <QueryState query={query} failure="We couldn’t load the limits they reached." height={96} />
      )}
    </Card>
  );
}

export function UserMails({ id }: { id: string }) {
  const query = useQuery(usersApi.mails.queryOptions({ input: { id } }));
  return (
    <Card title="E-mail from us" text="What this instance sent them in the last 30 days">
      {query.data ? (
        <Entries
          nothing="Nothing"
          entries={query.data.items.map(({ id, label, state, is_kept, outcome, created_at }) => ({
            id,
            title: (
              <Group gap="xs">
                {label}
                <Badge size="sm" variant="light" color={MAIL_STATES[is_kept ? "kept" : state].color}>
                  {MAIL_STATES[is_kept ? "kept" : state].label}
                </Badge>
              </Group>
            ),
            text: [formatDateTime(created_at), outcome].filter(Boolean).join(" · "),
          }))}
        />
      ) : (
        <QueryState query={query} failure="We couldn’t load their e-mail." height={96} />
      )}
    </Card>
  );
}

export function UserActivity({ id }: { id: string }) {
  const query = useInfiniteQuery(
    usersApi.activity.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  return (
    <Card title="Activity" text="What was done in this account in the last 90 days">
      {query.data ? (
        <Entries
          nothing="Nothing yet"
          entries={query.data.pages
            .flatMap(({ items }) => items)
            .map(({ id, what, who, through, time }) => ({
              id,
              title: what,
              text: [who, through, formatDateTime(time)].filter(Boolean).join(" · "),
            }))}
        />
      ) : (
        <QueryState query={query} failure="We couldn’t load the activity." height={160} />
      )}
      <ShowMoreButton list={query} />
    </Card>
  );
}
