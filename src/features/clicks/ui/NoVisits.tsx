import { Button } from "@mantine/core";
import { IconChartBar, IconCopy, IconExternalLink } from "@tabler/icons-react";
import { NothingHere } from "#src/kit/NothingHere.tsx";

interface NoVisitsProps {
  profileName: string;
  onCopyAddress: () => void;
  onOpenPage: () => void;
}

/** Stands where figures will be, with the way to the first one. */
export function NoVisits({ profileName, onCopyAddress, onOpenPage }: NoVisitsProps) {
  return (
    <NothingHere
      icon={<IconChartBar />}
      title="No visits yet"
      description={`Share the address of ${profileName}. Visits and clicks show here within seconds.`}
    >
      <Button leftSection={<IconCopy size={18} />} onClick={onCopyAddress}>
        Copy address
      </Button>
      <Button variant="default" leftSection={<IconExternalLink size={18} />} onClick={onOpenPage}>
        Open page
      </Button>
    </NothingHere>
  );
}
