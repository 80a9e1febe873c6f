import { Switch, TextInput } from "@mantine/core";
import { SETTING_CHARS_MAX } from "#src/features/pages/profiles/page/settings.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

export function BadgeFields({ form }: { form: ProfileForm }) {
  const on = (name: "show_online_indicator" | "show_response_time" | "show_location") =>
    form.getInputProps(name, { type: "checkbox" });
  return (
    <EditorSection title="Badges" text="Small labels below your name.">
      <Switch
        size="md"
        label="Online"
        description="A green dot that says you’re around."
        {...on("show_online_indicator")}
      />
      <Switch
        size="md"
        label="Response time"
        description="Tells people how soon you usually reply."
        {...on("show_response_time")}
      />
      {form.values.show_response_time && (
        <TextInput
          label="Usually responds in"
          placeholder="a few hours"
          description={
            form.values.response_time.trim() === "" ? "The badge appears once you fill this in." : undefined
          }
          maxLength={SETTING_CHARS_MAX.response_time}
          {...form.getInputProps("response_time")}
        />
      )}
      <Switch
        size="md"
        label="Visitor’s city"
        description="Each visitor sees their own city, if it’s known. No IP address is stored."
        {...on("show_location")}
      />
    </EditorSection>
  );
}
