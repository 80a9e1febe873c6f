import { Alert, Switch, TextInput } from "@mantine/core";
import { IconArrowForwardUp } from "@tabler/icons-react";
import { isBlank } from "#src/lib/text.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";

/** A URL that visitors get instead of the page. */
export function DirectLinkFields({ form }: { form: ProfileForm }) {
  const { direct_link_url, direct_link_warning } = form.values;
  const isSet = !isBlank(direct_link_url);
  return (
    <EditorSection
      title="Direct link"
      text="Sends visitors straight to a URL instead of your page. Leave it empty to show your page."
    >
      <TextInput
        label="Send visitors to"
        placeholder="https://example.com"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.getInputProps("direct_link_url")}
      />
      <Switch
        size="md"
        label="Show an adult content warning first"
        description="Visitors choose whether to continue."
        disabled={!isSet}
        {...form.getInputProps("direct_link_warning", { type: "checkbox" })}
      />
      {isSet && (
        <Alert variant="light" py="xs" icon={<IconArrowForwardUp size={20} />} role="status">
          {direct_link_warning
            ? "Visitors see the warning instead of your page."
            : "Visitors go straight there and never see your page."}
        </Alert>
      )}
    </EditorSection>
  );
}
