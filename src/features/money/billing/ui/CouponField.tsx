import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Preview } from "#src/features/money/billing/contract.ts";
import { CODE_CHARS_MAX, formatCoupon } from "#src/features/money/coupons/rules.ts";
import { dollars } from "#src/features/money/entitlements/price-rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { formatBillingDay } from "./plan-labels.ts";
import { subscriptionsApi } from "./shared/subscription-queries.ts";

interface CouponFieldProps {
  units: number;
  code: string | undefined;
  onCode: (code: string | undefined) => void;
  preview: Preview | undefined;
}

export function CouponField({ units, code, onCode, preview }: CouponFieldProps) {
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(code);
  // The focused element is gone.
  useEffect(() => {
    if (shown.current !== code) part.current?.querySelector<HTMLElement>("input, button")?.focus();
    shown.current = code;
  }, [code]);
  return (
    <div ref={part}>
      {code === undefined ? (
        <CodeField units={units} onCode={onCode} />
      ) : (
        <AppliedCode code={code} onCode={onCode} preview={preview} />
      )}
    </div>
  );
}

interface AppliedCodeProps extends Pick<CouponFieldProps, "onCode" | "preview"> {
  code: string;
}

function AppliedCode({ code, onCode, preview }: AppliedCodeProps) {
  const { coupon } = preview ?? {};
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm">
          <b>{code}</b>
          {coupon && `: ${formatCoupon(coupon)}`}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => onCode(undefined)}>
          Remove coupon
        </Button>
      </Group>
      {preview && coupon && <Amounts preview={preview} />}
    </Stack>
  );
}

function Amounts({ preview }: { preview: Preview }) {
  const { due_now_cents, next_invoice_cents, next_invoice_at } = preview;
  return (
    <Text size="sm" role="status">
      Due today: <b>{dollars(due_now_cents)}</b>. Next invoice: <b>{dollars(next_invoice_cents)}</b> on{" "}
      {formatBillingDay(next_invoice_at)}.
    </Text>
  );
}

function CodeField({ units, onCode }: Pick<CouponFieldProps, "units" | "onCode">) {
  const [text, setText] = useState("");
  const apply = useMutation({
    mutationFn: (code: string) => subscriptionsApi.preview.call({ units, code }),
    onSuccess: ({ coupon }) => onCode(coupon?.code),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = text.trim();
    if (code !== "" && !apply.isPending) apply.mutate(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          aria-label="Coupon code"
          placeholder="Coupon code"
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={CODE_CHARS_MAX}
          value={text}
          error={
            apply.error ? errorMessage(apply.error, "We couldn’t check that code. Try again.") : undefined
          }
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            apply.reset();
          }}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ""} loading={apply.isPending}>
          Apply
        </Button>
      </Group>
    </form>
  );
}
