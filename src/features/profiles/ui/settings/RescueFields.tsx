import { Switch, TextInput } from "@mantine/core";
import { isBlank } from "#src/lib/text.ts";
import { EditorSection } from "../EditorSection.tsx";
import type { ProfileForm } from "../use-profile-form.ts";

/** Where the page itself goes after a click on a link. */
export function RescueFields({ form }: { form: ProfileForm }) {
  const { customer_rescue_enabled, customer_rescue_url } = form.values;
  return (
    <EditorSection
      title="Customer rescue"
      text="A link opens in a new tab. Meanwhile your page goes on to this address, 1.5 seconds after the click, and at once when somebody cancels an adult warning."
    >
      <Switch
        size="md"
        label="Send visitors on after a click"
        {...form.getInputProps("customer_rescue_enabled", { type: "checkbox" })}
      />
      {customer_rescue_enabled && (
        <TextInput
          label="Send them to"
          description={
            isBlank(customer_rescue_url) ? "Nothing happens until there is an address." : undefined
          }
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
