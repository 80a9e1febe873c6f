import { Alert, Button, Group, Text } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";

/** Messages whose time passed while the instance was down, for someone to decide about. */
export function HeldSends({ campaign: { id, figures, state } }: { campaign: Campaign }) {
  const refresh = useCampaignsRefresh();
  const decide = useMutation({
    mutationFn: (action: "send" | "skip") => campaignsApi.decideLate.call({ id, action }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  if (figures.late === 0) return null;
  // While it's paused, resuming comes first, and released messages wait for that, too.
  const isPaused = state === "paused" || state === "auto_paused";
  const people = plural(figures.late, "person", "people");
  return (
    <Alert color="brass" variant="light" icon={<IconClockExclamation size={20} />} role="status">
      <Text size="sm">
        {`This instance was down when ${people} should have gotten it, and it’s too late to send it without asking you.`}
      </Text>
      <Group gap="xs" mt="sm">
        <Button
          size="sm"
          variant={isPaused ? "default" : "filled"}
          loading={decide.isPending}
          onClick={() => decide.mutate("send")}
        >
          {isPaused ? "Keep them in" : "Send it now"}
        </Button>
        <Button size="sm" variant="default" disabled={decide.isPending} onClick={() => decide.mutate("skip")}>
          Leave them out
        </Button>
      </Group>
    </Alert>
  );
}
