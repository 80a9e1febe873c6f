import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useId } from "react";
import { AttachmentsCard } from "../AttachmentsCard.tsx";
import { ThemeCard } from "../ThemeCard.tsx";
import type { MailChange, WrittenMail } from "./written-mail.ts";

interface MailExtrasProps {
  mail: WrittenMail;
  onMail: (change: MailChange) => void;
  hasFiles: boolean;
}

/** Colors and files, which most e-mail needs no change of. */
export function MailExtras({ mail: { mode, theme, attachments }, onMail, hasFiles }: MailExtrasProps) {
  const [isOpen, { toggle }] = useDisclosure(hasFiles && attachments.length > 0);
  const id = useId();
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Stack gap="sm">
      <Button
        variant="subtle"
        color="gray"
        w="fit-content"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<Chevron size={18} />}
        onClick={toggle}
      >
        {mode !== "blocks" ? "Attachments" : hasFiles ? "Look and attachments" : "Look"}
      </Button>
      <Stack id={id} hidden={!isOpen}>
        {isOpen && mode === "blocks" && <ThemeCard theme={theme} onTheme={(theme) => onMail({ theme })} />}
        {isOpen && hasFiles && (
          <AttachmentsCard
            attachments={attachments}
            onAttachments={(update) => onMail((latest) => ({ attachments: update(latest.attachments) }))}
          />
        )}
      </Stack>
    </Stack>
  );
}
