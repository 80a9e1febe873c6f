import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Coupon } from "#src/features/money/coupons/contract.ts";
import { formatCoupon } from "#src/features/money/coupons/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { couponsApi, useCouponsRefresh } from "./coupon-queries.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);
const STATES = {
  active: { color: "teal", label: "Active" },
  used_up: { color: "orange", label: "Used up" },
  ended: { color: "gray", label: "Ended" },
} as const;

export function CouponRow({ coupon }: { coupon: Coupon }) {
  const { code, state } = coupon;
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Group justify="space-between" gap="xs">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {code}
            </Text>
            <Badge size="sm" variant="light" color={STATES[state].color}>
              {STATES[state].label}
            </Badge>
          </Group>
          <Text size="sm">{formatCoupon(coupon)}</Text>
          <Text size="sm" c="dimmed">
            {formatUsage(coupon)}
          </Text>
        </Stack>
        {state !== "ended" && <EndButton coupon={coupon} />}
      </Group>
    </Paper>
  );
}

function formatUsage({ redeemed, reserved, redemptions_max, min_units, expires_at }: Coupon): string {
  const most = redemptions_max === null ? "" : ` of ${NUMBER.format(redemptions_max)}`;
  const parts = [`Used ${NUMBER.format(redeemed)}${most}`];
  if (reserved > 0) parts.push(`${NUMBER.format(reserved)} in checkout`);
  if (min_units > 1) parts.push(`for ${plural(min_units, "unit")} or more`);
  if (expires_at) parts.push(`until ${formatDateTime(expires_at)}`);
  return parts.join(" · ");
}

function EndButton({ coupon: { id, code } }: { coupon: Coupon }) {
  const refresh = useCouponsRefresh();
  const end = useMutation({
    mutationFn: () => couponsApi.end.call({ id }),
    onSuccess: async () => {
      await refresh();
      toastSuccess({ message: `${code} has ended` });
    },
    onError: (error) => toastError(error, "The coupon couldn’t be ended. Try again."),
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `End ${code}?`,
      message: "Nobody can use it anymore. People who have used it keep their discount.",
      confirm: "End coupon",
      danger: true,
    });
    if (isSure) end.mutate();
  };
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`End ${code}`}
      loading={end.isPending}
      onClick={() => void ask()}
    >
      End
    </Button>
  );
}
