import { Button, Paper, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Handover } from "#src/features/reach/ownership-transfer/contract.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { LANGUAGE } from "#src/kit/locale.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { formatDay } from "#src/lib/time.ts";
import { handoverApi, useHandoverRefresh } from "./handover-queries.ts";

const HandOverDialog = lazyDialog(async () => (await import("./HandOverDialog.tsx")).HandOverDialog);

/** The owner's part: offering the account, and withdrawing the offer. */
export function HandoverCard() {
  const { data } = useQuery(handoverApi.get.queryOptions());
  if (!data) return null;
  return (
    <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }} component="section" aria-labelledby="handover">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id="handover">
          Hand over the account
        </Title>
        {data.offer ? <Offered offer={data.offer} /> : <Unoffered handover={data} />}
      </Stack>
    </Paper>
  );
}

function Unoffered({ handover }: { handover: Handover }) {
  const [opened, dialog] = useDisclosure(false);
  const { refusal, candidates } = handover;
  return (
    <>
      <Text size="sm">
        {refusal ??
          (candidates.length === 0
            ? "Once someone is on your team, you can make them the owner of everything in it."
            : "Make someone on your team the owner of everything in it, billing included.")}
      </Text>
      {refusal === null && candidates.length > 0 && (
        <Button variant="default" onClick={dialog.open}>
          Hand over the account…
        </Button>
      )}
      <HandOverDialog candidates={candidates} opened={opened} onClose={dialog.close} />
    </>
  );
}

function Offered({ offer: { to, is_staying, expires_at } }: { offer: NonNullable<Handover["offer"]> }) {
  const refresh = useHandoverRefresh();
  const revoke = useMutation({
    mutationFn: () => handoverApi.revoke.call(),
    onSuccess: () => {
      toastSuccess({ message: "The account stays yours." });
      return refresh();
    },
    onError: (error) => {
      toastError(error, "We couldn’t take the offer back. Try again.");
      return refresh();
    },
  });
  return (
    <>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        You’ve offered it to {to.name} ({to.email}), who has until {formatDay(expires_at, LANGUAGE)} to
        accept. {is_staying ? "You’d stay as an admin." : "You’d leave the team."}
      </Text>
      <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
        Take the offer back
      </Button>
    </>
  );
}
