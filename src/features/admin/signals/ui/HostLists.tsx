import { Alert, Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import type { HostList } from "../contract.ts";
import { HostLookUp } from "./HostLookUp.tsx";
import { signalsApi, useSignalsRefresh } from "./signals-client.ts";

const ListDialog = lazyDialog(async () => (await import("./ListDialog.tsx")).ListDialog);

const LOOK_AGAIN_MS = 2000;

/** The lists of bad hosts, which two signals go by. */
export function HostLists() {
  const [isAdding, setAdding] = useState(false);
  const query = useQuery({
    ...signalsApi.lists.queryOptions(),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ is_updating }) => is_updating) ? LOOK_AGAIN_MS : false,
  });
  const { data } = query;
  return (
    <Card
      title="Lists of bad hosts"
      text="Hosts files, or one host a line. Lists at an address are loaded every day; if that fails, the hosts from before stay. What’s below a host counts, too."
      action={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
          Add list
        </Button>
      }
    >
      {!data ? (
        <QueryState query={query} failure="We couldn’t load the lists." height={96} />
      ) : data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No lists yet, so bad hosts and redirects to them can’t be noticed.
        </Text>
      ) : (
        <>
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
            {data.items.map((item) => (
              <ListRow key={item.id} item={item} />
            ))}
          </Stack>
          <HostLookUp />
        </>
      )}
      <ListDialog opened={isAdding} onClose={() => setAdding(false)} />
    </Card>
  );
}

function useListActions({ id, name }: HostList) {
  const refresh = useSignalsRefresh();
  const update = useMutation({
    mutationFn: () => signalsApi.updateList.call({ id }),
    onError: (error) => toastError(error, "That couldn’t be updated. Try again."),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => signalsApi.removeList.call({ id }),
    onSuccess: () => toastSuccess({ message: "Removed" }),
    onError: (error) => toastError(error, "That couldn’t be removed. Try again."),
    onSettled: refresh,
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      message: "Its hosts aren’t noticed anymore. Cases that it led to stay.",
      confirm: "Remove",
    });
    if (isSure) remove.mutate();
  };
  return { update, remove, ask };
}

function ListRow({ item }: { item: HostList }) {
  const { name, url, hosts, ignored, updated_at, tried_at, is_updating, problem, added_by } = item;
  const { update, remove, ask } = useListActions(item);
  const facts = [
    plural(hosts, "host"),
    ...(ignored > 0 ? [`${plural(ignored, "line")} left out`] : []),
    ...(updated_at === null ? [] : [`From ${formatDateTime(updated_at)}`]),
    `Added by ${added_by}`,
  ];
  return (
    <Paper component="li" withBorder radius="md" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600} dir="auto">
            {name}
          </Text>
          {is_updating && <Badge variant="light">Loading</Badge>}
        </Group>
        <Text size="sm" dir={url === null ? undefined : "ltr"}>
          {url ?? "A file"}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.join(" · ")}
        </Text>
        {problem !== null && (
          <Alert color="red" mt={4}>
            {problem} {tried_at !== null && `Last tried on ${formatDateTime(tried_at)}.`}{" "}
            {updated_at === null ? "It has no hosts yet." : "The hosts from before stay."}
          </Alert>
        )}
        <Group gap="xs" mt={4}>
          {url !== null && (
            <Button
              size="xs"
              variant="default"
              loading={update.isPending}
              disabled={is_updating}
              aria-label={`Update now: ${name}`}
              onClick={() => update.mutate()}
            >
              Update now
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={remove.isPending}
            aria-label={`Remove ${name}`}
            onClick={() => void ask()}
          >
            Remove
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
