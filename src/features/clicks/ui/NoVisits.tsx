import { Button, Card, EmptyState } from "@mantine/core";
import { IconChartBar, IconCopy, IconExternalLink } from "@tabler/icons-react";

interface NoVisitsProps {
  profileName: string;
  onCopyAddress: () => void;
  onOpenPage: () => void;
}

/** Stands where figures will be, with the way to the first one. */
export function NoVisits({ profileName, onCopyAddress, onOpenPage }: NoVisitsProps) {
  return (
    <Card py="xl">
      <EmptyState
        icon={<IconChartBar />}
        variant="light"
        title="No visits yet"
        description={`Share the address of ${profileName}. Visits and clicks show here within seconds.`}
      >
        <EmptyState.Actions>
          <Button leftSection={<IconCopy size={18} />} onClick={onCopyAddress}>
            Copy address
          </Button>
          <Button variant="default" leftSection={<IconExternalLink size={18} />} onClick={onOpenPage}>
            Open page
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
