import { List, Text } from "@mantine/core";
import { Card } from "#src/kit/Card.tsx";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import type { MailAnalytics } from "../contract.ts";
import classes from "./mail-analytics.module.css";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const BEST = 3;

/** The hours of the week in which people open and click. */
export function BestHours({ hours, tz }: Pick<MailAnalytics, "hours" | "tz">) {
  const share = shareOf(hours);
  return (
    <Card title="Best times" text={`When people opened and clicked. Time zone: ${tz.replaceAll("_", " ")}`}>
      {hours.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody has opened anything in this period.
        </Text>
      ) : (
        <>
          <List type="ordered" size="sm">
            {bestHours(hours, BEST).map(({ weekday, hour, opened, clicked }) => (
              <List.Item key={`${weekday} ${hour}`}>
                {weekdayName(weekday, "long")}, {hourName(hour)}: {plural(opened, "open")},{" "}
                {plural(clicked, "click")}
              </List.Item>
            ))}
          </List>
          <div
            className={classes.week}
            role="img"
            aria-label="The hours of the week, darker where more happened"
          >
            {WEEKDAYS.map((weekday) => (
              <div key={weekday} className={classes.day}>
                <span className={classes.dayName}>{weekdayName(weekday, "short")}</span>
                {HOURS.map((hour) => (
                  <span
                    key={hour}
                    className={classes.hour}
                    style={{ "--share": share(weekday, hour) } as React.CSSProperties}
                  />
                ))}
              </div>
            ))}
            <div className={classes.day}>
              <span className={classes.dayName} />
              {[0, 6, 12, 18].map((hour) => (
                <span key={hour} className={classes.hourName}>
                  {hourName(hour)}
                </span>
              ))}
            </div>
          </div>
        </>
      )}
    </Card>
  );
}

type Hour = MailAnalytics["hours"][number];

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOUR_MS = 3_600_000;
/** A Monday. */
const MONDAY_MS = Date.UTC(2026, 0, 5);

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: "UTC" });
const WEEKDAY = { long: format({ weekday: "long" }), short: format({ weekday: "short" }) };
const HOUR = format({ hour: "numeric" });

const weekdayName = (weekday: number, length: "long" | "short") =>
  WEEKDAY[length].format(MONDAY_MS + (weekday - 1) * 24 * HOUR_MS);
const hourName = (hour: number) => HOUR.format(MONDAY_MS + hour * HOUR_MS);

const eventsIn = ({ opened, clicked }: Hour) => opened + clicked;

/** Returns the hours of the week in which most people opened or clicked, the best first. */
function bestHours(hours: readonly Hour[], most: number): Hour[] {
  return hours.toSorted((a, b) => eventsIn(b) - eventsIn(a)).slice(0, most);
}

function shareOf(hours: readonly Hour[]): (weekday: number, hour: number) => number {
  const most = Math.max(1, ...hours.map(eventsIn));
  const found = new Map(hours.map((row) => [`${row.weekday} ${row.hour}`, eventsIn(row)]));
  return (weekday, hour) => (found.get(`${weekday} ${hour}`) ?? 0) / most;
}
