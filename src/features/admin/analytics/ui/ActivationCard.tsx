import { Card, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { formatCount, formatRate } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { ACTIVATION_STEPS, type ActivationStep } from "../rules.ts";
import classes from "./overview.module.css";
import { instanceAnalytics } from "./overview-client.ts";

interface ActivationCardProps {
  period: { from: string; to?: string; tz: string };
}

/** How far those who signed up in the period have come. */
export function ActivationCard({ period }: ActivationCardProps) {
  const id = useId();
  const query = useQuery({
    queryKey: [...instanceAnalytics.activation.key(), period.from, period.to, period.tz],
    queryFn: ({ signal }) => instanceAnalytics.activation.call(period, { signal }),
  });
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        How far people get
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Of those who signed up in this period, counted once an hour. Each step needs those before it.
      </Text>
      {query.data ? (
        <Steps items={query.data.items} />
      ) : (
        <QueryState query={query} failure="We couldn’t load the steps." height={240} />
      )}
    </Card>
  );
}

function Steps({ items }: { items: readonly { step: ActivationStep; accounts: number }[] }) {
  const all = items.find(({ step }) => step === "signups")?.accounts ?? 0;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Accounts</th>
          <th scope="col">Percentage</th>
        </tr>
      </thead>
      <tbody>
        {ACTIVATION_STEPS.map(({ key, title }) => {
          const accounts = items.find(({ step }) => step === key)?.accounts ?? 0;
          const share = all === 0 ? 0 : Math.min(1, accounts / all);
          return (
            <tr key={key}>
              <th scope="row">
                {title}
                <div className={classes.bar} aria-hidden="true">
                  <span style={{ width: `${share * 100}%` }} />
                </div>
              </th>
              <td>{formatCount(accounts)}</td>
              <td>{all === 0 ? "–" : formatRate(share)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
