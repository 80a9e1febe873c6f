import "#src/kit/deferred.css";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconGift } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { Program } from "#src/features/reach/referrals/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { Funnel } from "./Funnel.tsx";
import { LinkCard } from "./LinkCard.tsx";
import { ReferralList } from "./ReferralList.tsx";
import { programQuery, referralsApi, useProgramRefresh } from "./shared/referral-queries.ts";

/** `/dashboard/settings/affiliate`: the account's referral link, and its results. */
export function AffiliatePage() {
  const list = useInfiniteQuery(programQuery());
  const [program] = list.data?.pages ?? [];
  return (
    <>
      <PageTitle title="Affiliate">
        {program ? lineOf(program) : "Invite others and get more profiles"}
      </PageTitle>
      {!program && (
        <QueryState query={list} failure="Failed to load referral statistics" waiting={<Loading />} />
      )}
      {program &&
        (program.link === null ? <NoLink program={program} /> : <Running program={program} list={list} />)}
    </>
  );
}

function lineOf({ reward_slots, has_limits, has_plans }: Program): string {
  if (has_limits) return `Invite someone, and you both get ${plural(reward_slots, "more profile")}`;
  return has_plans
    ? `Invite someone, and you both get ${plural(reward_slots, "more profile")}. With premium, you have as many as you like: yours count once it ends.`
    : "Invite others with your link. Profiles are unlimited here, so nobody needs the reward.";
}

function Loading() {
  return (
    <Stack aria-busy="true">
      <Skeleton h={220} radius="lg" />
      <Skeleton h={120} radius="lg" />
    </Stack>
  );
}

function NoLink({ program }: { program: Program }) {
  const refresh = useProgramRefresh();
  const generate = useMutation({
    mutationFn: () => referralsApi.generateCode.call(),
    onSuccess: refresh,
    onError: (error) => toastError(error, "We couldn’t make your link. Try again."),
  });
  return (
    <EmptyPanel
      size="lg"
      icon={<IconGift />}
      title="Get your referral link"
      description={
        program.has_limits
          ? `Share it with someone. Once they’ve signed up and created their first profile, you both get ${plural(program.reward_slots, "profile slot")}.`
          : "Share it with someone. Once they’ve signed up and created their first profile, you’ll see it here."
      }
    >
      <Button loading={generate.isPending} onClick={() => generate.mutate()}>
        Get your link
      </Button>
    </EmptyPanel>
  );
}

interface RunningProps {
  program: Program;
  list: Parameters<typeof ReferralList>[0]["list"];
}

function Running({ program, list }: RunningProps) {
  return (
    <Stack gap="lg">
      <LinkCard program={program} />
      <Funnel stats={program.stats} />
      <ReferralList list={list} />
      <Text size="sm" c="dimmed">
        A referral counts for someone new who signs up within 30 days of opening your link. It’s completed
        when their first profile exists. The links in the footer of your pages carry your code, too. If a
        referral looks made up, it may be in review first.
      </Text>
    </Stack>
  );
}
