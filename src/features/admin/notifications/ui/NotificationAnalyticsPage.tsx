import "#src/kit/deferred.css";
import { Button, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Broadcast, Figures } from "#src/features/admin/notifications/contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { StudioTabs } from "./StudioTabs.tsx";
import { broadcastsApi, broadcastsQuery } from "./studio-queries.ts";

const SHOWN = 5;

/** `/admin/notifications/analytics`: what became of each message, from the rows themselves. */
export function NotificationAnalyticsPage() {
  const query = useQuery(broadcastsQuery());
  const [most, setMost] = useState(SHOWN);
  const out = query.data?.items.filter(({ reached }) => reached > 0);
  return (
    <>
      <PageTitle title="Analytics of notifications">
        Who was told, who saw it, and what they did within a week
      </PageTitle>
      <StudioTabs current={STAFF_PATHS.notificationAnalytics} />
      {!out && <QueryState query={query} failure="We couldn’t load the notifications." height={320} />}
      {out?.length === 0 && (
        <EmptyPanel
          icon={<IconChartBar />}
          title="Nothing sent yet"
          description="Once a notification has gone out, its figures are here."
        />
      )}
      {out && out.length > 0 && (
        <Stack>
          {out.slice(0, most).map((broadcast) => (
            <FiguresCard key={broadcast.id} broadcast={broadcast} />
          ))}
          {out.length > most && (
            <Button variant="default" onClick={() => setMost(most + SHOWN)}>
              Show more
            </Button>
          )}
        </Stack>
      )}
    </>
  );
}

function FiguresCard({ broadcast: { id, versions, started_at } }: { broadcast: Broadcast }) {
  const query = useQuery(broadcastsApi.figures.queryOptions({ input: { id } }));
  return (
    <Card title={versions.en.title || "Untitled"} text={started_at ? formatDateTime(started_at) : undefined}>
      {query.data ? (
        <FigureList figures={query.data} />
      ) : (
        <QueryState query={query} failure="We couldn’t load these figures." height={120} />
      )}
    </Card>
  );
}

const LABELS = [
  { label: "Told", of: ({ told }: Figures) => told },
  { label: "Had enough that week", of: ({ capped }: Figures) => capped },
  { label: "Turned news off, or not reachable", of: ({ declined }: Figures) => declined },
  { label: "Behind the bell", of: ({ in_app }: Figures) => in_app.told },
  { label: "Seen behind the bell", of: ({ in_app }: Figures) => in_app.seen },
  { label: "Opened from the bell", of: ({ in_app }: Figures) => in_app.clicked },
  { label: "Marked as read unopened", of: ({ in_app }: Figures) => in_app.dismissed },
  { label: "E-mails", of: ({ email }: Figures) => email.told },
  { label: "E-mails accepted", of: ({ email }: Figures) => email.delivered },
  { label: "E-mails failed", of: ({ email }: Figures) => email.failed },
  { label: "Clicked in the e-mail", of: ({ email }: Figures) => email.clicked },
  { label: "Turned these e-mails off since", of: ({ email }: Figures) => email.unsubscribed },
  { label: "On devices", of: ({ push }: Figures) => push.told },
  { label: "Opened from devices", of: ({ push }: Figures) => push.clicked },
  { label: "Signed in within a week", of: ({ afterwards }: Figures) => afterwards.signed_in },
  { label: "Made a page within a week", of: ({ afterwards }: Figures) => afterwards.published },
  { label: "Added a link within a week", of: ({ afterwards }: Figures) => afterwards.linked },
] as const;

function FigureList({ figures }: { figures: Figures }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, md: 4 }} m={0}>
      {LABELS.map(({ label, of }) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={600}>
            {formatNumber(of(figures))}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
