import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { StepMail } from "#src/features/email/sequences/definition-rules.ts";
import { MailFrame } from "#src/features/email/templates/ui/shared/MailFrame.tsx";
import {
  formatSender,
  mailPreviewQuery,
} from "#src/features/email/templates/ui/shared/mail-preview-query.ts";
import { draftOf, type MailSender } from "#src/features/email/templates/ui/shared/written-mail.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import classes from "./Course.module.css";

interface MailToggleProps {
  mail: StepMail;
  sender: MailSender;
  /** Who gets it. Someone ordinary, if it's left out. */
  contactId: string | undefined;
}

/** An e-mail as somebody would get it, once it's asked for. */
export function MailToggle(props: MailToggleProps) {
  const [isShown, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        w="fit-content"
        mt={4}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={toggle}
      >
        {isShown ? "Hide e-mail" : "Show e-mail"}
      </Button>
      <div id={id} hidden={!isShown}>
        {isShown && <ShownMail {...props} />}
      </div>
    </>
  );
}

function ShownMail({ mail, sender, contactId }: MailToggleProps) {
  const draft = draftOf(mail, sender);
  const query = useQuery({
    ...mailPreviewQuery(draft ?? {}, contactId === undefined ? undefined : { contact_id: contactId }),
    enabled: draft !== undefined,
  });
  if (!draft) return <Text size="sm">Choose a template to see it here.</Text>;
  if (!query.data) return <QueryState query={query} failure="We couldn’t load this e-mail." height={200} />;
  const { from, subject, preheader, html } = query.data;
  return (
    <div className={classes.mail}>
      <Text size="sm" c="dimmed" dir="auto">
        {formatSender(from)}
      </Text>
      <Text size="sm" dir="auto">
        <strong>{subject || "No subject"}</strong> {preheader}
      </Text>
      <MailFrame className={classes.frame} html={html} />
    </div>
  );
}
