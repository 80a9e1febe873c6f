import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBookmark, IconTemplate } from "@tabler/icons-react";
import { lazyDialog } from "#src/kit/lazy.tsx";
import type { MailChange, WrittenMail } from "./written-mail.ts";

const StartDialog = lazyDialog(async () => (await import("./StartDialog.tsx")).StartDialog);
const SaveTemplateDialog = lazyDialog(
  async () => (await import("./SaveTemplateDialog.tsx")).SaveTemplateDialog,
);

interface TemplateButtonsProps {
  mail: WrittenMail;
  onMail: (change: MailChange) => void;
}

/** An e-mail that starts from a template, or becomes one. */
export function TemplateButtons({ mail, onMail }: TemplateButtonsProps) {
  const [starting, start] = useDisclosure(false);
  const [saving, save] = useDisclosure(false);
  return (
    <Group gap="xs">
      <Button variant="default" size="sm" leftSection={<IconTemplate size={18} />} onClick={start.open}>
        Start from a template
      </Button>
      <Button variant="default" size="sm" leftSection={<IconBookmark size={18} />} onClick={save.open}>
        Save as template
      </Button>
      <StartDialog opened={starting} mail={mail} onMail={onMail} onClose={start.close} />
      <SaveTemplateDialog opened={saving} mail={mail} onClose={save.close} />
    </Group>
  );
}
