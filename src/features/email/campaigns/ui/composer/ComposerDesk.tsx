import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { use, useId, useRef } from "react";
import { MailFields } from "#src/features/email/templates/ui/shared/MailFields.tsx";
import { MailPreview } from "#src/features/email/templates/ui/shared/MailPreview.tsx";
import { Card } from "#src/kit/Card.tsx";
import { plural } from "#src/kit/plural.ts";
import { AudienceStep } from "../recipients/AudienceStep.tsx";
import { CampaignSlots } from "../shared/campaign-slots.ts";
import classes from "./Composer.module.css";
import { ComposerFoot } from "./ComposerFoot.tsx";
import type { ComposerPart, ComposerProps } from "./composer-props.ts";
import { FromFields } from "./FromFields.tsx";
import { MoreFields } from "./MoreFields.tsx";

/** The whole composer on one screen: what's written, what fans get, and below it what it takes to send it. */
export function ComposerDesk(props: ComposerProps) {
  const { campaign, form, onChange, draft, nameProps } = props;
  const { TestVersions } = use(CampaignSlots);
  const [isChoosing, choosing] = useDisclosure(false);
  const audience = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const goTo = (part: ComposerPart) => {
    if (part === "audience") choosing.open();
    const section = (part === "audience" ? audience : content).current;
    section?.scrollIntoView({ block: "start" });
    section?.querySelector<HTMLElement>("button, input")?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className={classes.columns}>
        <Stack gap="lg">
          <div ref={audience}>
            <ToCard {...props} isOpen={isChoosing} onToggle={choosing.toggle}>
              <AudienceStep campaign={campaign} form={form} onChange={onChange} />
            </ToCard>
          </div>
          <Stack gap="lg" ref={content}>
            <Card title="From">
              <FromFields form={form} onChange={onChange} />
            </Card>
            <Card title="E-mail">
              <MailFields mail={form} onMail={onChange} />
            </Card>
          </Stack>
          {TestVersions && (
            <TestVersions campaignId={campaign.id} recipients={props.check.data?.recipients} mail={form} />
          )}
          <Card title="More">
            <MoreFields campaign={campaign} form={form} onChange={onChange} nameProps={nameProps} />
          </Card>
        </Stack>
        <div className={classes.preview}>
          <MailPreview draft={draft} />
        </div>
      </div>
      <Paper withBorder radius="lg" p="md" className={classes.foot}>
        <ComposerFoot {...props} onFix={goTo} />
      </Paper>
    </>
  );
}

interface ToCardProps extends ComposerProps {
  isOpen: boolean;
  onToggle: () => void;
  children: React.ReactNode;
}

/** Who gets it: a line, until somebody wants to change that. */
function ToCard({ check: { data }, isOpen, onToggle, children }: ToCardProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }} aria-label="To">
      <Stack>
        <Group justify="space-between" gap="sm">
          <Text fw={600} size="lg">
            To {data && <span>{plural(data.recipients, "fan")}</span>}
          </Text>
          <Button variant="default" size="sm" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            {isOpen ? "Done" : "Change audience"}
          </Button>
        </Group>
        <div id={id} hidden={!isOpen}>
          {isOpen && children}
        </div>
      </Stack>
    </Paper>
  );
}
