import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FirstCampaign } from "#src/features/email/campaigns/review/review-contract.ts";
import { Suspension } from "#src/features/identity/accounts/ui/shared/Suspension.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { campaignsApi } from "../campaign-queries.ts";

const FirstCampaignDrawer = lazyDialog(
  async () => (await import("./FirstCampaignDrawer.tsx")).FirstCampaignDrawer,
);
const StopAccountDialog = lazyDialog(async () => (await import("./StopAccountDialog.tsx")).StopAccountDialog);

export function FirstCampaignRow({ item }: { item: FirstCampaign }) {
  const { id, owner, from_name, subject, recipients, review, started_at, reviewed_at } = item;
  const [shown, setShown] = useState<"e-mail" | "stop">();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: campaignsApi.listFirst.key() });
  const approve = useMutation({
    mutationFn: () => campaignsApi.reviewFirst.call({ id, review: "fine" }),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: review === "stopped" ? "Sending allowed" : "Campaign marked as fine" });
    },
    onError: (error) => {
      toastError(error, "That couldn’t be saved. Try again.");
      void refresh();
    },
  });
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Stack gap="xs">
        <Text fw={600} style={{ overflowWrap: "anywhere" }} dir="auto">
          {subject || "No subject"}
        </Text>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {from_name && `${from_name} · `}
          {owner.email}
          {owner.is_banned && " · suspended"}
        </Text>
        <Text size="sm" c="dimmed">
          To {plural(recipients, "person", "people")} · started {formatDateTime(started_at)}
          {reviewed_at &&
            ` · ${review === "stopped" ? `stopped ${formatDateTime(reviewed_at)}` : `marked fine ${formatDateTime(reviewed_at)}`}`}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => setShown("e-mail")}
            aria-label={`Read ${subject}`}
          >
            Read
          </Button>
          {review !== "fine" && (
            <Button
              size="xs"
              variant={review === "waiting" ? "light" : "default"}
              aria-label={`${review === "stopped" ? "Allow sending" : "Looks fine"}: ${owner.email}`}
              loading={approve.isPending}
              onClick={() => approve.mutate()}
            >
              {review === "stopped" ? "Allow sending" : "Looks fine"}
            </Button>
          )}
          {review !== "stopped" && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Stop sending by ${owner.email}`}
              onClick={() => setShown("stop")}
            >
              Stop sending…
            </Button>
          )}
          <Suspension owner={owner} onChanged={refresh} />
        </Group>
      </Stack>
      <FirstCampaignDrawer opened={shown === "e-mail"} item={item} onClose={() => setShown(undefined)} />
      <StopAccountDialog
        opened={shown === "stop"}
        item={item}
        onClose={() => setShown(undefined)}
        onStopped={refresh}
      />
    </Paper>
  );
}
