import { Switch, TextInput } from "@mantine/core";
import { isBlank } from "#src/lib/text.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

/** The page's target after a link was opened. */
export function RescueFields({ form }: { form: ProfileForm }) {
  const { customer_rescue_enabled, customer_rescue_url } = form.values;
  return (
    <EditorSection
      title="Customer rescue"
      text="Links open in a new tab. Meanwhile, your page goes to the rescue URL: 1.5 seconds after a click, or right away when a visitor cancels an adult content warning."
    >
      <Switch
        size="md"
        label="Send visitors to a rescue URL"
        {...form.getInputProps("customer_rescue_enabled", { type: "checkbox" })}
      />
      {customer_rescue_enabled && (
        <TextInput
          label="Rescue URL"
          description={isBlank(customer_rescue_url) ? "Nothing happens until you enter a URL." : undefined}
          placeholder="https://example.com"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...form.getInputProps("customer_rescue_url")}
        />
      )}
    </EditorSection>
  );
}
