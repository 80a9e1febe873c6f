import { Text, TextInput } from "@mantine/core";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

export function TrackingFields({ form }: { form: ProfileForm }) {
  return (
    <EditorSection title="Tracking" text="Add your own pixels on top of the built-in analytics.">
      <TextInput
        label="Facebook pixel ID"
        placeholder="123456789012345"
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps("facebook_pixel_id")}
      />
      <TextInput
        label="Google measurement ID"
        placeholder="G-ABC123DEF4"
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...form.getInputProps("google_analytics_id")}
      />
      <Text size="sm" c="dimmed">
        Where the law requires it, we ask visitors first. Nothing loads until they agree.
      </Text>
    </EditorSection>
  );
}
