import { Card, Group, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { Filter } from "#src/features/insights/analytics/filter-rules.ts";
import { ANALYTICS_METRICS, type MetricName } from "#src/features/insights/analytics/metric-rules.ts";
import { MetricHelp } from "#src/features/insights/analytics/ui/shared/MetricHelp.tsx";
import { formatCount, formatRate } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { formatMoney } from "#src/kit/format-money.ts";
import type { Funnel, FunnelStepAnswer } from "../../contract.ts";
import type { FunnelStep } from "../../rules.ts";
import { FunnelNotes } from "./FunnelNotes.tsx";
import classes from "./funnel.module.css";

interface FunnelCardProps {
  funnel: Funnel;
  filters: readonly Filter[];
}

const METRICS = {
  view: "step_view",
  click: "step_click",
  lead: "step_lead",
  confirmed: "step_confirmed",
  order: "step_order",
} as const satisfies Readonly<Record<FunnelStep, MetricName>>;

/** How many people get from the page to an order. */
export function FunnelCard({ funnel, filters }: FunnelCardProps) {
  const id = useId();
  const { steps, revenue } = funnel;
  const most = Math.max(1, ...steps.map(({ people }) => people ?? 0));
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id} mb="sm">
        From a view to an order
      </Title>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <Step key={step.step} step={step} before={steps[index - 1]} most={most}>
            {step.step === "order" && revenue && revenue.length > 0 && (
              <Text size="sm" c="dimmed">
                Revenue: {revenue.map(({ amount, currency }) => formatMoney(amount, currency)).join(" + ")}
              </Text>
            )}
          </Step>
        ))}
      </ol>
      <FunnelNotes funnel={funnel} filters={filters} />
    </Card>
  );
}

interface StepProps {
  step: FunnelStepAnswer;
  before: FunnelStepAnswer | undefined;
  most: number;
  children: ReactNode;
}

function Step({ step, before, most, children }: StepProps) {
  const { people } = step;
  const metric = METRICS[step.step];
  return (
    <li>
      <div className={classes.head}>
        <Group gap={4} wrap="nowrap">
          <Text fw={500}>{ANALYTICS_METRICS[metric].title}</Text>
          <MetricHelp name={metric} />
        </Group>
        <span className={classes.count}>{people === null ? "–" : formatCount(people)}</span>
      </div>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.bar} style={{ width: `${((people ?? 0) / most) * 100}%` }} />
      </div>
      {before && <Shares step={step} before={before} />}
      {children}
    </li>
  );
}

/** What part this step is of the one before and of the first. A step that's larger is no part. */
function Shares({
  step: { people, of_previous, of_first },
  before,
}: Pick<StepProps, "step"> & { before: FunnelStepAnswer }) {
  if (people === null) return null;
  const isMore = before.people !== null && people > before.people;
  return (
    <Text size="sm" c="dimmed">
      {isMore && <>More than the step before</>}
      {of_previous !== null && <>{formatRate(of_previous)} of the step before</>}
      {(isMore || of_previous !== null) && of_first !== null && <> · </>}
      {of_first !== null && <>{formatRate(of_first)} of the first</>}
    </Text>
  );
}
