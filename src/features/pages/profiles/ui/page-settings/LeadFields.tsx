import { Alert, Input, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { use } from "react";
import { isBlank } from "#src/lib/text.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import { hasDownload, isLeadOn } from "../editor/settings-form.ts";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import { ProfileSlots } from "../shared/profile-slots.ts";
import { LeadTextFields } from "./LeadTextFields.tsx";

/** The form in which visitors leave their e-mail address. */
export function LeadFields({ form, profileId }: { form: ProfileForm; profileId: string }) {
  const { LeadSequences } = use(ProfileSlots);
  const isOn = isLeadOn(form.values, "lead_capture_enabled");
  const toggle = (checked: boolean) => {
    form.setFieldValue("lead_capture_enabled", checked);
    const { screensaver_enabled, collect_without_download } = form.values;
    if (checked && !screensaver_enabled && !collect_without_download) {
      form.setFieldValue("screensaver_enabled", true);
    }
  };
  return (
    <>
      <EditorSection
        title="Lead form"
        text="Visitors leave their name and e-mail address. You’ll find them under Leads and get an e-mail about each one."
      >
        <Switch
          size="md"
          label="Show the form"
          checked={isOn}
          error={form.errors.lead_capture_enabled}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        {isOn && <Reward form={form} />}
        {isOn && (
          <Switch
            size="md"
            label="Ask for confirmation by e-mail"
            description="They get your e-mail once they’ve pressed the button in a confirmation e-mail."
            {...form.getInputProps("confirm_sign_ups", { type: "checkbox" })}
          />
        )}
        {isOn && <LeadSequences profileId={profileId} />}
      </EditorSection>
      {isOn && <LeadTextFields form={form} />}
    </>
  );
}

const REWARDS = [
  { value: "download", label: "A download" },
  { value: "none", label: "Nothing to download" },
];

/** The reward for signing up: a download, or only the owner's e-mail. */
function Reward({ form }: { form: ProfileForm }) {
  const { screensaver_link, collect_without_download } = form.values;
  const isDownload = hasDownload(form.values);
  const choose = (value: string) => {
    form.setFieldValue("screensaver_enabled", value === "download");
    form.setFieldValue("collect_without_download", value === "none");
  };
  return (
    <>
      <Input.Wrapper label="What visitors get" labelElement="div" size="md">
        <SegmentedControl
          fullWidth
          size="md"
          aria-label="What visitors get"
          data={REWARDS}
          value={isDownload ? "download" : "none"}
          onChange={choose}
        />
      </Input.Wrapper>
      {isDownload && (
        <TextInput
          label="Download URL"
          placeholder="https://example.com/screensavers.zip"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...form.getInputProps("screensaver_link")}
        />
      )}
      {isDownload && isBlank(screensaver_link) && !collect_without_download && (
        <Alert variant="light" py="xs" icon={<IconInfoCircle size={20} />} role="status">
          The form appears on your page once you add a download URL.
        </Alert>
      )}
    </>
  );
}
