import { Button, NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { banContract } from "#src/features/identity/accounts/bans/ban-contract.ts";
import { BAN_REASON_CHARS_MAX } from "#src/features/identity/accounts/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { DAY_MS } from "#src/lib/time.ts";

const ReasonDialog = lazyDialog(async () => (await import("#src/kit/form/ReasonDialog.tsx")).ReasonDialog);
const banApi = clientFor("accounts", banContract);

/** How long a suspension lasts, in days. Empty for good. */
const LENGTHS = [
  { value: "", label: "Until someone lifts it" },
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

function untilAfter(days: string): string | null {
  return days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

interface SuspensionProps {
  owner: { id: string; email: string; is_banned: boolean };
  onChanged: () => Promise<void>;
}

/** Suspends an account, or lifts that, next to its reported content. */
export function Suspension({ owner: { id, email, is_banned }, onChanged }: SuspensionProps) {
  const [isAsking, setAsking] = useState(false);
  const [days, setDays] = useState("");
  const lift = useMutation({
    mutationFn: () => banApi.liftBan.call({ id }),
    onSuccess: async () => {
      await onChanged();
      toastSuccess({ message: "Suspension lifted" });
    },
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={is_banned ? `Lift suspension: ${email}` : `Suspend account: ${email}`}
        loading={lift.isPending}
        onClick={() => (is_banned ? lift.mutate() : setAsking(true))}
      >
        {is_banned ? "Lift suspension" : "Suspend account…"}
      </Button>
      <ReasonDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Suspend account?"
        action="Suspend account"
        done="Account suspended"
        charsMax={BAN_REASON_CHARS_MAX}
        fields={
          <NativeSelect
            size="md"
            label="How long"
            data={LENGTHS}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
        }
        send={async (reason) => {
          const answer = await banApi.ban.call({ id, reason, until: untilAfter(days) });
          await onChanged();
          return answer;
        }}
      >
        {email} is signed out at once. Their pages, API keys and e-mail stop until the suspension is over.
      </ReasonDialog>
    </>
  );
}
