import { List, Text } from "@mantine/core";
import { Card } from "#src/kit/Card.tsx";
import { plural } from "#src/kit/plural.ts";
import type { MailAnalytics } from "../contract.ts";
import { bestHours, hourName, shareOf, WEEKDAYS, weekdayName } from "./hours.ts";
import classes from "./mail-analytics.module.css";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const BEST = 3;

/** When in the week people open and click. */
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
