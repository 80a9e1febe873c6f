import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useMe } from "#src/features/accounts/ui/shared/account-queries.ts";
import { profilesQuery, refreshProfilesSoon } from "#src/features/profiles/ui/shared/profile-queries.ts";
import type { Standing } from "#src/features/referrals/contract.ts";
import { ReferralPopup } from "#src/features/referrals/ui/shared/ReferralPopup.tsx";
import { referralsApi, standingQuery } from "#src/features/referrals/ui/shared/referral-queries.ts";
import { REMEMBERED_KEY, STANDING_KEY } from "#src/features/referrals/ui/shared/standing-key.ts";
import { tellFailure, tellSuccess } from "#src/kit/notices.tsx";
import { isUnreachable, refusalOf } from "#src/kit/refusal.ts";
import { findAttribution, thisBrowser } from "../attribution.ts";
import { forgetAttribution, restoreAttribution } from "../remembered.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { useCalm } from "./use-calm.ts";

/** Reports whose link brought the person here, gives both sides their slots, and shows the referral popup. */
export function Referrals() {
  const me = useMe();
  const isOwn = me !== undefined && me.account.id === me.id;
  const { data: standing } = useQuery(standingQuery());
  const { data: profiles } = useQuery({ ...profilesQuery(), enabled: isOwn });
  const hasProfile = isOwn && (profiles?.items.length ?? 0) > 0;
  useAttaching();
  useRewards(standing, hasProfile);
  return isOwn && standing ? <Popup standing={standing} hasProfile={hasProfile} /> : null;
}

/** Spec §4. */
const ATTACH_DELAY_MS = 1000;

function useAttaching(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const remembered = queries.getQueryData<string>(REMEMBERED_KEY);
    if (remembered) restoreAttribution(thisBrowser(), remembered);
    queries.removeQueries({ queryKey: REMEMBERED_KEY });
    const timer = setTimeout(() => {
      const attribution = findAttribution(thisBrowser());
      if (!attribution) return;
      const sent = { referral_code: attribution.referralCode, fingerprint: fingerprintOf(attribution) };
      referralsApi.attach.call(sent).then(
        ({ outcome, referral }) => {
          forgetAttribution(thisBrowser());
          queries.setQueryData<Standing>(STANDING_KEY, (known) => known && { ...known, referral });
          if (outcome === "registered") tellSuccess(REGISTERED);
        },
        (error: unknown) => tellRefused(error),
      );
    }, ATTACH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [queries]);
}

const REGISTERED = {
  title: "Referral Registered",
  message: "Create your first profile, and you and whoever invited you both get 10 profile slots.",
};

function tellRefused(error: unknown): void {
  const refusal = refusalOf(error);
  if (refusal?.code === "REFERRAL_CODE_UNKNOWN" || refusal?.code === "REFERRAL_OWN_CODE") {
    forgetAttribution(thisBrowser());
    tellFailure({ title: "Invalid Referral", message: refusal.message });
  } else if (!isUnreachable(error)) tellFailure({ message: "Failed to process referral code" });
}

/** A job does this anyway. Doing it here, too, brings the news right with the first profile. */
function useRewards(standing: Standing | undefined, hasProfile: boolean): void {
  const queries = useQueryClient();
  const asked = useRef<string>(undefined);
  const pending = standing?.referral?.status === "pending" ? standing.referral.id : undefined;
  useEffect(() => {
    if (pending === undefined || !hasProfile || asked.current === pending) return;
    asked.current = pending;
    referralsApi.grantRewards.call({ referral_uuid: pending }).then(
      ({ status }) => {
        if (status !== "completed") return;
        queries.setQueryData<Standing>(
          STANDING_KEY,
          (known) => known && { ...known, referral: { id: pending, status } },
        );
        refreshProfilesSoon(queries);
        tellSuccess({ title: "Rewards Granted!", message: "You both received 10 free profile slots." });
      },
      // The job brings the slots a moment later.
      () => undefined,
    );
  }, [pending, hasProfile, queries]);
}

function Popup({ standing, hasProfile }: { standing: Standing; hasProfile: boolean }) {
  const queries = useQueryClient();
  const isAwaited = standing.popup === "waiting" && hasProfile;
  useEffect(() => {
    if (isAwaited) void queries.invalidateQueries({ queryKey: STANDING_KEY });
  }, [isAwaited, queries]);
  const isDue = standing.popup === "first_profile" || standing.popup === "periodic";
  const isCalm = useCalm(isDue);
  const [isOpen, setOpen] = useState(false);
  if (isDue && isCalm && !isOpen) setOpen(true);
  const close = useMutation({
    mutationFn: (never: boolean) => referralsApi.closePopup.call({ never }),
    onMutate: () => {
      setOpen(false);
      queries.setQueryData<Standing>(STANDING_KEY, (known) => known && { ...known, popup: null });
    },
  });
  return <ReferralPopup opened={isOpen} onClose={(never) => close.mutate(never)} />;
}
