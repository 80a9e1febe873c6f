import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import type { HandoverOffer } from "#src/features/reach/ownership-transfer/contract.ts";
import { broadcastActiveAccount } from "#src/kit/active-account.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { confirm } from "#src/kit/confirm.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { LANGUAGE } from "#src/kit/locale.ts";
import { PATHS } from "#src/lib/paths.ts";
import { formatDay } from "#src/lib/time.ts";
import { handoverApi, useHandoverRefresh } from "./handover-queries.ts";

/** An offer to the reader to take over someone's account. */
export function ReceivedHandoverOffer({ offer }: { offer: HandoverOffer }) {
  const title = useId();
  const { owner, is_staying, expires_at, obstacle } = offer;
  const { accept, decline, error, isBusy } = useAnswer(offer);
  return (
    <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }} component="section" aria-labelledby={title}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4" id={title} style={{ overflowWrap: "anywhere" }}>
          {owner.name} wants to hand you their account
        </Title>
        <Text size="sm">
          You’d own everything in it: pages, links, figures, leads, domains, the team, and billing.{" "}
          {is_staying ? `${owner.name} stays as an admin.` : `${owner.name} leaves the team.`} The offer
          stands until {formatDay(expires_at, LANGUAGE)}.
        </Text>
        {obstacle !== null && (
          <Text size="sm" fw={600}>
            {obstacle}
          </Text>
        )}
        <FormFailure message={error ? errorMessage(error, "That didn’t work. Try again.") : undefined} />
        <Group gap="xs">
          {obstacle === null && (
            <Button loading={isBusy} onClick={accept}>
              Take over…
            </Button>
          )}
          <Button variant="default" disabled={isBusy} onClick={decline}>
            Decline
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function useAnswer({ id, owner }: HandoverOffer) {
  const refresh = useHandoverRefresh();
  const accept = useMutation({
    mutationFn: () => handoverApi.accept.call({ id }),
    onSuccess: ({ account, name }) => {
      broadcastActiveAccount({ id: account, name });
      // The reader has another id now, so the dashboard starts over.
      location.assign(PATHS.dashboard);
    },
    onError: () => refresh(),
  });
  const decline = useMutation({
    mutationFn: () => handoverApi.decline.call({ id }),
    onSuccess: refresh,
    onError: () => refresh(),
  });
  const askToAccept = async () => {
    const isSure = await confirm({
      title: `Take over ${owner.name}’s account?`,
      message:
        "You keep your name, your e-mail address, and the ways you sign in. Your own account, which has nothing in it, ends, along with profile slots it earned by referrals.",
      confirm: "Take over",
    });
    if (isSure) accept.mutate();
  };
  const askToDecline = async () => {
    const isSure = await confirm({
      title: "Decline the account?",
      message: `We’ll tell ${owner.name}, who can offer it again.`,
      confirm: "Decline it",
    });
    if (isSure) decline.mutate();
  };
  return {
    accept: () => void askToAccept(),
    decline: () => void askToDecline(),
    error: accept.error ?? decline.error,
    isBusy: accept.isPending || accept.isSuccess || decline.isPending,
  };
}
