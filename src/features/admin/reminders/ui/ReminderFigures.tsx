import { SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Figures } from "#src/features/admin/reminders/contract.ts";
import { FIGURES_DAYS, type ReminderName, WATCHED_DAYS } from "#src/features/admin/reminders/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { remindersApi } from "./reminder-queries.ts";

const LABELS = [
  { label: "Sent", of: ({ told }: Figures) => told },
  { label: "Behind the bell", of: ({ in_app }: Figures) => in_app },
  { label: "Seen behind the bell", of: ({ seen }: Figures) => seen },
  { label: "E-mails", of: ({ email }: Figures) => email },
  { label: "On devices", of: ({ push }: Figures) => push },
  { label: "Done within a week", of: ({ done }: Figures) => done },
  { label: "Their week isn’t over", of: ({ watched }: Figures) => watched },
] as const;

/** What became of it lately. */
export function ReminderFigures({ rule }: { rule: ReminderName }) {
  const query = useQuery(remindersApi.figures.queryOptions({ input: { rule } }));
  return (
    <Card
      title="What became of it"
      text={`In the last ${FIGURES_DAYS} days. Done means that it wasn’t true anymore within ${WATCHED_DAYS} days.`}
    >
      {query.data ? (
        <SimpleGrid component="dl" cols={{ base: 2, sm: 3, md: 4 }} m={0}>
          {LABELS.map(({ label, of }) => (
            <div key={label}>
              <Text component="dt" size="xs" c="dimmed">
                {label}
              </Text>
              <Text component="dd" m={0} fw={600}>
                {formatNumber(of(query.data))}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      ) : (
        <QueryState query={query} failure="We couldn’t load these figures." height={120} />
      )}
    </Card>
  );
}
