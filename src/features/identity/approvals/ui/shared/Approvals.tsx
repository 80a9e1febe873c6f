import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Approval } from "#src/features/identity/approvals/contract.ts";
import { DECLINE_REASON_CHARS_MAX } from "#src/features/identity/approvals/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { approvalsApi } from "./approval-queries.ts";

const ReasonDialog = lazyDialog(async () => (await import("#src/kit/form/ReasonDialog.tsx")).ReasonDialog);

/** What waits for a second member of staff. Nothing if nothing does. */
export function Approvals() {
  const { data } = useQuery(approvalsApi.list.queryOptions());
  if (!data || data.items.length === 0) return null;
  return (
    <Card title="Waiting for a second member of staff">
      <ul style={{ listStyle: "none", margin: 0, padding: 0, overflowWrap: "anywhere" }}>
        {data.items.map((approval) => (
          <ApprovalItem key={approval.id} approval={approval} />
        ))}
      </ul>
    </Card>
  );
}

function ApprovalItem({ approval }: { approval: Approval }) {
  const { what, account, reason, proposed_by, expires_at, is_own } = approval;
  return (
    <Stack component="li" gap={4} py="xs">
      <Text component="div" fw={600}>
        {what}:{" "}
        <Anchor
          fw={600}
          dir="auto"
          renderRoot={(props) => <Link to={STAFF_PATHS.users} search={{ user: account.id }} {...props} />}
        >
          {account.name}
        </Anchor>
      </Text>
      <Text size="sm">{account.email}</Text>
      <Text size="sm" dir="auto">
        {reason}
      </Text>
      <Text size="xs" c="dimmed">
        {is_own
          ? `Proposed by you · until ${formatDateTime(expires_at)}`
          : `Proposed by ${proposed_by} · until ${formatDateTime(expires_at)}`}
      </Text>
      <Decision approval={approval} />
    </Stack>
  );
}

function Decision({ approval: { id, what, account, is_own, can_confirm } }: { approval: Approval }) {
  const [isDeclining, setDeclining] = useState(false);
  const queries = useQueryClient();
  // What was confirmed may change anything about the account.
  const refresh = () => queries.invalidateQueries();
  const fail = (error: unknown) => {
    void refresh();
    toastError(error, "That couldn’t be saved. Try again.");
  };
  const confirming = useMutation({
    mutationFn: () => approvalsApi.confirm.call({ id }),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "Confirmed and done" });
    },
    onError: fail,
  });
  const withdraw = useMutation({
    mutationFn: () => approvalsApi.decline.call({ id, reason: "" }),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "Proposal withdrawn" });
    },
    onError: fail,
  });
  const ask = async () => {
    const message = `It’s done to ${account.email} at once.`;
    if (await confirm({ title: `${what}?`, message, confirm: "Confirm", danger: true })) confirming.mutate();
  };
  return (
    <Group gap="xs">
      {can_confirm && (
        <Button size="xs" loading={confirming.isPending} onClick={() => void ask()}>
          Confirm…
        </Button>
      )}
      {is_own ? (
        <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => setDeclining(true)}>
          Decline…
        </Button>
      )}
      <ReasonDialog
        opened={isDeclining}
        onClose={() => setDeclining(false)}
        title="Decline this proposal?"
        action="Decline"
        done="Proposal declined"
        charsMax={DECLINE_REASON_CHARS_MAX}
        note="Your colleague reads it."
        send={async (reason) => {
          await approvalsApi.decline.call({ id, reason });
          await refresh();
          return undefined;
        }}
      >
        Nothing happens to {account.email}.
      </ReasonDialog>
    </Group>
  );
}
