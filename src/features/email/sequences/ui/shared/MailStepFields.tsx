import { Button, Stack } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconEye } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import type { StepMail } from "#src/features/email/sequences/definition-rules.ts";
import { MailFields } from "#src/features/email/templates/ui/shared/MailFields.tsx";
import { MailPreview } from "#src/features/email/templates/ui/shared/MailPreview.tsx";
import { draftOf, type MailSender } from "#src/features/email/templates/ui/shared/written-mail.ts";
import classes from "./MailStep.module.css";

/** As wide as the preview needs beside the fields: see `MailStep.module.css`. */
const WIDE = "(min-width: 75em)";

interface MailStepFieldsProps {
  mail: StepMail;
  sender: MailSender;
  onMail: (change: (latest: StepMail) => StepMail) => void;
  /** What follows the e-mail, such as its test. */
  children?: ReactNode;
}

/** The e-mail of a step, written in place, with what a fan gets beside it or below. */
export function MailStepFields({ mail, sender, onMail, children }: MailStepFieldsProps) {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const [isShown, { toggle }] = useDisclosure(false);
  const id = useId();
  const preview = <MailPreview draft={draftOf(mail, sender)} />;
  return (
    <div className={classes.mail}>
      <Stack>
        <MailFields
          mail={mail}
          onMail={(change) =>
            onMail((latest) => ({ ...latest, ...(typeof change === "function" ? change(latest) : change) }))
          }
        />
        {children}
        {!isWide && (
          <>
            <Button
              variant="default"
              w="fit-content"
              leftSection={<IconEye size={18} />}
              aria-expanded={isShown}
              aria-controls={id}
              onClick={toggle}
            >
              {isShown ? "Hide preview" : "Preview and test"}
            </Button>
            <div id={id} hidden={!isShown}>
              {isShown && preview}
            </div>
          </>
        )}
      </Stack>
      {isWide && <div className={classes.preview}>{preview}</div>}
    </div>
  );
}
