import { Button, CloseButton, Group, Select, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { clientFor } from "#src/kit/api.ts";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { newId } from "#src/kit/new-id.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import type { Seed } from "../seeds/seeds-contract.ts";
import { isOver, SEEDS_MAX } from "../seeds/seeds-rules.ts";
import classes from "./deliverability.module.css";
import { deliverability } from "./deliverability-client.ts";
import { SeedDialog } from "./SeedDialog.tsx";
import { SeedTests } from "./SeedTests.tsx";

const mailboxesApi = clientFor("mailboxes", mailboxesContract);

/** Inboxes of one's own, and where the e-mail of tests was in them. */
export function SeedsSection() {
  const mayManage = useHasPermission("connections.manage");
  const seeds = useQuery(deliverability.seeds.queryOptions({ enabled: mayManage }));
  const [isAdding, setAdding] = useState(false);
  const items = seeds.data?.items ?? [];
  return (
    <Card
      title="Inbox or spam"
      text="Add inboxes of your own, at Gmail, Outlook and others. A seed test sends an e-mail to each, and looks where it was. Gmail’s tabs, such as Promotions, count as the inbox: they can’t be told apart from outside."
      action={
        mayManage &&
        items.length < SEEDS_MAX && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            Add seed address
          </Button>
        )
      }
    >
      {mayManage && !seeds.data && (
        <QueryState query={seeds} failure="We couldn’t load your seed addresses." height={72} />
      )}
      {items.length > 0 && (
        <>
          <ul className={classes.checks} aria-label="Seed addresses">
            {items.map((seed) => (
              <SeedRow key={seed.id} seed={seed} />
            ))}
          </ul>
          <SendTest />
        </>
      )}
      <SeedTests />
      <SeedDialog opened={isAdding} onClose={() => setAdding(false)} />
    </Card>
  );
}

function SeedRow({ seed: { id, address, host } }: { seed: Seed }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deliverability.deleteSeed.call({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: deliverability.seeds.key() }),
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove ${address}?`,
      message: "We forget its password. What earlier tests found stays.",
      confirm: "Remove",
      danger: true,
    });
    if (isSure) remove.mutate();
  };
  return (
    <li className={`${classes.group} ${classes.seed}`}>
      <div className={classes.words}>
        <Text span size="sm" fw={600}>
          {address}
        </Text>
        <Text size="sm" c="dimmed">
          {host}
        </Text>
      </div>
      <CloseButton aria-label={`Remove ${address}`} disabled={remove.isPending} onClick={() => void ask()} />
    </li>
  );
}

/** Sends a test through a sending account, unless one still runs. */
function SendTest() {
  const queries = useQueryClient();
  const accounts = useQuery(mailboxesApi.list.queryOptions({}));
  const tests = useQuery(deliverability.seedTests.queryOptions({}));
  const [chosen, setChosen] = useState<string | null>(null);
  const able = (accounts.data?.items ?? []).filter(({ is_ready }) => is_ready);
  const mailbox = able.find(({ id }) => id === chosen) ?? able[0];
  const isRunning = tests.data?.items[0]?.results.some(({ state }) => !isOver(state)) ?? false;
  const send = useMutation({
    mutationFn: (id: string) => deliverability.sendSeedTest.call({ id, test_id: newId() }),
    onSettled: () => queries.invalidateQueries({ queryKey: deliverability.seedTests.key() }),
    onError: (error) => toastError(error, "The test wasn’t sent. Try again."),
  });
  if (!accounts.data) return null;
  if (!mailbox)
    return <Text size="sm">Once a sending account is ready, you can send a seed test from it.</Text>;
  return (
    <Group align="end" gap="sm">
      {able.length > 1 && (
        <Select
          label="Send from"
          allowDeselect={false}
          data={able.map(({ id, from_address }) => ({ value: id, label: from_address }))}
          value={mailbox.id}
          onChange={setChosen}
        />
      )}
      <Stack gap={4}>
        <Button
          size="sm"
          loading={send.isPending}
          disabled={isRunning}
          onClick={() => send.mutate(mailbox.id)}
        >
          Send a seed test
        </Button>
        {isRunning && (
          <Text size="xs" c="dimmed" role="status">
            Looking for it. That takes up to 15 minutes.
          </Text>
        )}
      </Stack>
    </Group>
  );
}
