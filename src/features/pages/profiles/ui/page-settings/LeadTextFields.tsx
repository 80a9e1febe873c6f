import { Input, SegmentedControl, TextInput } from "@mantine/core";
import { LEAD_FORM_TEXTS, LIST_FORM_TEXTS } from "#src/features/pages/profiles/page/lead-form.ts";
import { SETTING_CHARS_MAX } from "#src/features/pages/profiles/page/settings.ts";
import { GrowingTextarea } from "#src/kit/form/GrowingTextarea.tsx";
import { EditorSection } from "../editor/EditorSection.tsx";
import { hasDownload, isLeadOn } from "../editor/settings-form.ts";
import type { ProfileForm } from "../editor/use-profile-form.ts";

const PHONES = [
  { value: "hidden", label: "Don’t ask" },
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
];

/** The form's texts. The placeholders are its defaults. */
export function LeadTextFields({ form }: { form: ProfileForm }) {
  const { promotion_settings } = form.values;
  const texts = hasDownload(form.values) ? LEAD_FORM_TEXTS : LIST_FORM_TEXTS;
  return (
    <>
      <EditorSection title="Questions">
        <PhoneChoice form={form} />
        <GrowingTextarea
          label="Consent"
          description="What people agree to when they sign up. It’s stored with each lead."
          placeholder={promotion_settings.disclaimer_text || texts.disclaimer}
          maxLength={SETTING_CHARS_MAX.disclaimer_text}
          minRows={2}
          maxRows={8}
          {...form.getInputProps("disclaimer_text")}
        />
      </EditorSection>
      <EditorSection title="Text">
        <TextInput
          label="Title"
          placeholder={promotion_settings.lead_capture_title || texts.title}
          maxLength={SETTING_CHARS_MAX.lead_capture_title}
          {...form.getInputProps("lead_capture_title")}
        />
        <GrowingTextarea
          label="Description"
          placeholder={promotion_settings.lead_capture_description || texts.description}
          maxLength={SETTING_CHARS_MAX.lead_capture_description}
          minRows={2}
          maxRows={8}
          {...form.getInputProps("lead_capture_description")}
        />
        <TextInput
          label="Button"
          placeholder={promotion_settings.button_text || texts.button}
          maxLength={SETTING_CHARS_MAX.button_text}
          {...form.getInputProps("button_text")}
        />
      </EditorSection>
    </>
  );
}

function PhoneChoice({ form }: { form: ProfileForm }) {
  const isAsked = isLeadOn(form.values, "collect_phone_enabled");
  const isRequired = isLeadOn(form.values, "phone_required");
  const choose = (value: string) => {
    form.setFieldValue("collect_phone_enabled", value !== "hidden");
    form.setFieldValue("phone_required", value === "required");
  };
  return (
    <Input.Wrapper label="Phone number" labelElement="div" size="md">
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Phone number"
        data={PHONES}
        value={!isAsked ? "hidden" : isRequired ? "required" : "optional"}
        onChange={choose}
      />
    </Input.Wrapper>
  );
}
