import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import {
  profilesQuery,
  refreshProfilesSoon,
} from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import type { Fingerprint, Standing } from "#src/features/reach/referrals/contract.ts";
import { ReferralPopup } from "#src/features/reach/referrals/ui/shared/ReferralPopup.tsx";
import { referralsApi, standingQuery } from "#src/features/reach/referrals/ui/shared/referral-queries.ts";
import { REMEMBERED_KEY, STANDING_KEY } from "#src/features/reach/referrals/ui/shared/standing-key.ts";
import { apiErrorOf, isUnreachable } from "#src/kit/api-error.ts";
import { plural } from "#src/kit/plural.ts";
import { toastFailure, toastSuccess } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { type Attribution, findAttribution, thisBrowser } from "../attribution.ts";
import { forgetAttribution, restoreAttribution } from "../restore-attribution.ts";
import { findDismissal, type PopupDismissal, saveDismissal } from "./popup-dismissal.ts";

/** Screens that people look at rather than work on. */
const OVERVIEWS: readonly string[] = [PATHS.profiles, PATHS.analytics, PATHS.leads];

/** Search parameters of an open editor or dialog. */
const OPEN = ["edit", "create", "trash"];

const BUSY = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [aria-busy=true]";

/** Spec §4: the popup appears 1 s after it's due. */
const CALM_MS = 1000;

const ACTIVITY = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

/**
 * True after a second without input, on a screen where nothing is open or being filled out. Only checks while
 * `isAsked`.
 */
function useUserIdle(isAsked: boolean): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    setCalm(false);
    if (!isAsked) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isBusy() ? wait() : setCalm(true)), CALM_MS);
    };
    wait();
    for (const name of ACTIVITY) addEventListener(name, wait, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const name of ACTIVITY) removeEventListener(name, wait, { capture: true });
    };
  }, [isAsked]);
  return isCalm;
}

function isBusy(): boolean {
  const focused = document.activeElement;
  const isTyping = focused?.matches("input, textarea, select, [contenteditable]") ?? false;
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  const isElsewhere = !OVERVIEWS.includes(pathname) || OPEN.some((name) => query.has(name));
  return isElsewhere || isTyping || document.hidden || document.querySelector(BUSY) !== null;
}

/** Reports whose link brought the person here, gives both sides their slots, and shows the referral popup. */
export function Referrals() {
  const me = useMe();
  const isOwn = me !== undefined && me.account.id === me.id;
  const { data: standing } = useQuery(standingQuery());
  const { data: profiles } = useQuery({ ...profilesQuery(), enabled: isOwn });
  const hasProfile = isOwn && (profiles?.items.length ?? 0) > 0;
  useAttaching();
  useRewards(standing, hasProfile);
  return isOwn && standing ? (
    <Popup key={me.id} person={me.id} standing={standing} hasProfile={hasProfile} />
  ) : null;
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
        ({ outcome, referral, reward_slots }) => {
          forgetAttribution(thisBrowser());
          queries.setQueryData<Standing>(STANDING_KEY, (known) => known && { ...known, referral });
          if (outcome === "registered") tellRegistered(reward_slots);
        },
        (error: unknown) => tellRefused(error),
      );
    }, ATTACH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [queries]);
}

function tellRegistered(slots: number): void {
  toastSuccess({
    title: "Referral Registered",
    message: `Create your first profile, and you and whoever invited you both get ${plural(slots, "profile slot")}.`,
  });
}

function tellRefused(error: unknown): void {
  const refusal = apiErrorOf(error);
  if (refusal?.code === "REFERRAL_CODE_UNKNOWN" || refusal?.code === "REFERRAL_OWN_CODE") {
    forgetAttribution(thisBrowser());
    toastFailure({ title: "Invalid Referral", message: refusal.message });
  } else if (!isUnreachable(error)) toastFailure({ message: "Failed to process referral code" });
}

/** A job does this anyway, but calling it here shows the result right with the first profile. */
function useRewards(standing: Standing | undefined, hasProfile: boolean): void {
  const queries = useQueryClient();
  const asked = useRef<string>(undefined);
  const pending = standing?.referral?.status === "pending" ? standing.referral.id : undefined;
  useEffect(() => {
    if (pending === undefined || !hasProfile || asked.current === pending) return;
    asked.current = pending;
    referralsApi.grantRewards.call({ referral_uuid: pending }).then(
      ({ status, reward_amount }) => {
        if (status !== "completed") return;
        queries.setQueryData<Standing>(
          STANDING_KEY,
          (known) => known && { ...known, referral: { id: pending, status } },
        );
        refreshProfilesSoon(queries);
        toastSuccess({
          title: "Rewards Granted!",
          message: `You both received ${plural(reward_amount, "free profile slot")}.`,
        });
      },
      // The job adds the slots a moment later.
      () => undefined,
    );
  }, [pending, hasProfile, queries]);
}

interface PopupProps {
  person: string;
  standing: Standing;
  hasProfile: boolean;
}

function Popup({ person, standing, hasProfile }: PopupProps) {
  const queries = useQueryClient();
  const isAwaited = standing.popup === "waiting" && hasProfile;
  useEffect(() => {
    if (isAwaited) void queries.invalidateQueries({ queryKey: STANDING_KEY });
  }, [isAwaited, queries]);
  const { isClosed, close } = useClosing(person);
  const isDue = !isClosed && (standing.popup === "first_profile" || standing.popup === "periodic");
  const isCalm = useUserIdle(isDue);
  const [isShown, setShown] = useState(false);
  if (isDue && isCalm && !isShown) setShown(true);
  return <ReferralPopup opened={isDue && isShown} slots={standing.reward_slots} onClose={close} />;
}

/** Closes the popup at once and in every tab. If saving that fails, the next load tries again. */
function useClosing(person: string) {
  const queries = useQueryClient();
  const [closing, setClosing] = useState(() => findDismissal(person, Date.now()));
  const { mutate: save } = useMutation({
    mutationFn: ({ never }: PopupDismissal) => referralsApi.closePopup.call({ never }),
    onSuccess: (standing, sent) => {
      saveDismissal({ ...sent, isSaved: true });
      queries.setQueryData<Standing>(STANDING_KEY, standing);
    },
  });
  useEffect(() => {
    const left = findDismissal(person, Date.now());
    if (left?.isSaved === false) save(left);
    const follow = () => setClosing(findDismissal(person, Date.now()));
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [person, save]);
  const close = (never: boolean) => {
    const made: PopupDismissal = { person, never, at: Date.now(), isSaved: false };
    setClosing(made);
    saveDismissal(made);
    save(made);
  };
  return { isClosed: closing !== undefined, close };
}

/** The input of the abuse check (spec §7). The server stores a keyed hash of it for 30 days. */
function fingerprintOf({ originalUrl, referrer }: Attribution): Fingerprint {
  const { userAgent, language, platform, cookieEnabled, doNotTrack } = navigator;
  const seen = {
    userAgent,
    language,
    platform,
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    doNotTrack: doNotTrack ?? "",
    originalUrl: originalUrl ?? "",
    referrer: referrer ?? "",
  };
  const short = Object.entries(seen).map(([name, text]) => [name, text.slice(0, FINGERPRINT_CHARS_MAX)]);
  return { ...Object.fromEntries(short), cookieEnabled };
}

const FINGERPRINT_CHARS_MAX = 500;
