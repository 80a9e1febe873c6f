import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { ReportsDialog } from "./ReportsDialog.tsx";

/** Opens the settings of what analytics tells by itself. */
export function ReportsButton({ profileId }: { profileId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconMail size={16} />} onClick={() => setOpen(true)}>
        Reports
      </Button>
      <ReportsDialog profileId={profileId} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
