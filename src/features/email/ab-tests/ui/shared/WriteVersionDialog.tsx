import { Button, Group, Modal, SimpleGrid } from "@mantine/core";
import { MailFields } from "#src/features/email/templates/ui/shared/MailFields.tsx";
import { MailPreview } from "#src/features/email/templates/ui/shared/MailPreview.tsx";
import {
  draftOf,
  type MailChange,
  type WrittenMail,
} from "#src/features/email/templates/ui/shared/written-mail.ts";
import type { CampaignMail, VersionEmailProps, VersionForm } from "./test-form.ts";

interface WriteVersionDialogProps extends VersionEmailProps {
  opened: boolean;
  onClose: () => void;
}

/** A version as an e-mail to write. Its files are the campaign’s. */
const asMail = (version: VersionForm, { theme, attachments }: CampaignMail): WrittenMail => ({
  ...version,
  mode: version.mode ?? "blocks",
  theme: version.theme ?? theme,
  attachments,
});

/** The composer for one version, with what fans who get it see. */
export function WriteVersionDialog(props: WriteVersionDialogProps) {
  const { opened, onClose, letter, version, mail, onChange } = props;
  const written = asMail(version, mail);
  const write = (change: MailChange) =>
    onChange((latest) => {
      const { attachments: _, ...changed } =
        typeof change === "function" ? change(asMail(latest, mail)) : change;
      return changed;
    });
  const shown = {
    ...written,
    subject: version.subject || mail.subject,
    preheader: version.preheader || mail.preheader,
  };
  const sender = {
    mailbox_id: version.mailbox_id ?? mail.mailbox_id,
    from_name: version.from_name || mail.from_name,
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`Version ${letter}`} size="72rem">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <MailFields mail={written} onMail={write} hasFiles={false} />
        <MailPreview draft={draftOf(shown, sender)} />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
}
