import { Text } from "@mantine/core";
import { plural } from "#src/kit/plural.ts";
import type { ContactDetails } from "../contract.ts";
import { SCORE_HALF_LIFE_DAYS } from "../rules.ts";

const REASONS: Readonly<Record<string, (count: number) => string>> = {
  sign_up: (count) => (count === 1 ? "signed up" : `signed up ${count} times`),
  opened: (count) => `opened ${plural(count, "e-mail")}`,
  clicked: (count) => `clicked ${plural(count, "link")}`,
  reply: (count) => (count === 1 ? "replied" : `replied ${count} times`),
};

/** How involved a lead is, and why. */
export function LeadScore({ score: { points, reasons } }: Pick<ContactDetails, "score">) {
  if (points === 0) return null;
  const words = reasons.map(({ kind, count, points }) => `+${points} ${REASONS[kind]?.(count) ?? kind}`);
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
