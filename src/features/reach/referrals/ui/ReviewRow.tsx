import { Button, Group, List, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReviewItem } from "#src/features/reach/referrals/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { referralsApi } from "./shared/referral-queries.ts";

/** Explains each flag. Later versions may have more. */
const FLAGS: Readonly<Record<string, string>> = {
  referrers_browser: "Signed up in the browser of whoever referred them.",
  same_device: "Signed up on the same device as another referral of theirs.",
  same_address: "Several of their referrals share this IP address.",
  same_inbox: "Both e-mail addresses lead to the same inbox.",
  mutual: "Each referred the other.",
};

function formatReview(review: ReviewItem["review"], at: string): string {
  return review === "rejected" ? `rejected ${formatDateTime(at)}` : `approved ${formatDateTime(at)}`;
}

export function ReviewRow({ item }: { item: ReviewItem }) {
  const { flags, referrer, referred, review, status, created_at, reviewed_at } = item;
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          <b>{referrer.email}</b> referred <b>{referred?.email ?? "someone whose account is gone"}</b>
        </Text>
        <List size="sm" spacing={2}>
          {flags.map((flag) => (
            <List.Item key={flag}>{FLAGS[flag] ?? flag}</List.Item>
          ))}
        </List>
        <Text size="sm" c="dimmed">
          Signed up {formatDateTime(created_at)}
          {status === "completed" && " · slots given"}
          {reviewed_at && ` · ${formatReview(review, reviewed_at)}`}
        </Text>
        {review === "waiting" && <Decision item={item} />}
      </Stack>
    </Paper>
  );
}

function Decision({ item: { id, referrer } }: { item: ReviewItem }) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: referralsApi.listReviews.key() });
  const decide = useMutation({
    mutationFn: (isApproved: boolean) =>
      isApproved ? referralsApi.approve.call({ id }) : referralsApi.reject.call({ id }),
    onSuccess: async ({ review }) => {
      await refresh();
      toastSuccess({ message: review === "approved" ? "Referral approved" : "Referral rejected" });
    },
    onError: (error) => {
      toastError(error, "The decision couldn’t be saved. Try again.");
      void refresh();
    },
  });
  const button = (isApproved: boolean, label: string) => (
    <Button
      size="xs"
      variant={isApproved ? "filled" : "default"}
      aria-label={`${label} the referral by ${referrer.email}`}
      loading={decide.isPending && decide.variables === isApproved}
      disabled={decide.isPending}
      onClick={() => decide.mutate(isApproved)}
    >
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {button(true, "Approve")}
      {button(false, "Reject")}
    </Group>
  );
}
