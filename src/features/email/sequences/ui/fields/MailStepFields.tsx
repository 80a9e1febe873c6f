import { Button, Stack } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconEye } from "@tabler/icons-react";
import { useId } from "react";
import { StepTest } from "#src/features/email/ab-tests/ui/shared/StepTest.tsx";
import type { Step } from "#src/features/email/sequences/definition-rules.ts";
import { MailFields } from "#src/features/email/templates/ui/shared/MailFields.tsx";
import { MailPreview } from "#src/features/email/templates/ui/shared/MailPreview.tsx";
import { draftOf } from "#src/features/email/templates/ui/shared/written-mail.ts";
import classes from "../editor/Editor.module.css";
import { useEditing } from "../editor/editor-context.ts";

/** As wide as the preview needs beside the fields: see `Editor.module.css`. */
const WIDE = "(min-width: 75em)";

/** The e-mail of a step, written in place, with what a fan gets beside it or below. */
export function MailStepFields({ step }: { step: Extract<Step, { type: "send" }> }) {
  const { definition, figures, changeStep } = useEditing();
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const [isShown, { toggle }] = useDisclosure(false);
  const id = useId();
  const preview = <MailPreview draft={draftOf(step.mail, definition)} />;
  return (
    <div className={classes.mail}>
      <Stack>
        <MailFields
          mail={step.mail}
          onMail={(change) =>
            changeStep(step.id, (latest) =>
              latest.type === "send"
                ? {
                    ...latest,
                    mail: {
                      ...latest.mail,
                      ...(typeof change === "function" ? change(latest.mail) : change),
                    },
                  }
                : latest,
            )
          }
        />
        <StepTest
          test={step.test ?? null}
          testId={figures.get(step.id)?.test_id ?? null}
          onTest={(test) =>
            changeStep(step.id, (latest) => (latest.type === "send" ? { ...latest, test } : latest))
          }
        />
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
