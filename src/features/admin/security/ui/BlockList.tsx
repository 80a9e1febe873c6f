import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconShieldOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { confirm } from "#src/kit/confirm.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import type { Block } from "../contract.ts";
import { BLOCK_LABELS } from "../rules.ts";
import { securityApi } from "./security-client.ts";

/** Whom staff keep out, and whom they let in in spite of that. */
export function BlockList() {
  const query = useQuery(securityApi.blocks.queryOptions());
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the blocks." height={240} />;
  const { items } = query.data;
  if (items.length === 0)
    return (
      <EmptyPanel
        icon={<IconShieldOff />}
        title="Nobody’s blocked"
        description="Block a network, a program by its user agent, or new accounts with addresses at a domain. It works everywhere within two seconds, and the founder always gets in."
      />
    );
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
      {items.map((block) => (
        <BlockRow key={block.id} block={block} />
      ))}
    </Stack>
  );
}

function BlockRow({ block }: { block: Block }) {
  const { id, kind, effect, value, reason, ends_at, made_by, created_at, kept_out } = block;
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => securityApi.removeBlock.call({ id }),
    onSuccess: () => toastSuccess({ message: "Removed" }),
    onError: (error) => toastError(error, "That couldn’t be removed. Try again."),
    onSettled: () => queries.invalidateQueries({ queryKey: securityApi.key() }),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Remove ${value}?`,
      message: effect === "allow" ? "Blocks apply to it again, everywhere." : "It gets in again, everywhere.",
      confirm: "Remove",
    });
    if (isSure) remove.mutate();
  };
  const isOver = ends_at !== null && Date.parse(ends_at) <= Date.now();
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Text fw={600} ff={kind === "mail_domain" ? undefined : "monospace"} dir="ltr">
              {value}
            </Text>
            <Badge variant="light" color="gray">
              {BLOCK_LABELS[kind]}
            </Badge>
            <Badge variant="light" color={isOver ? "gray" : effect === "allow" ? "teal" : "red"}>
              {isOver ? "Over" : effect === "allow" ? "Allowed" : "Blocked"}
            </Badge>
          </Group>
          <Text size="sm" dir="auto">
            {reason}
          </Text>
          <Text size="xs" c="dimmed">
            {[
              ends_at === null ? "For good" : `Until ${formatDateTime(ends_at)}`,
              `Added by ${made_by} on ${formatDateTime(created_at)}`,
              ...(effect === "block" ? [`Blocked ${plural(kept_out, "time")} in 30 days`] : []),
            ].join(" · ")}
          </Text>
        </Stack>
        <Button
          size="xs"
          variant="default"
          style={{ flex: "none" }}
          loading={remove.isPending}
          aria-label={`Remove ${value}`}
          onClick={() => void ask()}
        >
          Remove
        </Button>
      </Group>
    </Paper>
  );
}
