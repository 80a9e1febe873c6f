import { Alert, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle, IconClock, IconClockExclamation } from "@tabler/icons-react";
import { useState } from "react";
import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import { draftOf } from "#src/features/email/templates/ui/shared/written-mail.ts";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { formatZonedDateTime } from "#src/kit/format-date.ts";
import { type ScheduleForm, toScheduleForm } from "../schedule/schedule-form.ts";
import { useCampaignForm } from "../use-campaign-form.ts";
import { ComposerDesk } from "./ComposerDesk.tsx";
import { ComposerSteps, useSteps } from "./ComposerSteps.tsx";
import type { ComposerProps } from "./composer-props.ts";
import { useCampaignCheck } from "./use-campaign-check.ts";

/** As wide as the preview needs beside the form: see `Composer.module.css`. */
const WIDE = "(min-width: 64em)";

/** Writes, checks and sends a campaign: on one screen where there's room, else in steps. It saves itself. */
export function CampaignComposer({ campaign }: { campaign: Campaign }) {
  const entity = useCampaignForm(campaign);
  const { values: form, change } = entity;
  // The last button uses the chosen time: nothing is scheduled before that.
  const [when, setWhen] = useState<ScheduleForm>(() => toScheduleForm(campaign));
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const steps = useSteps();
  const props: ComposerProps = {
    campaign,
    form,
    onChange: change,
    nameProps: entity.nameProps,
    draft: draftOf(form, form),
    when,
    onWhen: setWhen,
    check: useCampaignCheck(campaign, entity.isSaved),
    isSaved: entity.isSaved,
    failure: entity.failure,
  };
  return (
    <form ref={entity.element} onSubmit={entity.submit} noValidate aria-label={`Edit ${campaign.name}`}>
      <Stack>
        <StateNotice campaign={campaign} />
        <ConflictNotice
          changed="This campaign was changed somewhere else while you were editing it."
          entity={entity}
        />
        {isWide ? <ComposerDesk {...props} /> : <ComposerSteps {...props} steps={steps} />}
      </Stack>
    </form>
  );
}

function StateNotice({ campaign: { state, state_reason, scheduled_at } }: { campaign: Campaign }) {
  if (state === "scheduled" && scheduled_at !== null)
    return (
      <Alert variant="light" icon={<IconClock size={20} />} role="status">
        {`It goes out ${formatZonedDateTime(scheduled_at)}, with whatever is here by then.`}
      </Alert>
    );
  if (state === "missed")
    return (
      <Alert color="brass" variant="light" icon={<IconClockExclamation size={20} />} role="status">
        This instance was down when this should have gone out, and it’s too late to send it without asking
        you. Send it now, or choose another time.
      </Alert>
    );
  if (state !== "failed") return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} />} role="status">
      {`It couldn’t start, and nobody got it. ${state_reason}`}
    </Alert>
  );
}
