import { Anchor, Paper, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SignalKind } from "#src/features/public/moderation/signal-rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PagedList } from "#src/kit/PagedList.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { Hit } from "../contract.ts";
import { signalsApi } from "./signals-client.ts";

/** What a signal found, and why. */
export function Hits({ kind }: { kind: SignalKind }) {
  const list = useInfiniteQuery(
    signalsApi.hits.infiniteOptions({
      input: (cursor: string | undefined) => ({ kind, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  return (
    <PagedList
      list={list}
      failure="We couldn’t load what it found."
      empty={<Text size="sm">Nothing</Text>}
      row={(hit) => <HitRow key={hit.subject} hit={hit} />}
    />
  );
}

function HitRow({ hit: { page, account, why, case_id, first_at, last_at } }: { hit: Hit }) {
  return (
    <Paper component="li" withBorder radius="md" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={4}>
        <Text size="sm" fw={600} dir="auto">
          {page ? (
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link to={STAFF_PATHS.adminProfiles} search={{ q: page.username }} {...props} />
              )}
            >
              /{page.username}
            </Anchor>
          ) : (
            "An account without a page"
          )}
        </Text>
        <Text size="sm" dir="auto">
          {why}
        </Text>
        <Text size="xs" c="dimmed">
          <Anchor
            inherit
            dir="auto"
            renderRoot={(props) => <Link to={STAFF_PATHS.users} search={{ user: account.id }} {...props} />}
          >
            {account.name || account.id}
          </Anchor>
          {" · "}
          {first_at === last_at
            ? formatDateTime(first_at)
            : `First ${formatDateTime(first_at)} · last ${formatDateTime(last_at)}`}
          {case_id !== null && (
            <>
              {" · "}
              <Anchor
                inherit
                renderRoot={(props) => (
                  <Link to={STAFF_PATHS.moderation} search={{ case: case_id }} {...props} />
                )}
              >
                Open the case
              </Anchor>
            </>
          )}
        </Text>
      </Stack>
    </Paper>
  );
}
