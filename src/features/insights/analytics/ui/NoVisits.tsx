import { Button } from "@mantine/core";
import { IconCalendarOff, IconChartBar, IconCopy, IconExternalLink } from "@tabler/icons-react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";

interface NoVisitsYetProps {
  profileName: string;
  /** Set if people's own visits don't count, which they have to know when they try their page first. */
  leavesOutOwn: boolean;
  onCopyAddress: () => void;
  onOpenPage: () => void;
}

/** Shown before the first visit, with ways to get one. */
export function NoVisitsYet({ profileName, leavesOutOwn, onCopyAddress, onOpenPage }: NoVisitsYetProps) {
  return (
    <EmptyPanel
      icon={<IconChartBar />}
      title="No visits yet"
      description={
        leavesOutOwn
          ? `Share the URL of ${profileName}. Visits and clicks show up here within seconds. Your own visits don’t count while you’re signed in.`
          : `Share the URL of ${profileName}. Visits and clicks show up here within seconds.`
      }
    >
      <Button leftSection={<IconCopy size={18} />} onClick={onCopyAddress}>
        Copy URL
      </Button>
      <Button variant="default" leftSection={<IconExternalLink size={18} />} onClick={onOpenPage}>
        Open page
      </Button>
    </EmptyPanel>
  );
}

/** Shown if there have been visits, just not in the selected days. */
export function NoVisitsInPeriod({ onLongest }: { onLongest: (() => void) | undefined }) {
  return (
    <EmptyPanel
      icon={<IconCalendarOff />}
      title="No visits in this period"
      description="Your page had visits at other times. Choose a longer period to see them."
    >
      {onLongest && <Button onClick={onLongest}>Show all time</Button>}
    </EmptyPanel>
  );
}
