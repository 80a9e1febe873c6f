import { Select, Stack, TextInput } from "@mantine/core";
import { CAMPAIGN_NAME_CHARS_MAX } from "../../rules.ts";
import { ArchiveField } from "../ArchiveField.tsx";
import type { CampaignForm } from "../campaign-form.ts";
import type { ComposerProps } from "./composer-props.ts";

const TRACKING_HINTS: Readonly<Record<CampaignForm["tracking"], string>> = {
  each: "You see who opened it and what they clicked.",
  totals: "You see how often it was opened and clicked, and nobody can see by whom.",
  none: "Links stay as you wrote them, and nothing is counted.",
};

type MoreFieldsProps = Pick<ComposerProps, "campaign" | "form" | "onChange" | "nameProps">;

/** What most campaigns need no change of. */
export function MoreFields({ campaign, form: { tracking }, onChange, nameProps }: MoreFieldsProps) {
  return (
    <Stack>
      <TextInput
        label="Name"
        description="Only your team sees it."
        maxLength={CAMPAIGN_NAME_CHARS_MAX}
        {...nameProps}
      />
      <Select
        size="md"
        label="Opens and clicks"
        description={TRACKING_HINTS[tracking]}
        data={[
          { value: "each", label: "Each person’s" },
          { value: "totals", label: "Only totals" },
          { value: "none", label: "Not counted" },
        ]}
        allowDeselect={false}
        value={tracking}
        onChange={(value) => onChange({ tracking: value as CampaignForm["tracking"] })}
      />
      <ArchiveField campaign={campaign} />
    </Stack>
  );
}
