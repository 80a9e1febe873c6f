import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { UserDetail } from "#src/features/admin/users/contract.ts";
import type { Grant } from "#src/features/money/entitlements/grants/grants-contract.ts";
import { UNITS_GIVEN } from "#src/features/money/entitlements/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { Facts } from "./Facts.tsx";
import { grantsApi, useUsersRefresh } from "./user-queries.ts";

const GrantDialog = lazyDialog(async () => (await import("./GrantDialog.tsx")).GrantDialog);

interface UserLimitsProps {
  user: UserDetail;
  canGive: boolean;
}

/** What an account may have and why, and what staff gave it. */
export function UserLimits({ user: { id, allowances }, canGive }: UserLimitsProps) {
  const [giving, give] = useDisclosure(false);
  const grants = useQuery(grantsApi.listGrants.queryOptions({ input: { id } }));
  return (
    <Card
      title="Limits"
      action={
        canGive && (
          <Button size="xs" variant="default" onClick={give.open}>
            Give more…
          </Button>
        )
      }
    >
      <Facts
        facts={[
          ["Active pages", usageText(allowances.profiles)],
          ["Links", usageText(allowances.links)],
        ]}
      />
      {!grants.data && <QueryState query={grants} failure="We couldn’t load what staff gave." height={48} />}
      {grants.data && grants.data.items.length > 0 && (
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {grants.data.items.map((grant) => (
            <GrantRow key={grant.id} account={id} grant={grant} canEnd={canGive} />
          ))}
        </Stack>
      )}
      <GrantDialog opened={giving} onClose={give.close} id={id} />
    </Card>
  );
}

function usageText({ used, limit, explanation }: UserDetail["allowances"]["profiles"]): string {
  return limit === null
    ? `${formatNumber(used)}, ${explanation}`
    : `${formatNumber(used)} of ${formatNumber(limit)} (${explanation})`;
}

const STATES = {
  active: { color: "teal", label: "Active" },
  over: { color: "gray", label: "Over" },
  taken_back: { color: "gray", label: "Taken back" },
} as const;

function whatOf({ kind, quantity }: Grant): string {
  if (kind === "unlimited_links") return "Unlimited links on each page";
  if (kind === "profile_slots") return plural(quantity ?? 0, "page slot");
  return plural(quantity ?? UNITS_GIVEN, "unit of premium", "units of premium");
}

interface GrantRowProps {
  account: string;
  grant: Grant;
  canEnd: boolean;
}

function GrantRow({ account, grant, canEnd }: GrantRowProps) {
  const { id, state, ends_at, created_at, reason } = grant;
  const what = whatOf(grant);
  const refresh = useUsersRefresh();
  const end = useMutation({
    mutationFn: () => grantsApi.endGrant.call({ id: account, grant_id: id }),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: "Taken back" });
    },
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Take back ${what}?`,
      message: "Nothing they have is deleted, but what’s over the limit can’t be added to.",
      confirm: "Take back",
      danger: true,
    });
    if (isSure) end.mutate();
  };
  const when = [
    `Since ${formatDateTime(created_at)}`,
    ...(ends_at === null ? [] : [`until ${formatDateTime(ends_at)}`]),
  ].join(" · ");
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Stack gap={2} miw={0} style={{ overflowWrap: "anywhere" }}>
          <Group gap="xs">
            <Text fw={500}>{what}</Text>
            <Badge size="sm" variant="light" color={STATES[state].color}>
              {STATES[state].label}
            </Badge>
          </Group>
          <Text size="sm" dir="auto">
            {reason}
          </Text>
          <Text size="xs" c="dimmed">
            {when}
          </Text>
        </Stack>
        {canEnd && state === "active" && (
          <Button
            size="xs"
            variant="default"
            style={{ flexShrink: 0 }}
            aria-label={`Take back ${what}`}
            loading={end.isPending}
            onClick={() => void ask()}
          >
            Take back
          </Button>
        )}
      </Group>
    </li>
  );
}
