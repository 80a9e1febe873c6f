import { Text } from "@mantine/core";
import { plural } from "#src/kit/plural.ts";
import type { ContactDetails } from "../contract.ts";
import { SCORE_HALF_LIFE_DAYS } from "../rules.ts";

const REASONS: Readonly<Record<string, (points: string, count: number) => string>> = {
  sign_up: (points, count) => (count === 1 ? `${points} signed up` : `${points} signed up ${count} times`),
  opened: (points, count) => `${points} opened ${plural(count, "e-mail")}`,
  clicked: (points, count) => `${points} clicked ${plural(count, "link")}`,
  reply: (points, count) => (count === 1 ? `${points} replied` : `${points} replied ${count} times`),
};

export function LeadScore({ score: { points, reasons } }: Pick<ContactDetails, "score">) {
  if (points === 0) return null;
  const words = reasons.map(
    ({ kind, count, points }) => REASONS[kind]?.(`+${points}`, count) ?? `+${points} ${kind}`,
  );
  return (
    <div>
      <Text size="sm" fw={600}>
        Score: {points}
      </Text>
      <Text size="sm">{words.join(", ")}</Text>
      <Text size="xs" c="dimmed">
        After {SCORE_HALF_LIFE_DAYS} days, points count half.
      </Text>
    </div>
  );
}
