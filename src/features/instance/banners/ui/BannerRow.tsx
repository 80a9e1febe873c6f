import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Banner } from "#src/features/instance/banners/contract.ts";
import { AUDIENCE_LABELS, type BannerState } from "#src/features/instance/banners/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { bannersApi, useBannersRefresh } from "./banner-queries.ts";
import { BannerLine } from "./shared/BannerLine.tsx";

const STATES: Readonly<Record<BannerState, { label: string; color: string }>> = {
  shown: { label: "Shown now", color: "teal" },
  waiting: { label: "Waits for its time", color: "blue" },
  over: { label: "Over", color: "gray" },
};

/** One banner as people see it, with who sees it and until when. */
export function BannerRow({ banner, onEdit }: { banner: Banner; onEdit: () => void }) {
  const { id, state, audience, from_at, until_at, by, updated_at, dismissed } = banner;
  const refresh = useBannersRefresh();
  const remove = useMutation({
    mutationFn: () => bannersApi.remove.call({ id }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That couldn’t be removed. Try again."),
  });
  const askToRemove = async () => {
    const message = "It’s gone from every dashboard.";
    if (await confirm({ title: "Remove this banner?", message, confirm: "Remove", danger: true }))
      remove.mutate();
  };
  const { label, color } = STATES[state];
  return (
    <Paper component="li" withBorder radius="lg" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Stack gap="xs">
        <BannerLine banner={banner} isInset isSilent />
        <Group gap="xs">
          <Badge variant="light" color={color}>
            {label}
          </Badge>
          <Text size="xs" c="dimmed">
            {[
              AUDIENCE_LABELS[audience],
              ...(from_at === null ? [] : [`From ${formatDateTime(from_at)}`]),
              until_at === null ? "Until you remove it" : `Until ${formatDateTime(until_at)}`,
              ...(dismissed === 0 ? [] : [`Dismissed by ${plural(dismissed, "person", "people")}`]),
              by,
              formatDateTime(updated_at),
            ]
              .filter(Boolean)
              .join(" · ")}
          </Text>
        </Group>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onEdit}>
            Edit
          </Button>
          <Button size="xs" variant="default" loading={remove.isPending} onClick={() => void askToRemove()}>
            Remove
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
