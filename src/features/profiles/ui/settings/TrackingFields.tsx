import { Text, TextInput } from "@mantine/core";
import { EditorSection } from "../EditorSection.tsx";
import type { ProfileForm } from "../use-profile-form.ts";

/** The owner's own measuring services. */
export function TrackingFields({ form }: { form: ProfileForm }) {
  return (
    <EditorSection title="Tracking" text="Your own pixels, beside the statistics that are here anyway.">
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
        Where the law asks for it, visitors are asked first; nothing is loaded before they agree.
      </Text>
    </EditorSection>
  );
}
