import { Anchor, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCount, formatRate } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { EmailOverview } from "../contract.ts";
import { BOUNCE_RATE_HIGH, COMPLAINT_RATE_HIGH, shareOf } from "../rules.ts";
import classes from "./email.module.css";
import { emailApi } from "./email-client.ts";

const ASK_EVERY_MS = 15_000;

/** How the e-mail of all accounts is going, and what waits. */
export function EmailTotals({ days }: { days: number }) {
  const query = useQuery({
    ...emailApi.overview.queryOptions({ input: { days } }),
    refetchInterval: ASK_EVERY_MS,
  });
  if (!query.data) return <QueryState query={query} failure="We couldn’t load the figures." height={220} />;
  return <Tiles overview={query.data} />;
}

const waitingSince = (oldest: string | null) =>
  oldest === null ? "Nothing waits" : `The oldest since ${formatDateTime(oldest)}`;

function Tiles({
  overview: { totals, queue, programs, instance, first_campaigns },
}: {
  overview: EmailOverview;
}) {
  const { sent, refused, bounced, complained } = totals;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Tile title="Sent" figure={formatCount(sent)} note={`${formatCount(refused)} refused at once`} />
      <Tile
        title="Bounced"
        figure={formatRate(shareOf(bounced, sent))}
        isBad={shareOf(bounced, sent) > BOUNCE_RATE_HIGH}
        note={`${formatCount(bounced)} came back`}
      />
      <Tile
        title="Reported as spam"
        figure={formatRate(shareOf(complained, sent))}
        isBad={shareOf(complained, sent) > COMPLAINT_RATE_HIGH}
        note={plural(complained, "complaint")}
      />
      <Tile
        title="First campaigns to read"
        figure={formatCount(first_campaigns)}
        note={
          <Anchor inherit renderRoot={(props) => <Link {...props} to={STAFF_PATHS.firstCampaigns} />}>
            See them
          </Anchor>
        }
      />
      <Tile
        title="Waiting to go out"
        figure={formatCount(queue.waiting)}
        note={`${waitingSince(queue.oldest_at)} · ${formatCount(queue.deferred)} put off by receivers`}
      />
      <Tile
        title="On their way"
        figure={formatCount(queue.in_progress)}
        isBad={queue.uncertain > 0}
        note={`${formatCount(queue.uncertain)} with an unknown outcome`}
      />
      <Tile
        title="Waiting from programs"
        figure={formatCount(programs.waiting)}
        note={waitingSince(programs.oldest_at)}
      />
      <Tile
        title="Waiting from this instance"
        figure={formatCount(instance.waiting)}
        isBad={instance.failed > 0}
        note={`${waitingSince(instance.oldest_at)} · ${formatCount(instance.failed)} failed in 30 days`}
      />
    </SimpleGrid>
  );
}

interface TileProps {
  title: string;
  figure: string;
  note: ReactNode;
  isBad?: boolean;
}

function Tile({ title, figure, note, isBad = false }: TileProps) {
  return (
    <section className={classes.tile} aria-label={title}>
      <Text size="sm" c="dimmed" fw={500}>
        {title}
      </Text>
      <div className={isBad ? `${classes.figure} ${classes.bad}` : classes.figure}>{figure}</div>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </section>
  );
}
