import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { weeksContract } from "#src/features/insights/analytics/weeks-contract.ts";
import type { WeekSourceProps } from "#src/features/pages/profiles/ui/shared/listed-weeks.ts";
import { clientFor } from "#src/kit/api.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { currentZone } from "#src/kit/zone.ts";
import { Sparkline } from "./Sparkline.tsx";
import classes from "./week.module.css";

const weeks = clientFor("weeks", weeksContract);

/** Reading them again for every look at a list would help nobody: the screen for live figures is another one. */
const FRESH_MS = 60_000;

const sumOf = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0);
const listed = (figures: readonly number[]) => figures.map(formatNumber).join(", ");

/** Fetches the last seven days of everything on a list in one request, and draws each. */
export function WeekSource({ of, onWeeks }: WeekSourceProps) {
  return "links" in of ? (
    <LinkWeeks profileId={of.links} onWeeks={onWeeks} />
  ) : (
    <ProfileWeeks ids={of.profiles} onWeeks={onWeeks} />
  );
}

type OnWeeks = Pick<WeekSourceProps, "onWeeks">;

function ProfileWeeks({ ids, onWeeks }: OnWeeks & { ids: readonly string[] }) {
  const { data } = useQuery(
    weeks.profiles.queryOptions({
      input: { ids: [...ids], tz: currentZone() },
      staleTime: FRESH_MS,
      placeholderData: keepPreviousData,
    }),
  );
  useEffect(() => {
    if (!data) return;
    const found = new Map(data.items.map((week) => [week.id, week]));
    onWeeks({
      draw(id) {
        const week = found.get(id);
        return week && <ProfileWeek views={week.views} clicks={week.clicks} />;
      },
    });
  }, [data, onWeeks]);
  return null;
}

interface ProfileWeekProps {
  views: readonly number[];
  clicks: readonly number[];
}

function ProfileWeek({ views, clicks }: ProfileWeekProps) {
  return (
    <>
      <span className={classes.figures}>
        <span className={classes.sums}>
          <span className={`${classes.sum} ${classes.sumOfViews}`}>{plural(sumOf(views), "view")}</span>
          <span className={`${classes.sum} ${classes.sumOfClicks}`}>{plural(sumOf(clicks), "click")}</span>
        </span>
        <span className={classes.caption}>Last 7 days</span>
      </span>
      <Sparkline
        width={84}
        height={32}
        lines={[
          { name: "views", figures: views },
          { name: "clicks", figures: clicks },
        ]}
        label={`Views by day: ${listed(views)}. Clicks by day: ${listed(clicks)}.`}
      />
    </>
  );
}

const NO_CLICKS = [0, 0, 0, 0, 0, 0, 0];

function LinkWeeks({ profileId, onWeeks }: OnWeeks & { profileId: string }) {
  const { data } = useQuery(
    weeks.links.queryOptions({ input: { id: profileId, tz: currentZone() }, staleTime: FRESH_MS }),
  );
  useEffect(() => {
    if (!data) return;
    const found = new Map(data.items.map(({ id, clicks }) => [id, clicks]));
    onWeeks({ draw: (id) => <LinkWeek clicks={found.get(id) ?? NO_CLICKS} /> });
  }, [data, onWeeks]);
  return null;
}

function LinkWeek({ clicks }: { clicks: readonly number[] }) {
  const sum = sumOf(clicks);
  return (
    <Sparkline
      width={56}
      height={16}
      lines={[{ name: "clicks", figures: clicks }]}
      label={sum === 0 ? "None in the last 7 days" : `In the last 7 days: ${listed(clicks)}`}
    />
  );
}
