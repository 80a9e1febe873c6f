import { Text } from "@mantine/core";
import type { AutomationOverview } from "#src/features/email/automations/contract.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import { currentZone } from "#src/kit/zone.ts";
import classes from "./Overview.module.css";

type Hour = AutomationOverview["hours"][number];

/** The runs of the last 24 hours, a bar for each hour. What failed is red. */
export function HoursChart({ hours }: { hours: readonly Hour[] }) {
  const all = ({ ran, failed }: Hour) => ran + failed;
  const most = Math.max(1, ...hours.map(all));
  const top = hours.find((hour) => all(hour) === most);
  const format = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short", timeZone: currentZone() });
  const at = top === undefined ? "" : format.format(new Date(top.at));
  const label = `Runs by hour. Most were at ${at}: ${plural(most, "run")}.`;
  if (hours.every((hour) => all(hour) === 0))
    return (
      <Text size="sm" c="dimmed">
        Nothing ran in the last 24 hours.
      </Text>
    );
  const first = hours[0];
  const last = hours.at(-1);
  return (
    <div>
      <div className={classes.chart} role="img" aria-label={label}>
        {hours.map((hour) => (
          <div
            key={hour.at}
            className={classes.bar}
            data-empty={all(hour) === 0 || undefined}
            style={share(all(hour) / most)}
            title={`${format.format(new Date(hour.at))}: ${plural(hour.ran, "run")}, ${plural(hour.failed, "failed", "failed")}`}
          >
            {hour.failed > 0 && <div className={classes.failed} style={share(hour.failed / all(hour))} />}
          </div>
        ))}
      </div>
      {first && last && (
        <div className={classes.hours} aria-hidden>
          <Text size="xs" c="dimmed">
            {format.format(new Date(first.at))}
          </Text>
          <Text size="xs" c="dimmed">
            {format.format(new Date(last.at))}
          </Text>
        </div>
      )}
    </div>
  );
}

const share = (value: number) => ({ "--share": value }) as React.CSSProperties;
