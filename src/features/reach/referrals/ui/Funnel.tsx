import { Paper, Progress, SimpleGrid, Text } from "@mantine/core";
import type { Program } from "#src/features/reach/referrals/contract.ts";
import { LOCALE } from "#src/kit/locale.ts";

type Stats = Program["stats"];

const NUMBER = new Intl.NumberFormat(LOCALE);
const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });

interface Step {
  key: keyof Stats;
  title: string;
  /** The previous step, of which this is a part. */
  of?: keyof Stats;
  ofWords?: string;
}

const STEPS: readonly Step[] = [
  { key: "visits", title: "Link visits" },
  { key: "sign_ups", title: "Sign-ups", of: "visits", ofWords: "of visits" },
  { key: "completed", title: "Completed", of: "sign_ups", ofWords: "of sign-ups" },
  { key: "slots_earned", title: "Slots earned" },
];

/** From a visit to a reward: the number of people at each step. */
export function Funnel({ stats }: { stats: Stats }) {
  return (
    <SimpleGrid component="section" aria-label="Figures" cols={{ base: 2, md: 4 }} spacing="sm">
      {STEPS.map((step) => (
        <Paper key={step.key} withBorder radius="lg" p="md">
          <Text size="sm" c="dimmed" fw={500}>
            {step.title}
          </Text>
          <Text fz={28} fw={700} lh={1.3} style={{ fontVariantNumeric: "tabular-nums" }}>
            {NUMBER.format(stats[step.key])}
          </Text>
          <Share stats={stats} step={step} />
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function Share({ stats, step: { key, of, ofWords } }: { stats: Stats; step: Step }) {
  const whole = of ? stats[of] : 0;
  // Visits made without JavaScript aren't counted, so there may be more sign-ups than visits.
  if (whole === 0 || stats[key] > whole) return null;
  const share = stats[key] / whole;
  return (
    <>
      <Progress value={share * 100} size="sm" my={4} aria-hidden />
      <Text size="xs" c="dimmed">
        {PERCENT.format(share)} {ofWords}
      </Text>
    </>
  );
}
