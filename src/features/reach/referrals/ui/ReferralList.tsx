import { Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconUsersPlus } from "@tabler/icons-react";
import type { Program, Referral } from "#src/features/reach/referrals/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";

interface ReferralListProps {
  list: {
    data?: { pages: Program[] } | undefined;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
}

/** The people who came with the link, without their names. */
export function ReferralList({ list }: ReferralListProps) {
  const referrals = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (referrals.length === 0)
    return (
      <EmptyPanel
        icon={<IconUsersPlus />}
        title="No referrals yet"
        description="People who sign up with your link appear here, without their names."
      />
    );
  return (
    <Stack gap="sm" component="section" aria-label="Referrals">
      <Title order={2} size="h4">
        Referrals
      </Title>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
        {referrals.map((referral) => (
          <ReferralRow key={referral.id} referral={referral} />
        ))}
      </Stack>
      {list.hasNextPage && (
        <Group justify="center">
          <ShowMoreButton list={list} />
        </Group>
      )}
    </Stack>
  );
}

/** The outcome of a referral that isn't completed. An approved one only waits for its profile. */
const STATES = { approved: "Pending", waiting: "In review", rejected: "Not counted" } as const;

function ReferralRow({ referral }: { referral: Referral }) {
  const { status, review, referral_code, reward_amount, created_at } = referral;
  const isCompleted = status === "completed";
  return (
    <Paper component="li" withBorder radius="lg" p="sm">
      <Group justify="space-between" gap="xs">
        <Stack gap={2} miw={0}>
          <Text size="sm">Signed up {formatDateTime(created_at)}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {formatProgress(referral)}code {referral_code}
          </Text>
        </Stack>
        <Badge variant="light" color={isCompleted ? "teal" : review === "waiting" ? "orange" : "gray"}>
          {isCompleted ? `+${plural(reward_amount, "slot")}` : STATES[review ?? "approved"]}
        </Badge>
      </Group>
    </Paper>
  );
}

/** While a referral is in review, or isn't counted, its profile isn't mentioned. */
function formatProgress({ review, completed_at }: Referral): string {
  if (completed_at) return `First profile ${formatDateTime(completed_at)} · `;
  return review === "waiting" || review === "rejected" ? "" : "No profile yet · ";
}
